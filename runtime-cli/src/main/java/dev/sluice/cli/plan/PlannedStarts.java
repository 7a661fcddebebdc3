package dev.sluice.cli.plan;

import dev.sluice.insight.history.StartRow;
import dev.sluice.insight.plan.PlanRoles;
import dev.sluice.insight.plan.PlanStarts;
import dev.sluice.insight.start.StartKnowledge;
import dev.sluice.launch.WorkerJar;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.net.runfile.ThisHost;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The starts of workers by ssh from this machine, as earlier starts foretell them. Workers wait for a master on another
 * host, whose start comes first.
 *
 * @param rows earlier starts, newest first
 * @param workerJarBytes size of the worker's jar [bytes]
 * @param masterJarBytes size of the master's jar [bytes]
 * @param applicationBytes size of the application's jars [bytes]
 * @param commandSeconds from the command until launching begins; NaN: as earlier runs foretell [s]
 */
public record PlannedStarts(
        List<StartRow> rows, long workerJarBytes, long masterJarBytes, long applicationBytes, double commandSeconds)
        implements PlanStarts {
    /** Sizes of jars that cannot be found, roughly [bytes]. */
    private static final long WORKER_JAR = 8L << 20;

    private static final long MASTER_JAR = 24L << 20;

    public PlannedStarts {
        rows = List.copyOf(rows);
    }

    /**
     * The starts of a run of this application.
     *
     * @param workerJar as typed; null: it is looked for
     */
    public static PlannedStarts of(
            List<StartRow> rows, @Nullable Path workerJar, List<Path> application, double commandSeconds) {
        return new PlannedStarts(
                rows,
                size(() -> WorkerJar.find(workerJar), WORKER_JAR),
                size(WorkerJar::ofMaster, MASTER_JAR),
                application.stream().mapToLong(jar -> size(() -> jar, 0)).sum(),
                commandSeconds);
    }

    private interface Found {
        Path path() throws IOException;
    }

    private static long size(Found file, long usual) {
        try {
            return Files.size(file.path());
        } catch (IOException | SluiceException missing) {
            return usual; // the run will say so
        }
    }

    @Override
    public StartKnowledge of(NetworkView view, String master, List<String> workers) {
        String here = PlanRoles.here(view).stream().sorted().findFirst().orElse(ThisHost.name());
        StartKnowledge all = known(view, workers, here, master, workerJarBytes);
        StartKnowledge timed = Double.isNaN(commandSeconds) ? all : all.withCommand(commandSeconds);
        if (master.equals(here)) {
            return timed;
        }
        StartKnowledge first = known(view, List.of(master), here, master, masterJarBytes);
        Map<String, Double> seconds = new LinkedHashMap<>();
        timed.hostSeconds().forEach((host, after) -> seconds.put(host, first.lastSeconds() + after));
        return new StartKnowledge(timed.commandSeconds(), seconds, timed.error(), timed.endSeconds(), timed.words());
    }

    private StartKnowledge known(NetworkView view, List<String> workers, String here, String master, long jarBytes) {
        return StartKnowledge.of(
                rows,
                new StartKnowledge.Asked(
                        StartKnowledge.SSH,
                        view,
                        workers,
                        here,
                        master,
                        holding(),
                        jarBytes,
                        Set.of(),
                        applicationBytes));
    }

    /** Hosts on which a worker has been started by ssh have its jar, unless that has changed since. */
    private Set<String> holding() {
        return rows.stream()
                .filter(row -> row.kind().equals(StartKnowledge.SSH))
                .map(StartRow::host)
                .collect(Collectors.toSet());
    }
}
