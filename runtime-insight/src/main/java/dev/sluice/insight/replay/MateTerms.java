package dev.sluice.insight.replay;

import dev.sluice.insight.gain.GainWork;
import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.model.tune.MateModel;
import dev.sluice.model.tune.MateWay;
import java.util.stream.IntStream;

/** The figures of MATE's model from the measurements of a run, for one of its cycles. */
final class MateTerms {
    private MateTerms() {}

    static MateModel of(RecordedRun run) {
        GainWork work = run.measured().work();
        Machines machines = run.replica().machines();
        Overheads costs = run.replica().overheads();
        double units = (double) work.units() / Math.max(1, work.cycles());
        double slots = IntStream.range(0, machines.workers())
                .map(worker ->
                        machines.view().hosts().get(machines.worker(worker)).slots())
                .average()
                .orElse(1);
        MateWay way = MateWay.of(machines);
        double message = costs.masterSends().messageNanos()
                + costs.workerReceives().messageNanos()
                + costs.travel().delayNanos();
        return new MateModel(
                way.latencySeconds() + message / 1e9,
                costs.travel().wireBytes() / way.bytesPerSecond(),
                work.setupBytes(),
                work.inputBytes() * units,
                work.accumulatedBytes() > 0 ? work.accumulatedBytes() * machines.workers() : work.resultBytes() * units,
                work.unitSeconds() * units / slots);
    }
}
