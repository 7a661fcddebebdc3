package dev.sluice.cli.pool;

import dev.sluice.cli.option.PoolClientOptions;
import dev.sluice.json.JsonTree;
import dev.sluice.net.message.PoolAnswer;
import dev.sluice.net.message.PoolRequest;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows hosts and runs of a pool. */
@Command(
        name = "status",
        mixinStandardHelpOptions = true,
        exitCodeList = {"0:success", "2:usage error", "3:no pool answers", "5:internal error in Sluice"})
final class PoolStatusCommand implements Callable<Integer> {
    @Mixin
    private PoolClientOptions pool;

    @Option(names = "--json", description = "print one JSON object (docs/pool.schema.json)")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    PoolStatusCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        PoolAnswer answer = PoolCall.ask(pool.address(), PoolRequest.Verb.STATUS, List.of());
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(answer.json());
        } else {
            PoolWords.lines(JsonTree.parse(Path.of("status"), answer.json())).forEach(out::println);
        }
        out.flush();
        return 0;
    }
}
