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

/** Takes hosts out of a pool. */
@Command(
        name = "remove",
        mixinStandardHelpOptions = true,
        description = "The workers there finish their running units first.",
        exitCodeList = {"0:success", "2:usage error, or no such host", "3:no pool answers", "5:internal error in Sluice"
        })
final class PoolRemoveCommand implements Callable<Integer> {
    @Mixin
    private PoolClientOptions pool;

    @Parameters(arity = "1..*", paramLabel = "HOST", description = "names of hosts, as 'sluice pool status' shows them")
    private List<String> hosts = List.of();

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    PoolRemoveCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        spec.commandLine()
                .getOut()
                .println(PoolCall.ask(pool.address(), PoolRequest.Verb.REMOVE, hosts)
                        .text());
        spec.commandLine().getOut().flush();
        return 0;
    }
}
