package dev.sluice.benchmarks.campaign;

import dev.sluice.benchmarks.application.LedgerAnswer;
import dev.sluice.benchmarks.application.LedgerUnits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The programs under test.
 *
 * @param master the packaged command
 * @param worker the packaged worker
 * @param applications the jar with {@link dev.sluice.benchmarks.application.LedgerUnits}
 * @param archive class archive of the master, with which it starts faster; null for none
 */
record CampaignPlaces(
        Path master,
        Path worker,
        Path applications,
        @Nullable Path archive) {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();

    /** The same with an archive that a small run writes into a directory, or without one if that fails. */
    CampaignPlaces archived(Path directory) throws IOException, InterruptedException {
        Path written = directory.resolve("master.jsa");
        Episode.Work work = new Episode.Work(LedgerUnits.Mode.EACH, new LedgerAnswer(10, 1, 10), 0, 0, false);
        Episode run = new Episode(0, RunShape.EMBEDDED, 2, "os", false, work, 0, List.of());
        EpisodePlace place = new EpisodePlace(directory.resolve("archive"), this);
        List<String> words = new ArrayList<>(masterWords());
        words.set(1, "-XX:ArchiveClassesAtExit=" + written);
        place.start("archive", words, OwnMaster.arguments(run, place)).process().waitFor();
        place.delete();
        return new CampaignPlaces(master, worker, applications, Files.exists(written) ? written : null);
    }

    /** The words that start the command; its arguments follow. */
    List<String> masterWords() {
        String option = archive == null ? "-Xshare:auto" : "-XX:SharedArchiveFile=" + archive;
        return List.of(
                JAVA,
                option,
                "-Xlog:cds=off",
                "-Xlog:cds+dynamic=off",
                "-Dsluice.worker.jar=" + worker,
                "-jar",
                master.toString());
    }

    /** The words that start a worker; its arguments follow. */
    List<String> workerWords() {
        return List.of(JAVA, "-jar", worker.toString());
    }

    /** The words that print the stacks of a process, whose number follows. */
    static List<String> stackWords() {
        return List.of(Path.of(System.getProperty("java.home"), "bin", "jstack").toString(), "-l");
    }
}
