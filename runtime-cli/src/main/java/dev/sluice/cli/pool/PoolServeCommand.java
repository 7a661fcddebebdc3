package dev.sluice.cli.pool;

import dev.sluice.cli.option.PoolDirectoryOptions;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Serves a pool in the foreground. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        description = "After '--' stand the options that name hosts, as for 'sluice pool start'.",
        exitCodeList = {
            "0:the pool was stopped",
            "2:usage error",
            "3:cannot listen",
            "4:a pool is running there already",
            "5:internal error in Sluice",
            "130:SIGINT; agents and runs go on",
            "143:SIGTERM; agents and runs go on"
        })
final class PoolServeCommand implements Callable<Integer> {
    @Mixin
    private PoolDirectoryOptions pool;

    @Option(names = "--listen", paramLabel = "HOST:PORT", description = "address for agents of other hosts")
    private @Nullable String listen;

    @Option(names = "--metrics", paramLabel = "HOST:PORT", description = PoolStartCommand.METRICS)
    private @Nullable String metrics;

    @Parameters(paramLabel = "OPTIONS", description = "after '--': options that name hosts (default: as last time)")
    private List<String> words = List.of();

    @SuppressWarnings("NullAway.Init") // picocli sets them
    PoolServeCommand() {}

    @Override
    public Integer call() throws Exception {
        return new PoolServer(
                        new PoolPlace(pool.directory()),
                        new PoolServer.Addresses(listen, metrics),
                        words,
                        told -> PoolHostOptions.members(told, 1))
                .serve();
    }
}
