package dev.sluice.master.tune;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.WorkerId;
import dev.sluice.model.delivery.SetupOrder;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.schedule.OpenCycle;
import dev.sluice.model.simulate.Run;
import dev.sluice.model.simulate.SimulationStart;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A copy of what a model of the run needs to know at one moment. Each worker stands for a host of its own, which has
 * the worker's number as its index; host 0 is the master's. A sub-master stands for a host with the slots below it.
 * Immutable, apart from the policy in the open cycle.
 *
 * @param open the open cycle
 * @param seats the workers that take work
 * @param amounts of the run so far
 * @param terms how units are handed out and results come back
 */
public record RunMoment(OpenCycle open, List<Seat> seats, Amounts amounts, SimulationTerms terms) {
    public RunMoment {
        seats = List.copyOf(seats);
    }

    /**
     * A worker that takes work.
     *
     * @param inProcess whether it computes in the master's process
     * @param latencySeconds one way between it and the master; NaN while it is unknown [s]
     * @param outBytesPerSecond the rate at which large messages arrive there; 0 if unknown [bytes/s]
     * @param inBytesPerSecond the rate at which its large messages arrive here; 0 if unknown [bytes/s]
     */
    public record Seat(
            WorkerId id,
            int slots,
            boolean inProcess,
            double latencySeconds,
            double outBytesPerSecond,
            double inBytesPerSecond) {
        private Seat withoutOutRate() {
            return new Seat(id, slots, inProcess, latencySeconds, 0, inBytesPerSecond);
        }

        private Wire port(OpenCycle open) {
            double seconds = Double.isNaN(latencySeconds) ? halfTripSeconds(open) : latencySeconds;
            return new Wire(rate(outBytesPerSecond), rate(inBytesPerSecond), false, Math.round(seconds * 1e9), 0);
        }

        private static double rate(double bytesPerSecond) {
            return bytesPerSecond > 0 ? bytesPerSecond : Double.POSITIVE_INFINITY;
        }

        /** Half of the round trip of its units, which is a little too long [s]. */
        private double halfTripSeconds(OpenCycle open) {
            return open.workers().stream()
                    .filter(each -> each.id().equals(id))
                    .mapToDouble(each -> Math.max(0, each.trip().nanos()) / 2e9)
                    .findAny()
                    .orElse(0);
        }
    }

    /**
     * Sums over the run so far.
     *
     * @param assignedUnits units that were assigned, with their {@code inputBytes} [bytes]
     * @param acceptedUnits units that were accepted, from so many {@code messages} with {@code resultBytes} [bytes]
     * @param computedUnits units that were computed in {@code computeNanos} [ns]
     * @param setupBytes mean size of a setup [bytes]
     * @param applicationNanos time for which the application's thread has worked [ns]
     */
    public record Amounts(
            long assignedUnits,
            long inputBytes,
            long acceptedUnits,
            long messages,
            long resultBytes,
            long computedUnits,
            long computeNanos,
            double setupBytes,
            long applicationNanos) {
        private double unitSeconds() {
            return Math.max(1e-9, computeNanos / 1e9 / Math.max(1, computedUnits));
        }

        private double eachAccepted(double sum) {
            return sum / Math.max(1, acceptedUnits);
        }
    }

    /**
     * The parts of a run that a model is told beside this moment.
     *
     * @param cycles of the run
     * @param units of each cycle
     * @param portBytesPerSecond the rate at which the master sends; infinite if unknown [bytes/s]
     */
    record Shape(int cycles, long units, double portBytesPerSecond) {}

    /**
     * The run as a model knows it.
     *
     * @param remote costs of messages with workers in other processes
     * @param highest the highest number of a worker so far
     */
    Run run(RuntimeCosts remote, int highest, Shape shape) {
        if (setupsShare(shape.portBytesPerSecond())) {
            List<Seat> others = seats.stream().map(Seat::withoutOutRate).toList();
            SimulationTerms atOnce = terms.withSetups(SetupOrder.AT_ONCE);
            return new RunMoment(open, others, amounts, atOnce).described(remote, highest, shape);
        }
        return described(remote, highest, shape);
    }

    /**
     * Tells whether setups share the port, although they leave in turn: the system takes several of them at once. They
     * arrive at less than half of its rate then.
     */
    private boolean setupsShare(double portBytesPerSecond) {
        double mean = seats.stream()
                .mapToDouble(Seat::outBytesPerSecond)
                .filter(rate -> rate > 0)
                .average()
                .orElse(Double.POSITIVE_INFINITY);
        return portBytesPerSecond < Double.POSITIVE_INFINITY && mean < portBytesPerSecond / 2;
    }

    private Run described(RuntimeCosts remote, int highest, Shape shape) {
        return new Run(
                world(highest, shape.portBytesPerSecond()).with(overheads(remote), terms),
                Workloads.constant(shape.cycles(), shape.units(), costs()));
    }

    /** Mean costs of a unit. */
    UnitCosts costs() {
        double acceptSeconds = amounts.eachAccepted(amounts.applicationNanos() / 1e9);
        boolean accumulated = terms.results() == ResultsKind.ACCUMULATED;
        double values = (double) Math.max(1, open.cycle()) * Math.max(1, seats.size());
        return new UnitCosts(
                        amounts.unitSeconds(),
                        accumulated ? 0 : acceptSeconds,
                        amounts.inputBytes() / Math.max(1.0, amounts.assignedUnits()),
                        accumulated ? 0 : amounts.eachAccepted(amounts.resultBytes()),
                        amounts.setupBytes())
                .withResults(terms.results(), accumulated ? amounts.resultBytes() / values : 0, 0);
    }

    private World world(int highest, double portBytesPerSecond) {
        Wire port = new Wire(Double.POSITIVE_INFINITY, portBytesPerSecond, false, 0, 0);
        List<Host> hosts = new ArrayList<>(List.of(new Host("master", 0, port)));
        for (int number = 1; number <= highest; number++) {
            hosts.add(new Host("w" + number, 0)); // of a worker that has left, until one is put in its place
        }
        seats.forEach(seat -> hosts.set(seat.id().number(), host(seat)));
        int[] workers = seats.stream()
                .map(Seat::id)
                .sorted(Comparator.naturalOrder())
                .mapToInt(WorkerId::number)
                .toArray();
        NetworkView view = NetworkView.star("run", hosts);
        return new World(view, 0, workers);
    }

    private Host host(Seat seat) {
        return new Host(seat.id().toString(), 0, seat.port(open)).withSlots(seat.slots(), 1);
    }

    /** Overheads of the runtime. */
    Overheads overheads(RuntimeCosts remote) {
        boolean embedded = seats.stream().allMatch(Seat::inProcess);
        double together = amounts.acceptedUnits() / Math.max(1.0, amounts.messages());
        Overheads all =
                (embedded ? RuntimeCosts.EMBEDDED : remote).overheads(Math.max(1, together), amounts.unitSeconds());
        return all.withStart(0).withWarming(Overheads.Warming.NONE);
    }

    /** The state from which the rest of the cycle is simulated. */
    SimulationStart start(long clockNanos) {
        Map<WorkerId, Integer> hosts = new HashMap<>();
        seats.forEach(seat -> hosts.put(seat.id(), seat.id().number()));
        return new SimulationStart(open, hosts, clockNanos, 0);
    }
}
