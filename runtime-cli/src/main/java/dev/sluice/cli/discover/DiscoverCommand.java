package dev.sluice.cli.discover;

import dev.sluice.json.Json;
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
        sortOptions = false,
        usageHelpAutoWidth = true,
        description = {
            "Finds out by transfers between workers which hosts share which links and what these carry, as seen from this"
                    + " machine, the would-be master. The result is a network view for 'plan', 'simulate' and"
                    + " 'predict'.",
            "Nothing is computed. The transfers are bounded: --dry-run says by how much."
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:there is a view",
            "2:wrong use, or files that cannot be read or written",
            "3:network or security: not to listen there; no host can be used, all for one reason",
            "4:resources: no worker joined, or none was left to measure",
            "5:a defect in Sluice",
            "130:stopped by Ctrl-C",
            "143:stopped by SIGTERM"
        })
public final class DiscoverCommand implements Callable<Integer> {
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
            out.println(options.json ? Json.object(json -> DiscoveryJson.plan(json, plan)) : DiscoverRun.words(plan));
            return 0;
        }
        return new DiscoverRun(request, out, spec.commandLine().getErr(), Clock.systemUTC()).run();
    }
}
