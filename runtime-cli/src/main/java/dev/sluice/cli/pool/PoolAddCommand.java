package dev.sluice.cli.pool;

import dev.sluice.cli.option.PoolClientOptions;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.PoolRequest;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Takes more hosts into a pool. */
@Command(
        name = "add",
        mixinStandardHelpOptions = true,
        exitCodeList = {"0:agents are being started", "2:usage error", "3:no pool answers", "5:internal error in Sluice"
        })
final class PoolAddCommand implements Callable<Integer> {
    @Mixin
    private PoolClientOptions pool;

    @Option(names = "--hosts", paramLabel = "FILE", description = "a file of hosts (docs/hosts.md); repeatable")
    private List<Path> files = List.of();

    @Parameters(paramLabel = "HOST", description = "a host, as in a line of a file of hosts")
    private List<String> hosts = List.of();

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    PoolAddCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        List<String> words = new ArrayList<>();
        files.forEach(
                file -> words.addAll(List.of("--hosts", file.toAbsolutePath().toString())));
        hosts.forEach(host -> words.addAll(List.of("--host", host)));
        if (words.isEmpty()) {
            throw new SluiceException(ErrorCode.USAGE, "pool add: no host (expected: HOST, or --hosts FILE)");
        }
        PoolHostOptions.members(words, 0); // a wrong file is refused here
        spec.commandLine()
                .getOut()
                .println(PoolCall.ask(pool.address(), PoolRequest.Verb.ADD, words)
                        .text());
        spec.commandLine().getOut().flush();
        return 0;
    }
}
