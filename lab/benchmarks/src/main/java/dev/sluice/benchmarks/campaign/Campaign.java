package dev.sluice.benchmarks.campaign;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs episodes one after the other, and prints a line for each. */
@Command(
        name = "campaign",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Runs real processes, some of which are killed, stopped or cut off, and judges each run by a "
                + "ledger outside of it.",
        exitCodeList = {"0:no findings", "1:findings", "2:usage error"})
public final class Campaign implements Callable<Integer> {
    private static final int MINUTES = 10;

    @Option(names = "--minutes", paramLabel = "N", description = "no episode begins later (default: 10)")
    private @Nullable Integer minutes;

    @Option(names = "--seed", paramLabel = "N", description = "seed of the first episode (default: ${DEFAULT-VALUE})")
    private long seed = 1;

    @Option(names = "--episodes", paramLabel = "N", description = "number of episodes (default: as many as fit)")
    private @Nullable Integer episodes;

    @Option(
            names = "--kills",
            paramLabel = "N",
            description = "kill masters only, again and again at random moments, until N were killed")
    private @Nullable Integer kills;

    @Option(names = "--hostile", description = "one run beside hostile peers that know its secret, for about --minutes")
    private boolean hostile;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "directory of the episodes with findings; its path should be short (default: a new one among "
                    + "the temporary files)")
    private @Nullable Path out;

    @Option(names = "--master-jar", required = true, hidden = true)
    private Path masterJar = Path.of("");

    @Option(names = "--worker-jar", required = true, hidden = true)
    private Path workerJar = Path.of("");

    @Option(names = "--applications-jar", required = true, hidden = true)
    private Path applicationsJar = Path.of("");

    private int run;
    private int faults;
    private int found;
    private long killed;

    public static void main(String[] arguments) {
        CommandLine command = new CommandLine(new Campaign()).setExpandAtFiles(false);
        command.setOverwrittenOptionsAllowed(true); // the script gives the jars of its checkout first
        System.exit(command.execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        Path directory = out == null ? Files.createTempDirectory("sluice-campaign-") : Files.createDirectories(out);
        directory = directory.toAbsolutePath();
        CampaignPlaces places = new CampaignPlaces(
                        masterJar.toAbsolutePath(), workerJar.toAbsolutePath(), applicationsJar.toAbsolutePath(), null)
                .archived(directory);
        if (hostile) {
            return attack(directory, places);
        }
        long limitNanos = minutes == null && (episodes != null || kills != null)
                ? Long.MAX_VALUE
                : Duration.ofMinutes(minutes == null ? MINUTES : minutes).toNanos();
        long begunNanos = System.nanoTime();
        while (System.nanoTime() - begunNanos < limitNanos
                && (episodes == null || run < episodes)
                && (kills == null || killed < kills)) {
            long next = seed + run++;
            Episode episode = kills == null ? EpisodeDraw.any(next, false) : EpisodeDraw.kills(next);
            report(perform(episode, directory, places), directory.resolve("e" + next));
        }
        System.out.printf(
                Locale.ROOT,
                "%d episodes, %d faults, %d masters killed, %d episodes with findings%n",
                run,
                faults,
                killed,
                found);
        if (places.archive() != null) {
            Files.deleteIfExists(places.archive());
        }
        if (found == 0 && out == null) {
            Files.delete(directory);
        }
        return found == 0 ? 0 : 1;
    }

    /** Lets hostile peers attack one run. */
    private int attack(Path directory, CampaignPlaces places) throws IOException, InterruptedException {
        Duration length = Duration.ofMinutes(minutes == null ? MINUTES : minutes);
        EpisodePlace place = new EpisodePlace(directory.resolve("h" + seed), places);
        HostileOutcome outcome = new HostileRun(seed, length, place).run();
        System.out.println(outcome);
        outcome.findings().forEach(finding -> System.out.println("    " + finding));
        if (places.archive() != null) {
            Files.deleteIfExists(places.archive());
        }
        if (outcome.findings().isEmpty()) {
            place.delete();
            return 0;
        }
        System.out.println("    kept: " + place.directory());
        return 1;
    }

    /** Runs one episode in a directory of its own, which stays if there are findings. */
    static EpisodeOutcome perform(Episode episode, Path directory, CampaignPlaces places)
            throws IOException, InterruptedException {
        EpisodePlace place = new EpisodePlace(directory.resolve("e" + episode.seed()), places);
        EpisodeOutcome outcome = new EpisodeRun(episode, place).run();
        if (outcome.findings().isEmpty()) {
            place.delete();
        }
        return outcome;
    }

    private void report(EpisodeOutcome outcome, Path kept) {
        PrintStream to = System.out;
        to.println(outcome);
        faults += outcome.happened().size();
        killed += outcome.kills();
        if (!outcome.findings().isEmpty()) {
            found++;
            outcome.findings().stream().limit(20).forEach(finding -> to.println("    " + finding));
            to.println("    kept: " + kept);
            to.println("    again: lab/lab campaign " + (kills == null ? "" : "--kills " + kills + " ") + "--seed "
                    + outcome.episode().seed() + " --episodes 1");
        }
        to.flush();
    }
}
