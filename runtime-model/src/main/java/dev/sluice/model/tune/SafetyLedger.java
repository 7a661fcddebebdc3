package dev.sluice.model.tune;

/**
 * The safety rule: at each checkpoint the run has done a promised part of what it would have done under its starting
 * setting, on the machines as they were; what is under way, one unit and one round trip for each slot, may be missing
 * besides. Before the first change the run itself is that reference. Later the reference advances as the model says the
 * starting setting would have, in the seconds that passed. A change is paid from what the rule allows to lose: it is
 * tried for no longer than that lasts if it goes wrong. All amounts are work [s]. Confined to its tuner.
 */
final class SafetyLedger {
    /** The promise of a run. */
    static final double KEPT = 0.97;

    /**
     * The run goes home when this part of the allowed loss is lost, so that the promise survives errors of the model.
     */
    private static final double LIMIT = 2 / 3.0;

    /** A trial may use up this part of the allowed loss. */
    private static final double SPENT = 0.5;

    /** The run goes home below this share. */
    private static final double HOME = 1 - LIMIT * (1 - KEPT);

    /** A trial may use up the allowance to this share. */
    private static final double TRIED = 1 - SPENT * (1 - KEPT);

    private double done;
    private double reference;

    /** The starting setting has held since the last checkpoint, or the run was disturbed: the reference did as much. */
    void alike(double work) {
        reference += work - done;
        done = work;
    }

    /** Another setting has held, or did so earlier, and the starting setting would have advanced by this much. */
    void advance(double work, double startGain) {
        reference += startGain;
        done = work;
    }

    /** The run's lead over the reference; below 0 behind it. */
    double lead() {
        return done - reference;
    }

    /** The part that was done of what the starting setting would have done. */
    double share() {
        return reference > 0 ? done / reference : 1;
    }

    /**
     * The rule is about to be broken.
     *
     * @param hands as in {@link #trialWork}
     */
    boolean tripped(double hands) {
        return done + hands < HOME * reference;
    }

    /**
     * The work of the starting setting during which another one may be tried, if that one loses this part of it.
     *
     * @param loss 0 to 1
     * @param hands work under way, which may be missing besides [s]
     */
    double trialWork(double loss, double hands) {
        double over = loss - (1 - TRIED);
        return over <= 0 ? Double.POSITIVE_INFINITY : Math.max(0, done + hands - TRIED * reference) / over;
    }
}
