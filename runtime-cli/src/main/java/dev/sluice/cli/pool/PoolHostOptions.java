package dev.sluice.cli.pool;

import dev.sluice.cli.fleet.FleetOptions;
import dev.sluice.cli.launch.WorkerOptions;
import dev.sluice.cli.launch.WorkersToStart;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The hosts of a pool, each with one agent, and its fleet. */
@Command
final class PoolHostOptions {
    @Mixin
    private WorkerOptions workers;

    @Mixin
    private FleetOptions fleet;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    PoolHostOptions() {}

    /**
     * Concludes options that name hosts.
     *
     * @param usual agents on this machine where no host is named
     */
    static PoolMembers members(List<String> words, int usual) {
        PoolHostOptions options = new PoolHostOptions();
        new CommandLine(options)
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setExpandAtFiles(false)
                .parseArgs(words.toArray(String[]::new));
        return options.conclude(usual);
    }

    private PoolMembers conclude(int usual) {
        WorkersToStart concluded = onePerHost(workers.workersBesideFleet(fleet.agentsBeside(usual)));
        return new PoolMembers(concluded, fleet.request(workers.fleet(), workers.slurmWords(), concluded));
    }

    /**
     * Checks that this machine gets one agent at most.
     *
     * @throws SluiceException USAGE if not
     */
    static WorkersToStart onePerHost(WorkersToStart workers) {
        if (workers.local() > 1) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--local: " + workers.local() + " in a pool (expected: 0 or 1: one agent serves a host, and --slots"
                            + " says how much of it)");
        }
        return workers;
    }
}
