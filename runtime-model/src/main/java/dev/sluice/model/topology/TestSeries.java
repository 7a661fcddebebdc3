package dev.sluice.model.topology;

import dev.sluice.model.Median;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The trials of one test. Confined to its discovery. */
final class TestSeries {
    /** Trials agree when their sums differ by no more than this part. */
    private static final double AGREED = 0.12;

    /** A test that broke so often is given up. */
    private static final int MOST_FAILURES = 2;

    private final Phase phase;
    private final List<Transfer> transfers;

    /** By trial: the rates of its transfers. */
    private final List<double[]> trials = new ArrayList<>();

    private int failures;
    private int tooShort;
    private boolean givenUp;

    TestSeries(Phase phase, List<Transfer> transfers) {
        this.phase = phase;
        this.transfers = transfers;
    }

    Phase phase() {
        return phase;
    }

    List<Transfer> transfers() {
        return transfers;
    }

    void add(double[] rates) {
        trials.add(rates);
    }

    void failed(boolean atOnce) {
        failures++;
        givenUp |= atOnce || failures >= MOST_FAILURES;
    }

    void wasShort() {
        tooShort++;
    }

    void giveUp() {
        givenUp = true;
    }

    int count() {
        return trials.size();
    }

    boolean touches(int machine) {
        return transfers.stream().anyMatch(transfer -> transfer.touches(machine));
    }

    /** Whether there is something to be known. */
    boolean known() {
        return !trials.isEmpty();
    }

    /** Whether nothing more is to be tried. */
    boolean done(DiscoveryTerms terms) {
        return givenUp
                || trials.size() >= terms.mostTrials()
                || tooShort > terms.mostTrials()
                || isClear(terms.trials());
    }

    /**
     * Whether enough of them agree. As others on the way take from a trial and never add to it, each that was faster is
     * to be outvoted by one more.
     */
    private boolean isClear(int least) {
        List<double[]> lot = agreeing();
        double fastest = lot.stream().mapToDouble(TestSeries::sum).max().orElse(0);
        long faster = trials.stream().filter(trial -> sum(trial) > fastest).count();
        return lot.size() >= least + faster;
    }

    /** Of one transfer: the median over the trials that count. */
    double rate(int transfer) {
        return Median.of(agreeing().stream().mapToDouble(rates -> rates[transfer]));
    }

    /** Of all transfers together. */
    double sum() {
        return Median.of(agreeing().stream().mapToDouble(TestSeries::sum));
    }

    /** How far the sums of trials that count lie apart, as a part of their median. */
    double spread() {
        double[] sums =
                agreeing().stream().mapToDouble(TestSeries::sum).sorted().toArray();
        double middle = Median.of(Arrays.stream(sums));
        return middle == 0 ? 0 : (sums[sums.length - 1] - sums[0]) / middle;
    }

    /**
     * The trials that count: the most that agree with each other, the faster where two lots are equal, as what others
     * have on the way takes from a trial. One that a machine held up before it counted stands alone.
     */
    private List<double[]> agreeing() {
        List<double[]> sorted = new ArrayList<>(trials);
        sorted.sort(Comparator.comparingDouble(TestSeries::sum));
        List<double[]> most = List.of();
        for (int to = sorted.size(); to > most.size(); to--) {
            double least = (1 - AGREED) * sum(sorted.get(to - 1));
            int from = to - 1;
            while (from > 0 && sum(sorted.get(from - 1)) >= least) {
                from--;
            }
            most = to - from > most.size() ? sorted.subList(from, to) : most;
        }
        return most.size() > 1 ? most : trials;
    }

    private static double sum(double[] rates) {
        return Arrays.stream(rates).sum();
    }
}
