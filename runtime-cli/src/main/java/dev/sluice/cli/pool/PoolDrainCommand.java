package dev.sluice.cli.pool;

import dev.sluice.cli.option.PoolClientOptions;
import dev.sluice.net.message.PoolRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Drains hosts of a pool. */
@Command(
        name = "drain",
        mixinStandardHelpOptions = true,
        description = "The workers there finish their running units and leave; the hosts get no others until --undo.",
        exitCodeList = {"0:success", "2:usage error, or no such host", "3:no pool answers", "5:internal error in Sluice"
        })
final class PoolDrainCommand implements Callable<Integer> {
    @Mixin
    private PoolClientOptions pool;

    @Option(names = "--undo", description = "let the hosts have workers again")
    private boolean undo;

    @Parameters(arity = "1..*", paramLabel = "HOST", description = "names of hosts, as 'sluice pool status' shows them")
    private List<String> hosts = List.of();

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    PoolDrainCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        List<String> words = new ArrayList<>(hosts);
        if (undo) {
            words.add("--undo");
        }
        spec.commandLine()
                .getOut()
                .println(PoolCall.ask(pool.address(), PoolRequest.Verb.DRAIN, words)
                        .text());
        spec.commandLine().getOut().flush();
        return 0;
    }
}
