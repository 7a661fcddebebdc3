package dev.sluice.cli.discover;

import dev.sluice.model.topology.DiscoveryPlan;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Finds out which hosts share which links. */
@Command(
        name = "discover",
        mixinStandardHelpOptions = true,
        description = {
            "Measures between workers, as seen from this machine as the master. The result is a network view for "
                    + "'sluice plan' and 'sluice simulate'.",
            "Computes nothing. --dry-run prints how much traffic the tests cause."
        },
        exitCodeList = {
            "0:success",
            "2:usage error, or files that cannot be read or written",
            "3:network or security error: cannot listen, or all hosts failed for one reason",
            "4:no worker joined, or none was left to measure",
            "5:internal error in Sluice",
            "130:stopped by Ctrl-C",
            "143:stopped by SIGTERM"
        })
final class DiscoverCommand implements Callable<Integer> {
    @Mixin
    private DiscoverOptions options;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    DiscoverCommand() {}

    @Override
    public Integer call() throws Exception {
        DiscoverRequest request = options.request();
        PrintWriter out = spec.commandLine().getOut();
        if (options.dryRun) {
            DiscoveryPlan plan =
                    DiscoveryPlan.of(request.expected(), request.terms().apply(request.expected()));
            out.println(options.json ? DiscoveryJson.of(plan) : DiscoverRun.words(plan));
            return 0;
        }
        return new DiscoverRun(request, out, spec.commandLine().getErr(), Clock.systemUTC()).run();
    }
}
