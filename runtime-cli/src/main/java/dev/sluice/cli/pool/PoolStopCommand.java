package dev.sluice.cli.pool;

import dev.sluice.cli.option.PoolClientOptions;
import dev.sluice.net.message.PoolRequest;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Ends a pool and its agents. */
@Command(
        name = "stop",
        mixinStandardHelpOptions = true,
        description = "Ends the pool and its agents. Running units are finished. Refused while submitted runs go on, "
                + "unless --now.",
        exitCodeList = {
            "0:the pool stops",
            "2:usage error",
            "3:no pool answers",
            "4:runs go on",
            "5:internal error in Sluice"
        })
final class PoolStopCommand implements Callable<Integer> {
    @Mixin
    private PoolClientOptions pool;

    @Option(names = "--now", description = "end the runs too; 'sluice resume' continues them later")
    private boolean now;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    PoolStopCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        List<String> words = now ? List.of("--now") : List.of();
        spec.commandLine()
                .getOut()
                .println(PoolCall.ask(pool.address(), PoolRequest.Verb.STOP, words)
                        .text());
        spec.commandLine().getOut().flush();
        return 0;
    }
}
