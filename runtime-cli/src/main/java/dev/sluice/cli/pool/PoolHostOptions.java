package dev.sluice.cli.pool;

import dev.sluice.cli.launch.WorkerOptions;
import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.hosts.HostTree;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The hosts of a pool, each with one agent. */
@Command
final class PoolHostOptions {
    @Mixin
    private WorkerOptions workers;

    @SuppressWarnings("NullAway.Init") // picocli sets it
    PoolHostOptions() {}

    /**
     * Concludes options that name hosts.
     *
     * @param usual agents on this machine where no host is named
     */
    static WorkersToStart workers(List<String> words, int usual) {
        PoolHostOptions options = new PoolHostOptions();
        new CommandLine(options).setCaseInsensitiveEnumValuesAllowed(true).parseArgs(words.toArray(String[]::new));
        return options.workers.workers(options.workers.hosts(), usual, true, HostTree.FLAT);
    }
}
