package dev.sluice.model.topology;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The conclusions from a test of simultaneous transfers. Other traffic slows transfers down and never speeds them up. A
 * rate that several trials reach is therefore possible, while a rate that none reached may still be. The first needs
 * only the fastest trials that agree; the second needs many trials, which last longer than a slow phase.
 *
 * @param test the simultaneous transfers
 * @param alone estimate of each transfer if none disturbs another
 * @param quiet true if hardly any trial of the discovery was disturbed
 */
record Together(TestSeries test, List<RateEstimate> alone, boolean quiet) {
    /** Minimum fraction of its single rate that an undisturbed transfer keeps. */
    static final double KEPT = 0.86;

    /** Minimum number of trials. */
    static final int LEAST = 2;

    /** Maximum number of trials. */
    static final int MOST = 20;

    /** Trials, and probes from the first to the last of them, that outlast a slow phase. */
    private static final int LASTING_TRIALS = 7;

    private static final int LASTING_PROBES = 12;
    private static final int QUIET_TRIALS = 4;

    /** Number of trials of which one may be faster than all that agree. */
    private static final int ONE_OF = 14;

    /** Part of the second fastest transfer that one link may seem to carry beside the fastest. */
    private static final double ONE_LINK = 0.3;

    /** Most total of both directions on a medium, relative to the faster one alone. */
    static final double MEDIUM = 1.15;

    /** Standard errors beyond the bound that a decision needs, in units of an estimate's interval of two. */
    private static final double CERTAIN = 1.5;

    Together {
        alone = List.copyOf(alone);
    }

    int size() {
        return alone.size();
    }

    double expected(int transfer) {
        return alone.get(transfer).value();
    }

    /** Decides whether a transfer keeps its rate. */
    TestAnswer kept(int transfer) {
        RateEstimate single = alone.get(transfer);
        return single.agrees() ? decide(rate(transfer), KEPT * single.value(), single.error()) : TestAnswer.UNDECIDED;
    }

    /** The rate of one transfer beside the others. */
    RateEstimate rate(int transfer) {
        return test.rate(transfer);
    }

    /** KEPT if all transfers keep their rates, SLOWED if at least one does not. */
    TestAnswer allKept() {
        TestAnswer all = TestAnswer.KEPT;
        for (int i = 0; i < size(); i++) {
            TestAnswer one = kept(i);
            all = one == TestAnswer.SLOWED || all == TestAnswer.SLOWED
                    ? TestAnswer.SLOWED
                    : one == TestAnswer.UNDECIDED ? one : all;
        }
        return all;
    }

    /** True if it is decided of each transfer whether it keeps its rate. */
    boolean eachDecided() {
        return IntStream.range(0, size()).noneMatch(i -> kept(i) == TestAnswer.UNDECIDED);
    }

    /** True if a transfer neither loses nor gains beside the others, as far as the trials tell. */
    boolean unchanged(int transfer) {
        double ratio = rate(transfer).value() / Math.max(1, expected(transfer));
        return ratio > 0.8 && ratio < 1.25;
    }

    /**
     * Decides whether the transfers together clearly exceed the fastest of them, which they cannot if all pass one link
     * of its rate. SLOWED means one link.
     */
    TestAnswer oneLink() {
        return decide(oneLinkBound());
    }

    private double oneLinkBound() {
        double[] sorted = expected();
        Arrays.sort(sorted);
        double most = sorted[sorted.length - 1];
        return most + ONE_LINK * sorted[sorted.length - 2];
    }

    /** Decides whether all transfers together reach the sum of their single rates. */
    TestAnswer wholeSum() {
        return decide(wholeBound());
    }

    /** Nothing is compared with rates on which most trials do not agree. */
    private TestAnswer decide(double bound) {
        return alone.stream().allMatch(RateEstimate::agrees)
                ? decide(test.sum(), bound, error())
                : TestAnswer.UNDECIDED;
    }

    /** True if the transfers rather stay below their sum: the likelier answer if no more trials are possible. */
    boolean isRatherSlowed() {
        return isRatherBelow(wholeBound());
    }

    /** True if the transfers are, or rather are, on one link. */
    boolean isRatherOneLink() {
        return isRatherBelow(oneLinkBound());
    }

    private boolean isRatherBelow(double bound) {
        RateEstimate sum = test.sum();
        boolean reached = ONE_OF * sum.faster() > test.count();
        return test.count() >= LEAST && !reached && sum.value() * (1 + sum.error()) < bound;
    }

    /** Midway between the whole and what a link of the fastest one's rate would leave, but never below KEPT. */
    private double wholeBound() {
        double whole = Arrays.stream(expected()).sum();
        double most = Arrays.stream(expected()).max().orElse(0);
        return Math.max(KEPT, Math.min(0.95, (1 + most / whole) / 2)) * whole;
    }

    /** The relative error of the sum of all single rates. */
    private double error() {
        double whole = Math.max(1, Arrays.stream(expected()).sum());
        return Math.sqrt(alone.stream()
                        .mapToDouble(each -> each.error() * each.value())
                        .map(half -> half * half)
                        .sum())
                / whole;
    }

    private TestAnswer decide(RateEstimate rate, double bound, double boundError) {
        double error = CERTAIN * Math.hypot(Math.min(1, rate.error()), Math.min(1, boundError));
        if (test.count() < LEAST) {
            return TestAnswer.UNDECIDED;
        }
        if (rate.value() * (1 - error) > bound) {
            return TestAnswer.KEPT;
        }
        boolean reached = ONE_OF * rate.faster() > test.count();
        boolean slow = rate.agrees() && rate.value() * (1 + error) < bound;
        return slow && lasting() && !reached ? TestAnswer.SLOWED : TestAnswer.UNDECIDED;
    }

    private boolean lasting() {
        List<TestSeries.Trial> trials = test.trials();
        int span = trials.get(trials.size() - 1).at() - trials.get(0).at();
        return quiet && trials.size() >= QUIET_TRIALS || trials.size() >= LASTING_TRIALS && span >= LASTING_PROBES;
    }

    private double[] expected() {
        return alone.stream().mapToDouble(RateEstimate::value).toArray();
    }

    /**
     * True if both directions together carry hardly more than one alone. Acknowledgements that queue behind the data of
     * the other direction slow a full-duplex link, too, but not as much.
     */
    boolean isMedium() {
        return total() <= MEDIUM * Arrays.stream(expected()).max().orElse(0);
    }

    /** Decides whether the transfers together exceed a bound [bytes/s]. */
    TestAnswer total(double bound) {
        return decide(test.sum(), bound, 0);
    }

    /** The transfers' total rate. */
    double total() {
        return test.sum().value();
    }

    /** The highest total rate that the trials do not exclude. */
    double mostTotal() {
        return test.sum().value() * (1 + CERTAIN * test.sum().error());
    }

    /** True if a shared link would slow the fastest transfer so little that the test cannot show it. */
    boolean blind() {
        double most = Arrays.stream(expected()).max().orElse(0);
        return Arrays.stream(expected()).sum() - most < 0.12 * most;
    }
}
