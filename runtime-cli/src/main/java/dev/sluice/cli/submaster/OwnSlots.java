package dev.sluice.cli.submaster;

import dev.sluice.cli.option.OptionRange;
import dev.sluice.cli.option.WorkerJarOptions;
import dev.sluice.insight.history.UserCache;
import dev.sluice.launch.Launcher;
import dev.sluice.launch.WorkerJar;
import dev.sluice.launch.local.LocalLauncher;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Slots of a sub-master's own: a worker on its machine that joins it like any other, and ends with it. */
final class OwnSlots {
    private static final int MOST_SLOTS = 1024;

    @Option(
            names = "--slots",
            paramLabel = "N",
            description = "units that a worker on this machine computes at the same time (default: no such worker)")
    private int slots;

    @Mixin
    private final WorkerJarOptions program = new WorkerJarOptions();

    @Option(
            names = "--logs",
            paramLabel = "DIR",
            description = "directory for the output of that worker (default: that of --run-file)")
    private @Nullable Path logs;

    /**
     * Returns the launcher of the worker; empty without slots.
     *
     * @param name what it calls its host
     * @param runFile of the sub-master for its workers
     */
    List<Launcher> launchers(String name, Path runFile) {
        if (OptionRange.between("--slots", slots, 0, MOST_SLOTS) == 0) {
            return List.of();
        }
        Path directory = logs == null ? runFile.resolveSibling("") : logs;
        return List.of(new LocalLauncher(new LocalLauncher.Config(
                WorkerJar.find(program.jar),
                1,
                slots,
                program.javaOptions,
                UserCache.directoryIfAny("classes"),
                directory,
                name)));
    }
}
