package dev.sluice.insight.replay;

import dev.sluice.insight.gain.GainWork;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Routes;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.model.tune.MateModel;
import java.util.BitSet;
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
        double message = costs.masterSends().messageNanos()
                + costs.workerReceives().messageNanos()
                + costs.travel().delayNanos();
        return new MateModel(
                latencySeconds(machines) + message / 1e9,
                costs.travel().wireBytes() / commonBytesPerSecond(machines),
                work.setupBytes(),
                work.inputBytes() * units,
                work.accumulatedBytes() > 0 ? work.accumulatedBytes() * machines.workers() : work.resultBytes() * units,
                work.unitSeconds() * units / slots);
    }

    /** The shortest way to a worker [s]. */
    private static double latencySeconds(Machines machines) {
        Routes routes = Routes.to(machines.view(), machines.master());
        return IntStream.range(0, machines.workers())
                        .mapToLong(worker -> routes.latencyNanos(machines.worker(worker)))
                        .min()
                        .orElse(0)
                / 1e9;
    }

    /** The narrowest wire that data for every worker pass, in this direction [bytes/s]. */
    private static double commonBytesPerSecond(Machines machines) {
        NetworkView view = machines.view();
        Routes routes = Routes.to(view, machines.master());
        BitSet common = new BitSet();
        common.set(0, view.links().size());
        for (int worker = 0; worker < machines.workers(); worker++) {
            BitSet passed = new BitSet();
            for (int link = view.hosts().get(machines.worker(worker)).link(); link >= 0; link = routes.next(link)) {
                passed.set(link);
            }
            common.and(passed);
        }
        double least = view.hosts().get(machines.master()).port().upBytesPerSecond();
        for (int link = common.nextSetBit(0); link >= 0; link = common.nextSetBit(link + 1)) {
            least = Math.min(least, bytesPerSecond(view, routes, link));
        }
        return least;
    }

    private static double bytesPerSecond(NetworkView view, Routes routes, int link) {
        Link own = view.links().get(link);
        double medium = own.wire().shared() ? own.wire().downBytesPerSecond() : Double.POSITIVE_INFINITY;
        if (routes.wire(link) < 0) {
            return medium;
        }
        Wire next = view.links().get(routes.wire(link)).wire();
        return Math.min(medium, routes.climbs(link) ? next.downBytesPerSecond() : next.upBytesPerSecond());
    }
}
