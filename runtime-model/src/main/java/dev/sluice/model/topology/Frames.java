package dev.sluice.model.topology;

import dev.sluice.model.topology.SequentialTest.Decision;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A test of simultaneous transfers whose trials are framed by single transfers: single, together, together, single. A
 * load that lasts longer than a frame slows its single and its simultaneous transfers alike, and cancels in their
 * ratio. Where the two probes of a side differ, something disturbed the slower one.
 *
 * @param test the simultaneous transfers
 * @param expected rate of each transfer if none disturbs another [bytes/s]
 * @param rates rates per frame and transfer, corrected by the load of the frame [bytes/s]
 * @param disturbed probability that a frame misleads
 */
record Frames(TestSeries test, double[] expected, List<double[]> rates, double disturbed) {
    /** Minimum fraction of its single rate that an undisturbed transfer keeps. */
    static final double KEPT = 0.86;

    /** Part of the second fastest transfer that one link may seem to carry beside the fastest. */
    private static final double ONE_LINK = 0.3;

    /** Two probes whose rates differ by more than this factor do not agree. */
    private static final double AGREED = 0.8;

    /** Number of simultaneous trials in a frame. */
    static final int TRIALS = 2;

    /** Maximum number of frames. */
    static final int MOST = 8;

    /**
     * Puts the frames together.
     *
     * @param load fraction of the usual rate that single transfers reached before and after a trial, by its probe
     */
    static Frames of(TestSeries test, double[] expected, Load load, double disturbed) {
        List<TestSeries.Trial> trials = test.trials();
        List<double[]> rates = new ArrayList<>();
        for (int first = 0; first + 1 < trials.size(); first += TRIALS) {
            TestSeries.Trial one = trials.get(first);
            TestSeries.Trial other = trials.get(first + 1);
            double part = load.around(one.at(), other.at());
            boolean agree = agree(one.sum(), other.sum());
            TestSeries.Trial faster = one.sum() > other.sum() ? one : other;
            rates.add(IntStream.range(0, expected.length)
                    .mapToDouble(i -> (agree ? (one.rates()[i] + other.rates()[i]) / 2 : faster.rates()[i]) / part)
                    .toArray());
        }
        return new Frames(test, expected, rates, disturbed);
    }

    /** The load on the network, by the probes around a trial. */
    interface Load {
        double around(int firstProbe, int lastProbe);
    }

    /** The common value of two probes: their mean if they agree, else the faster one. */
    static double common(double one, double other) {
        return agree(one, other) ? (one + other) / 2 : Math.max(one, other);
    }

    private static boolean agree(double one, double other) {
        return Math.min(one, other) >= AGREED * Math.max(one, other);
    }

    /** Decides whether a transfer keeps its rate. */
    Decision kept(int transfer) {
        return SequentialTest.decide(
                rates.stream().mapToDouble(frame -> frame[transfer] / Math.max(1, expected[transfer])),
                KEPT,
                disturbed);
    }

    /** KEPT if all transfers keep their rates, SLOWED if at least one does not. */
    Decision allKept() {
        Decision all = Decision.KEPT;
        for (int i = 0; i < expected.length; i++) {
            Decision one = kept(i);
            all = one == Decision.SLOWED || all == Decision.SLOWED
                    ? Decision.SLOWED
                    : one == Decision.UNDECIDED ? one : all;
        }
        return all;
    }

    /** Decides whether a transfer is slower or clearly faster than expected; KEPT is neither. */
    Decision exact(int transfer) {
        double[] ratios = rates.stream()
                .mapToDouble(frame -> frame[transfer] / Math.max(1, expected[transfer]))
                .toArray();
        return SequentialTest.decide(Arrays.stream(ratios).map(ratio -> Math.min(ratio, 1 / ratio)), 0.75, disturbed);
    }

    /**
     * Decides whether the transfers together clearly exceed the fastest of them, which they cannot if all pass one link
     * of its rate. Contention may bring them below their sum, so that the bound is near that link's rate. SLOWED means
     * one link.
     */
    Decision oneLink() {
        return oneLink(1);
    }

    /** @param strictness factor on the evidence that a decision needs */
    Decision oneLink(double strictness) {
        double[] sorted = expected.clone();
        Arrays.sort(sorted);
        double most = sorted[sorted.length - 1];
        double bound = most + ONE_LINK * sorted[sorted.length - 2];
        return SequentialTest.decide(
                rates.stream().mapToDouble(frame -> Arrays.stream(frame).sum()), bound, disturbed, strictness);
    }

    /** Decides whether all transfers together reach the sum of their single rates. */
    Decision wholeSum() {
        double whole = Arrays.stream(expected).sum();
        double most = Arrays.stream(expected).max().orElse(0);
        // Midway between the whole and what a link of the fastest one's rate would leave, but never above KEPT.
        double bound = Math.max(KEPT, Math.min(0.95, (1 + most / whole) / 2)) * whole;
        return SequentialTest.decide(
                rates.stream().mapToDouble(frame -> Arrays.stream(frame).sum()), bound, disturbed);
    }

    /** The transfers' total rate. */
    double total() {
        return test.sum().value();
    }

    /** The highest total rate that the trials do not exclude. */
    double mostTotal() {
        return test.sum().high();
    }

    /** True if a shared link would slow the fastest transfer so little that the test cannot show it. */
    boolean blind() {
        double most = Arrays.stream(expected).max().orElse(0);
        return Arrays.stream(expected).sum() - most < 0.12 * most;
    }
}
