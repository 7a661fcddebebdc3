package dev.sluice.insight.cost;

import dev.sluice.cli.overheads.OverheadsMeter;
import dev.sluice.model.predict.LogGp;
import dev.sluice.model.simulate.Interference;
import dev.sluice.model.simulate.Overheads;
import dev.sluice.model.simulate.Overheads.Warming;
import java.util.List;

/**
 * What the runtime itself costs on this machine: for the simulator, and as messages for people.
 *
 * @param overheads with the time that a worker of this machine takes to start
 * @param interference what of them changes while units compute
 * @param upkeep of the processes of this machine, beside units and messages
 * @param message 2·o(P) + L + k·G of a message between master and worker
 */
public record RuntimeCosts(Overheads overheads, InterferenceGrowth interference, UpkeepGrowth upkeep, LogGp message) {
    /** Nothing costs anything. */
    static final RuntimeCosts NONE =
            new RuntimeCosts(Overheads.NONE, InterferenceGrowth.NONE, UpkeepGrowth.NONE, new LogGp(0, 0, 0, 0));

    /** Where nothing was measured: a virtual machine of 2 cores. */
    public static final RuntimeCosts ASSUMED = new RuntimeCosts(
            Overheads.MEASURED.withStart(500_000_000L),
            new InterferenceGrowth(
                    List.of(new InterferenceGrowth.At(1, new Interference(80_000, 200_000, 120_000, 500, 1e-4)))),
            new UpkeepGrowth(
                    List.of(),
                    new Upkeep(1_400_000_000L, 1_500_000_000L),
                    new Upkeep(0, 1_500_000_000L),
                    new Upkeep(7_000_000L, 10_000_000L)),
            new LogGp(3.7e-5, 0, 4.4e-5, 1.8e-9));

    /**
     * What was measured.
     *
     * @param messages units whose messages are seen alone
     * @param units that stream
     * @param crowds units that stream and compute, on several workers
     */
    public static RuntimeCosts of(
            OverheadsMeter meter, List<Measured> messages, List<Measured> units, List<OverheadsMeter.Crowd> crowds) {
        Overheads fit = OverheadsFit.of(meter.first(), messages, units);
        // There and back: two messages, which together carry the input and the result.
        List<LogGp.Exchange> exchanges = messages.stream()
                .map(each -> new LogGp.Exchange(
                        each.step().inputBytes() + each.step().resultBytes(), 1, each.clockNanos() / 1e9))
                .toList();
        double overhead =
                (fit.masterSends().messageNanos() + fit.workerReceives().messageNanos()) / 2 / 1e9;
        LogGp both = LogGp.fit(exchanges, 2 * overhead);
        return new RuntimeCosts(
                fit.withStart(meter.startNanos()),
                new InterferenceGrowth(crowds.stream()
                        .map(crowd -> new InterferenceGrowth.At(
                                crowd.perProcessor(),
                                OverheadsFit.interference(
                                        fit.withWarming(Warming.NONE),
                                        crowd.measured(),
                                        meter.quiet(),
                                        crowd.workers())))
                        .toList()),
                meter.upkeep(),
                new LogGp(both.overheadSeconds() / 2, 0, both.latencySeconds() / 2, both.secondsPerByte()));
    }
}
