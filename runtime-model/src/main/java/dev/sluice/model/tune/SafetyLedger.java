package dev.sluice.model.tune;

/**
 * The safety rule: at each checkpoint the run has done at least 0.97 of what it would have done under its starting
 * setting, on the machines as they were. Before the first change the run itself is that reference. Later the reference
 * advances as the model says the starting setting would have, in the seconds that passed. All amounts are positions:
 * finished cycles plus the finished share of the open one. Confined to its tuner.
 */
public final class SafetyLedger {
    /** The promise. */
    public static final double KEPT = 0.97;

    /** The limit inside, so that the promise survives errors of the model. */
    private static final double LIMIT = 0.985;

    /** Crossing this limit before the next checkpoint counts as having crossed it. */
    private static final double NEAR = 0.975;

    private double done;
    private double reference;
    private double doneBefore;
    private double referenceBefore;

    /** The starting setting has held since the last checkpoint, or the run was disturbed: the reference did as much. */
    void alike(double position) {
        move(position, reference + position - done);
    }

    /** Another setting has held, or did so earlier, and the starting setting would have advanced by this much. */
    void advance(double position, double startGain) {
        move(position, reference + startGain);
    }

    private void move(double position, double to) {
        doneBefore = done;
        referenceBefore = reference;
        done = position;
        reference = to;
    }

    /** What the starting setting would have done. */
    double reference() {
        return reference;
    }

    /** The part that was done of what the starting setting would have done. */
    double share() {
        return reference > 0 ? done / reference : 1;
    }

    /** The rule holds at the next checkpoint too, if the run advances by {@code low} there and the start by more. */
    boolean admits(double low, double startGain) {
        return done + low >= LIMIT * (reference + startGain);
    }

    /** The rule is about to be broken. */
    boolean tripped() {
        return done < LIMIT * reference || 2 * done - doneBefore < NEAR * (2 * reference - referenceBefore);
    }
}
