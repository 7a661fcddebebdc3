package dev.sluice.cli.pool;

import dev.sluice.cli.option.PoolClientOptions;
import dev.sluice.net.message.PoolRequest;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Ends submitted runs. */
@Command(
        name = "cancel",
        mixinStandardHelpOptions = true,
        description = "Running units are finished and delivered. 'sluice resume' continues such a run.",
        exitCodeList = {
            "0:the runs end",
            "2:usage error, or no such run",
            "3:no pool answers",
            "5:internal error in Sluice"
        })
final class CancelCommand implements Callable<Integer> {
    @Mixin
    private PoolClientOptions pool;

    @Parameters(arity = "1..*", paramLabel = "RUN", description = "an id, the beginning of one, or the run's directory")
    private List<String> runs = List.of();

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    CancelCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        spec.commandLine()
                .getOut()
                .println(PoolCall.ask(pool.address(), PoolRequest.Verb.CANCEL, runs)
                        .text());
        spec.commandLine().getOut().flush();
        return 0;
    }
}
