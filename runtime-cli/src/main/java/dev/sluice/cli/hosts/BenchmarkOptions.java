package dev.sluice.cli.hosts;

import dev.sluice.cli.launch.WorkerOptions;
import dev.sluice.cli.option.ApplicationOptions;
import dev.sluice.cli.option.OptionRange;
import dev.sluice.cli.run.Durability;
import dev.sluice.cli.run.RunRequest;
import dev.sluice.cli.run.Scheduling;
import dev.sluice.model.delivery.RunRules;
import dev.sluice.model.failure.FailureTerms;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.message.UnitTerms.Isolation;
import java.nio.file.Path;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of {@code hosts benchmark}. */
final class BenchmarkOptions {
    private static final int MOST_UNITS = 100_000;
    private static final long PROBE_BYTES = 4 << 20;

    @Mixin
    final ApplicationOptions application = new ApplicationOptions();

    @Mixin
    final WorkerOptions workers = new WorkerOptions();

    @Option(
            names = "--units",
            paramLabel = "N",
            description = "units per slot, evenly spaced over the first cycle (default: ${DEFAULT-VALUE})")
    int units = 8;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description = "time limit for starting units, such as 30s or 5m (default: ${DEFAULT-VALUE})")
    String budget = "60s";

    @Option(names = "--no-general", description = "skip the general benchmark of the hosts")
    boolean noGeneral;

    @Option(names = "--no-history", description = "do not store the results")
    boolean noHistory;

    @Option(names = "--json", description = "print one JSON object (docs/benchmark.schema.json)")
    boolean json;

    @Option(names = "--dry-run", description = "start nothing; print what would be measured")
    boolean dryRun;

    int unitsEach() {
        return OptionRange.between("--units", units, 1, MOST_UNITS);
    }

    /** Concludes a run on these workers that measures an application. */
    RunRequest request(RunRequest.Application measured, Isolation isolation, Path directory) {
        return new RunRequest(
                measured,
                RunRequest.Master.here(directory),
                workers.workers(),
                new Scheduling(RunRules.USUAL.with(new Handout(PolicyName.SS, Weighting.EQUAL, 0, 0))),
                new RunRequest.Limits(
                        Runtime.getRuntime().maxMemory() / 4,
                        null,
                        PROBE_BYTES,
                        new UnitTerms(0, isolation),
                        FailureTerms.GOING_ON,
                        0,
                        null),
                RunRequest.Reporting.NONE,
                Durability.NONE,
                null,
                null);
    }
}
