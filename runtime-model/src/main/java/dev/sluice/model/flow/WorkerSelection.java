package dev.sluice.model.flow;

import dev.sluice.model.ledger.RunVerdict;
import java.util.List;

/**
 * Selects the workers that are worth using. The flow gives the hosts that reach the rate if no resource ever waits. In
 * trials they do wait, so hosts are added on resources with free capacity while each step brings at least the least
 * gain. Afterwards hosts are dropped that together cost less than the least gain. Immutable.
 */
public final class WorkerSelection {
    /** Adding stops at this fraction of the flow's rate. */
    static final double NEAR_ENOUGH = 0.99;

    private final int[] workers;
    private final double rate;
    private final double flowRate;
    private final List<Point> curve;
    private final int trials;
    private final RunVerdict verdict;

    WorkerSelection(int[] workers, Trial.Outcome outcome, double flowRate, List<Point> curve, int trials) {
        this.workers = workers;
        this.rate = outcome.rate();
        this.flowRate = flowRate;
        this.curve = List.copyOf(curve);
        this.trials = trials;
        this.verdict = outcome.verdict();
    }

    /**
     * Selects workers for a master.
     *
     * @param minGain least gain of a step, relative to the rate: 0.01 for 1 %; at least 0, below 1
     */
    public static WorkerSelection choose(Placement placement, int master, Trial trial, double minGain) {
        if (!(minGain >= 0 && minGain < 1)) {
            throw new IllegalArgumentException("least gain " + minGain + " (expected: 0 to below 1)");
        }
        return new Selecting(placement, master, trial, minGain).choose();
    }

    /**
     * The same selection with other workers.
     *
     * @param others indices of hosts, the most valued first
     * @param otherRate their rate in a trial [units/s]
     * @param limit their limit in it; none if the rate is an estimate
     */
    public WorkerSelection with(int[] others, double otherRate, RunVerdict limit) {
        return new WorkerSelection(
                others.clone(), new Trial.Outcome(otherRate, 0, new double[0], limit), flowRate, curve, trials + 1);
    }

    /** Indices of hosts, the most valued first; empty if no worker can contribute. */
    public int[] workers() {
        return workers.clone();
    }

    /** Rate of the selected workers in the trial [units/s]. */
    public double rate() {
        return rate;
    }

    /** The limit of the selected workers in the trial. */
    public RunVerdict verdict() {
        return verdict;
    }

    /** Upper bound of the rate for these hosts and links, without waiting [units/s]. */
    public double flowRate() {
        return flowRate;
    }

    /** Rates by ascending number of workers, continued beyond the selected ones if there are more hosts. */
    public List<Point> curve() {
        return curve;
    }

    /** Number of sets tried. */
    public int trials() {
        return trials;
    }

    /**
     * One point of the curve: the {@code workers} most valued workers.
     *
     * @param workers number of workers
     * @param host the last one among them
     * @param rate rate in the trial [units/s]
     * @param flowRate upper bound of their rate by the flow [units/s]
     * @param gain gain of each worker since the previous point [units/s]
     * @param verdict their limit in the trial
     */
    public record Point(int workers, int host, double rate, double flowRate, double gain, RunVerdict verdict) {}
}
