package dev.sluice.cli.pool;

import dev.sluice.cli.option.PoolClientOptions;
import dev.sluice.net.message.PoolRequest;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lets a fleet that was paused after failures ask for tasks again. */
@Command(
        name = "unpause",
        mixinStandardHelpOptions = true,
        description = "A fleet pauses after too many submissions or starts have failed.",
        exitCodeList = {
            "0:success",
            "2:usage error, or the pool has no fleet",
            "3:no pool answers",
            "5:internal error in Sluice"
        })
final class PoolUnpauseCommand implements Callable<Integer> {
    @Mixin
    private PoolClientOptions pool;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    PoolUnpauseCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        spec.commandLine()
                .getOut()
                .println(PoolCall.ask(pool.address(), PoolRequest.Verb.UNPAUSE, List.of())
                        .text());
        spec.commandLine().getOut().flush();
        return 0;
    }
}
