package dev.sluice.model.flow;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Which workers are worth having (model.md §5). The flow says which hosts reach the rate if none of them ever waits;
 * tried, they do wait, so hosts are added where resources have room, while that brings more than the least gain. Then
 * those are dropped again that together cost less than it. Immutable.
 */
public final class WorkerSelection {
    /** Nothing is added once the rate is so near to that of the flow. */
    static final double NEAR_ENOUGH = 0.99;

    private final int[] workers;
    private final double rate;
    private final double flowRate;
    private final List<Point> curve;
    private final int trials;

    WorkerSelection(int[] workers, double rate, double flowRate, List<Point> curve, int trials) {
        this.workers = workers;
        this.rate = rate;
        this.flowRate = flowRate;
        this.curve = List.copyOf(curve);
        this.trials = trials;
    }

    /**
     * Selects workers for a master.
     *
     * @param minGain what is worth a step, relative to the rate: 0.01 for 1 %; at least 0, below 1
     */
    public static WorkerSelection choose(Placement placement, int master, Trial trial, double minGain) {
        if (!(minGain >= 0 && minGain < 1)) {
            throw new IllegalArgumentException("least gain " + minGain + " (expected: 0 to below 1)");
        }
        return new Selecting(placement, master, trial, minGain).choose();
    }

    /** Indexes of hosts, the most valued first; empty where no worker can contribute. */
    public int[] workers() {
        return workers.clone();
    }

    /** As tried [units/s]. */
    public double rate() {
        return rate;
    }

    /** The most that these hosts and links allow, were nobody ever to wait [units/s]. */
    public double flowRate() {
        return flowRate;
    }

    /** Rates over the number of workers, ascending, beyond those selected where there are more hosts. */
    public List<Point> curve() {
        return curve;
    }

    /** How many sets were tried. */
    public int trials() {
        return trials;
    }

    /**
     * So many of the most valued workers.
     *
     * @param workers how many
     * @param host the last one among them
     * @param rate as tried [units/s]
     * @param flowRate the most that the flow allows them [units/s]
     * @param gain of each worker since the point before [units/s]
     * @param limit what limits their flow the most; null where nothing flows
     */
    public record Point(
            int workers,
            int host,
            double rate,
            double flowRate,
            double gain,
            @Nullable Limit limit) {}
}
