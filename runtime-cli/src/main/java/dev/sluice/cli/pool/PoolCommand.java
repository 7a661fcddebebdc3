package dev.sluice.cli.pool;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The commands about a standing pool. */
@Command(
        name = "pool",
        mixinStandardHelpOptions = true,
        description =
                "Keeps workers ready on your hosts and shares them among runs: 'sluice submit', 'sluice run --pool' "
                        + "and 'sluice each --pool'. The pool goes on after you log out.",
        subcommands = {
            PoolStartCommand.class,
            PoolServeCommand.class,
            PoolStatusCommand.class,
            PoolDrainCommand.class,
            PoolAddCommand.class,
            PoolRemoveCommand.class,
            PoolUnpauseCommand.class,
            PoolStopCommand.class
        },
        exitCodeList = {
            "0:success",
            "2:usage error, or no such host",
            "3:no pool answers",
            "4:the pool is busy",
            "5:internal error in Sluice"
        })
public final class PoolCommand implements Runnable {
    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets it
    PoolCommand() {}

    @Override
    public void run() {
        throw new CommandLine.ParameterException(
                spec.commandLine(),
                "pool: missing command (expected: start, status, drain, add, remove, unpause or stop)");
    }
}
