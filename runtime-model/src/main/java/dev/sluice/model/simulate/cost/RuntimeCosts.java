package dev.sluice.model.simulate.cost;

import dev.sluice.model.Written;
import dev.sluice.model.simulate.cost.Overheads.Cost;
import dev.sluice.model.simulate.cost.Overheads.Decline;
import dev.sluice.model.simulate.cost.Overheads.Warming;
import java.util.function.ToDoubleFunction;

/**
 * The runtime's own costs on one kind of host, in processor time [ns]. Every run counts them; NaN marks a figure that a
 * run could not count. The figures exclude JIT warm-up, which the constants of this class describe.
 *
 * @param masterMessageNanos cost of each message that the master's loop sends or receives, with units of 0.1 ms or
 *     longer
 * @param workerMessageNanos the same for a worker's loop
 * @param unitNanos a slot's cost for each unit of many that travel together, without its computing
 * @param secondNanos cost of each process per second: timers, sensors, statistics
 * @param startNanos wall time from the start of a worker until its slots can compute
 */
public record RuntimeCosts(
        @Written(orNull = true) double masterMessageNanos,
        @Written(orNull = true) double workerMessageNanos,
        @Written(orNull = true) double unitNanos,
        @Written(orNull = true) double secondNanos,
        @Written(orNull = true) double startNanos) {
    /**
     * Figures for a host without runs: a virtual machine of 2 cores, Java 17. A message's cost is the sum of its cost
     * alone ({@link Overheads#MEASURED}) and its additional cost while slots compute, by the benchmark
     * {@code prediction} of 2026-11-23.
     */
    public static final RuntimeCosts DEFAULT = new RuntimeCosts(78_000, 137_000, 200, 8_000_000, 500_000_000);

    /** Costs in one process, where messages are neither encrypted nor sent, and no worker is started. */
    public static final RuntimeCosts EMBEDDED = new RuntimeCosts(5_000, 5_000, 200, 0, 0);

    /** Messages, units and processes cost nothing. */
    public static final RuntimeCosts NONE = new RuntimeCosts(0, 0, 0, 0, 0);

    /** No figure was counted. */
    public static final RuntimeCosts UNKNOWN =
            new RuntimeCosts(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /**
     * Costs of a slot for each message of results, and for each claim that it waited for, in multiples of a unit's
     * cost.
     */
    private static final double UNITS_A_MESSAGE = 600;

    private static final double UNITS_A_CLAIM = 200;

    /** Units of at least this length evict caches fully between messages, shorter ones in proportion [s]. */
    private static final double DISTURBING_SECONDS = 1e-4;

    /** Fraction of a message's cost that remains if units evict no caches. */
    private static final double MASTER_UNDISTURBED = 0.49;

    private static final double WORKER_UNDISTURBED = 0.27;
    private static final double SLOT_UNDISTURBED = 0.33;

    /** JIT warm-up of loops and slots: additional cost of the first messages and units, and its duration. */
    private static final Decline MASTER_WARMING = new Decline(4.5, 1_400);

    private static final Decline WORKER_WARMING = new Decline(1.35, 1_400);
    private static final double SLOT_WARMING_UNITS = 1_000;
    private static final double SLOT_WARMING_COUNT = 700;

    /**
     * JIT warm-up and garbage collection: numbers of messages and units after which the additional cost falls to 1/e.
     */
    private static final double COMPILED_MESSAGES = 8_000;

    private static final double COMPILED_UNITS = 500_000;

    /** Minimum messages of a process in a usable run; with fewer, registration and handshakes dominate the cost. */
    private static final long FEWEST_MESSAGES = 500;

    private static final long FEWEST_UNITS = 100;

    /** Slots with a smaller share of a processor also waited for it around their units. */
    private static final double LEAST_SHARE = 0.8;

    /** Warm-up cost of a process apart from messages and units, in seconds of its background threads. */
    private enum WarmUp {
        MASTER(37, 165, 185),
        WORKER(100, 88, 50);

        private final double start;
        private final double messages;
        private final double units;

        WarmUp(double start, double messages, double units) {
            this.start = start;
            this.messages = messages;
            this.units = units;
        }

        double seconds(double ofMessages, double ofUnits) {
            double streamed = Math.max(0, ofUnits - ofMessages);
            return start
                    - messages * Math.expm1(-ofMessages / COMPILED_MESSAGES)
                    - units * Math.expm1(-streamed / COMPILED_UNITS);
        }
    }

    /**
     * The counts of one process in a run, or the mean of several similar ones.
     *
     * @param messages messages sent and received
     * @param resultMessages messages with results
     * @param units units computed, or accepted
     * @param unitSeconds compute time of one unit [s]
     * @param loopNanos processor time of the loop [ns]
     * @param otherNanos processor time of the process without its loop and without the threads that call the
     *     application [ns]
     * @param slotNanos processor time of the slots around their units; 0 on a master [ns]
     * @param slotShare fraction of a processor that busy slots had, 0 to 1
     * @param seconds wall time [s]
     */
    public record Counted(
            double messages,
            double resultMessages,
            double units,
            double unitSeconds,
            double loopNanos,
            double otherNanos,
            double slotNanos,
            double slotShare,
            double seconds) {}

    public RuntimeCosts {
        if (masterMessageNanos < 0 || workerMessageNanos < 0 || unitNanos < 0 || secondNanos < 0 || startNanos < 0) {
            throw new IllegalArgumentException("runtime costs: " + masterMessageNanos + " and " + workerMessageNanos
                    + " ns a message, " + unitNanos + " a unit, " + secondNanos + " a second, " + startNanos
                    + " to start (expected: none negative)");
        }
    }

    /** The figures that a master can count. */
    public static RuntimeCosts ofMaster(Counted run) {
        double taking = Overheads.MEASURED.takeNanos() * run.units;
        return new RuntimeCosts(
                message(run, MASTER_WARMING, MASTER_UNDISTURBED, taking),
                Double.NaN,
                Double.NaN,
                second(run, WarmUp.MASTER),
                Double.NaN);
    }

    /**
     * The figures that a worker can count.
     *
     * @param startNanos wall time until slots could compute; 0 if unknown [ns]
     */
    public static RuntimeCosts ofWorker(Counted run, double startNanos) {
        return new RuntimeCosts(
                Double.NaN,
                message(run, WORKER_WARMING, WORKER_UNDISTURBED, 0),
                unit(run),
                second(run, WarmUp.WORKER),
                startNanos > 0 ? startNanos : Double.NaN);
    }

    private static double message(Counted run, Decline warming, double undisturbed, double others) {
        double messages = run.messages * disturbed(undisturbed, run.unitSeconds) + warming.moreOf(run.messages);
        return run.messages < FEWEST_MESSAGES || run.loopNanos <= 0
                ? Double.NaN
                : Math.max(0, run.loopNanos - others) / messages;
    }

    /** Fraction of a message's cost that applies with units of this length. */
    private static double disturbed(double undisturbed, double unitSeconds) {
        return undisturbed + (1 - undisturbed) * Math.min(1, unitSeconds / DISTURBING_SECONDS);
    }

    private static double unit(Counted run) {
        if (run.units < FEWEST_UNITS || run.slotShare < LEAST_SHARE || run.resultMessages < 1) {
            return Double.NaN;
        }
        Overheads usual = DEFAULT.overheads(run.units / run.resultMessages, run.unitSeconds);
        double expected =
                usual.unitNanos() * (run.units + usual.warming().slot().moreOf(run.units));
        return DEFAULT.unitNanos * run.slotNanos / expected;
    }

    private static double second(Counted run, WarmUp warmUp) {
        return run.seconds < 1 || run.otherNanos <= 0
                ? Double.NaN
                : run.otherNanos / (run.seconds + warmUp.seconds(run.messages / 2, run.units));
    }

    /** Replaces unknown figures by those of {@code other}. */
    public RuntimeCosts or(RuntimeCosts other) {
        return new RuntimeCosts(
                known(other, RuntimeCosts::masterMessageNanos),
                known(other, RuntimeCosts::workerMessageNanos),
                known(other, RuntimeCosts::unitNanos),
                known(other, RuntimeCosts::secondNanos),
                known(other, RuntimeCosts::startNanos));
    }

    private double known(RuntimeCosts other, ToDoubleFunction<RuntimeCosts> figure) {
        double own = figure.applyAsDouble(this);
        return Double.isNaN(own) ? figure.applyAsDouble(other) : own;
    }

    /** The simulator's costs for units of any length. All figures must be known. */
    public Overheads overheads() {
        Decline slotWarming = new Decline(5, SLOT_WARMING_COUNT);
        return overheads(
                unitNanos, UNITS_A_CLAIM * unitNanos, new Warming(MASTER_WARMING, WORKER_WARMING, slotWarming), 1, 1);
    }

    /** The same with a master whose messages cost more with more sessions. */
    public Overheads overheads(PeerCost peers) {
        boolean counted = masterMessageNanos > 0 && (peers.peerNanos() > 0 || peers.messageNanos() >= 0);
        double base = peers.messageNanos() >= 0 ? peers.messageNanos() / masterMessageNanos : 1;
        return counted ? overheads().withPeers(base, peers.peerNanos() / masterMessageNanos) : overheads();
    }

    /**
     * The simulator's costs for units of one length. All figures must be known.
     *
     * @param unitsPerMessage number of units in each message of results
     * @param unitSeconds compute time of one unit [s]
     */
    public Overheads overheads(double unitsPerMessage, double unitSeconds) {
        double aMessage = UNITS_A_MESSAGE * disturbed(SLOT_UNDISTURBED, unitSeconds);
        double times = 1 + aMessage / Math.max(1, unitsPerMessage);
        double master = disturbed(MASTER_UNDISTURBED, unitSeconds);
        double worker = disturbed(WORKER_UNDISTURBED, unitSeconds);
        Warming warming = new Warming(
                new Decline(MASTER_WARMING.more() / master, MASTER_WARMING.count()),
                new Decline(WORKER_WARMING.more() / worker, WORKER_WARMING.count()),
                new Decline(SLOT_WARMING_UNITS / times, SLOT_WARMING_COUNT));
        return overheads(times * unitNanos, 0, warming, master, worker);
    }

    private Overheads overheads(
            double eachUnitNanos, double claimNanos, Warming warming, double master, double worker) {
        Overheads usual = Overheads.MEASURED;
        double scale = unitNanos / DEFAULT.unitNanos;
        return new Overheads(
                new Cost(masterMessageNanos * master, usual.masterSends().byteNanos()),
                new Cost(masterMessageNanos * master, usual.masterReceives().byteNanos()),
                new Cost(workerMessageNanos * worker, usual.workerSends().byteNanos()),
                new Cost(workerMessageNanos * worker, usual.workerReceives().byteNanos()),
                usual.handOutNanos() * scale,
                usual.takeNanos() * scale,
                eachUnitNanos,
                claimNanos,
                usual.frameBytes(),
                usual.unitBytes(),
                Math.round(startNanos),
                usual.travel(),
                warming);
    }

    /**
     * Warm-up processor time of a worker until it has sent this many messages with the results of this many units,
     * without the costs of units and messages and without {@link #secondNanos} [ns].
     */
    public double workerWarmUpNanos(double messages, double units) {
        return secondNanos * WarmUp.WORKER.seconds(messages, units);
    }

    /** The same for a master that receives this many messages [ns]. */
    public double masterWarmUpNanos(double messages, double units) {
        return secondNanos * WarmUp.MASTER.seconds(messages, units);
    }
}
