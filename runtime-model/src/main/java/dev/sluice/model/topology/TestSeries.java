package dev.sluice.model.topology;

import dev.sluice.model.Median;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The trials of one test. Confined to its discovery. */
final class TestSeries {
    /** Trials agree if their sums differ by at most this fraction. */
    private static final double AGREED = 0.12;

    /** Number of failures after which a test is given up. */
    private static final int MOST_FAILURES = 2;

    private final Phase phase;
    private final List<Transfer> transfers;

    /** Rates of the transfers, per trial. */
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

    /** True if a trial was measured. */
    boolean known() {
        return !trials.isEmpty();
    }

    /** True if the test needs no more trials. */
    boolean done(DiscoveryTerms terms) {
        return givenUp
                || trials.size() >= terms.mostTrials()
                || tooShort > terms.mostTrials()
                || isClear(terms.trials());
    }

    /**
     * True if enough trials agree. Other traffic slows a trial down and never speeds it up, so each faster trial
     * requires one more agreeing trial.
     */
    private boolean isClear(int least) {
        List<double[]> lot = agreeing();
        double fastest = lot.stream().mapToDouble(TestSeries::sum).max().orElse(0);
        long faster = trials.stream().filter(trial -> sum(trial) > fastest).count();
        return lot.size() >= least + faster;
    }

    /** Rate of one transfer: the median over the agreeing trials. */
    double rate(int transfer) {
        return Median.of(agreeing().stream().mapToDouble(rates -> rates[transfer]));
    }

    /** Sum of all transfers: the median over the agreeing trials. */
    double sum() {
        return Median.of(agreeing().stream().mapToDouble(TestSeries::sum));
    }

    /** Spread of the agreeing trials' sums, relative to their median. */
    double spread() {
        double[] sums =
                agreeing().stream().mapToDouble(TestSeries::sum).sorted().toArray();
        double middle = Median.of(Arrays.stream(sums));
        return middle == 0 ? 0 : (sums[sums.length - 1] - sums[0]) / middle;
    }

    /**
     * The largest set of trials that agree. Ties go to the faster set, because other traffic only slows trials down. A
     * trial that a machine delayed stands alone.
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
