package dev.sluice.cli.foresight;

import dev.sluice.insight.history.History;
import dev.sluice.insight.history.StartRow;
import dev.sluice.insight.knowledge.StartKnowledge;
import dev.sluice.launch.LaunchException;
import dev.sluice.launch.WorkerJar;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.net.runfile.ThisHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Asks what the start of a run's workers is expected to take. */
final class ForeseenStarts {
    static final String SSH = "ssh";

    private final ForesightTerms terms;
    private final List<StartRow> rows;

    /** @param history null if it may not be read */
    ForeseenStarts(ForesightTerms terms, @Nullable History history) {
        this.terms = terms;
        this.rows = history == null ? List.of() : history.starts();
    }

    /** The starts of workers over ssh, and on this host of processes. */
    StartKnowledge of(NetworkView view, List<String> workers, String master) {
        return StartKnowledge.of(
                rows,
                new StartKnowledge.Asked(
                        SSH,
                        view,
                        workers,
                        ThisHost.name(),
                        master,
                        holding(),
                        workerJarBytes(),
                        terms.jars().stream().mapToLong(ForeseenStarts::bytes).sum()));
    }

    /** The time of a master on another host until it listens [s]: like that of a worker with the same jars. */
    double masterSeconds(NetworkView view, String master) {
        return of(view, List.of(master), ThisHost.name()).firstSeconds();
    }

    /** The usual time from the last result to the end, of runs that were started in this way [s]. */
    double endSeconds(String kind, NetworkView view) {
        return StartKnowledge.of(
                        rows,
                        new StartKnowledge.Asked(
                                kind, view, List.of(), ThisHost.name(), ThisHost.name(), Set.of(), 0, 0))
                .endSeconds();
    }

    /** Hosts where a worker was started before keep its jar. */
    private Set<String> holding() {
        return rows.stream()
                .filter(row -> row.kind().equals(SSH))
                .map(StartRow::host)
                .collect(Collectors.toSet());
    }

    private long workerJarBytes() {
        try {
            return bytes(WorkerJar.find(terms.workers().jar()));
        } catch (LaunchException unknown) {
            return 0; // nothing could be started without it
        }
    }

    private static long bytes(Path file) {
        try {
            return Files.size(file);
        } catch (IOException unreadable) {
            return 0; // the run itself says so
        }
    }
}
