package dev.sluice.benchmarks.papers;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.model.simulate.cost.Overheads.Cost;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * MATE's synchronous protocol, (3) and (4): the master sends n equal parts of the data, one after the other, each with
 * a latency tl that occupies it, and waits for n results. Runs in virtual time have one unit for each worker. What the
 * latency occupies is counted as bytes, so that messages without data cost nothing.
 */
final class SendAll {
    /** tl [ns], lambda [ns for a byte], Tc [ns], V [bytes]; p of V is sent, and the rest comes back. */
    private static final double LATENCY = 20e6;

    private static final double BYTE = 80;
    private static final double COMPUTE = 8e9;
    private static final double VOLUME = 10e6;
    private static final double SENT = 0.5;

    private static final int MOST = 40;

    /** Equation and run are the same within this: in a run the first message leaves before its sender is occupied. */
    private static final double SAME = 0.05;

    private SendAll() {}

    static void tell(ExperimentRun run) {
        List<List<String>> rows = new ArrayList<>();
        int best = 1;
        double least = Double.POSITIVE_INFINITY;
        double worst = 0;
        for (int workers = 1; workers <= MOST; workers++) {
            double taken = seconds(workers);
            double expected = equation(workers);
            worst = Math.max(worst, Math.abs(taken / expected - 1));
            best = taken < least ? workers : best;
            least = Math.min(least, taken);
            if (workers % 5 == 0) {
                rows.add(List.of(Integer.toString(workers), Cells.number(expected), Cells.number(taken)));
            }
        }
        double optimum = Math.sqrt(((1 - SENT) * BYTE * VOLUME + COMPUTE) / LATENCY);
        run.table("A master that sends all, then waits for all", List.of("workers", "(3), s", "run, s"), rows);
        run.claim(
                "send-all-time",
                "A master that sends all, and then waits for all, takes the time of (3), within 5 %.",
                worst < SAME,
                "within " + Cells.percent(worst) + " for 1 to " + MOST + " workers");
        run.claim(
                "send-all-best",
                "Its best number of workers is that of (4).",
                Math.abs(best - optimum) <= 1,
                String.format(Locale.ROOT, "%d; (4) says %.1f", best, optimum));
    }

    /** (3) [s]. */
    private static double equation(int n) {
        return 1e-9 * ((n + 1) * LATENCY + BYTE * SENT * VOLUME + COMPUTE / n + BYTE * (1 - SENT) * VOLUME / n);
    }

    private static double seconds(int workers) {
        Wire port = Wire.duplex(1e12);
        List<Host> hosts = new ArrayList<>(List.of(new Host("master", 0, port).withSlots(1, 1)));
        for (int i = 1; i <= workers; i++) {
            hosts.add(new Host("h" + i, 0, port).withSlots(1, 1));
        }
        NetworkView view = new NetworkView("star", List.of(new Link("switch", Wire.UNLIMITED)), hosts);
        Cost message = new Cost(0, BYTE);
        double latency = LATENCY / BYTE;
        Overheads none = Overheads.NONE;
        Overheads costs = new Overheads(
                message, Cost.NONE, message, Cost.NONE, 0, 0, 0, 0, 0, 0, 0, none.travel(), none.warming());
        Workload work = Workloads.constant(
                1,
                workers,
                new UnitCosts(
                        1e-9 * COMPUTE / workers,
                        0,
                        latency + SENT * VOLUME / workers,
                        latency + (1 - SENT) * VOLUME / workers,
                        0));
        SimulationReport report =
                Simulation.run(work, World.all(view, 0).with(costs, SimulationTerms.DEFAULT), Timeline.NONE);
        return report.seconds();
    }
}
