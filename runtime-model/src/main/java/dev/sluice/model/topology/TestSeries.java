package dev.sluice.model.topology;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The trials of one test. Confined to its discovery. */
final class TestSeries {
    /** Number of failures after which a test is given up. */
    private static final int MOST_FAILURES = 2;

    /** Number of trials that used up their bytes too early, after which no longer one can be expected. */
    private static final int MOST_SHORT = 2;

    private final Phase phase;
    private final List<Transfer> transfers;
    private final List<Trial> trials = new ArrayList<>();
    private int failures;
    private int tooShort;
    private boolean givenUp;

    /** Null after a trial was added. */
    private @Nullable RateEstimate sum;

    /**
     * One trial.
     *
     * @param at number of its probe in the discovery
     * @param rates rates of the transfers, in their order [bytes/s]
     */
    record Trial(int at, double[] rates) {
        double sum() {
            return Arrays.stream(rates).sum();
        }
    }

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

    List<Trial> trials() {
        return trials;
    }

    void add(int at, double[] rates) {
        trials.add(new Trial(at, rates));
        sum = null;
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

    boolean givenUp() {
        return givenUp;
    }

    int count() {
        return trials.size();
    }

    int attempts() {
        return trials.size() + tooShort + failures;
    }

    boolean touches(int machine) {
        return transfers.stream().anyMatch(transfer -> transfer.touches(machine));
    }

    /** True if a trial was measured. */
    boolean known() {
        return !trials.isEmpty();
    }

    /** True if the test may have no more trials. */
    boolean exhausted(DiscoveryTerms terms) {
        return givenUp || trials.size() >= terms.mostTrials() || tooShort > MOST_SHORT;
    }

    /** The rate of one transfer beside the others. */
    RateEstimate rate(int transfer) {
        return RateEstimate.of(
                trials.stream().mapToDouble(trial -> trial.rates()[transfer]).toArray());
    }

    /** Sum of all transfers. */
    RateEstimate sum() {
        RateEstimate known = sum;
        if (known == null) {
            known = RateEstimate.of(trials.stream().mapToDouble(Trial::sum).toArray());
            sum = known;
        }
        return known;
    }

    /** Number of trials that something slowed down. */
    int disturbed() {
        return sum().slower();
    }
}
