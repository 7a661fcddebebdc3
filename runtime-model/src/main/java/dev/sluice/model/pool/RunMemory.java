package dev.sluice.model.pool;

/** The division's memory of a run between two decisions. */
final class RunMemory {
    /** A run lags or leads by at most this many turns, so that old debts do not outweigh the present. */
    private static final int MOST_TURNS = 4;

    /** An estimate of the knee that differs by at most this fraction is taken for noise. */
    private static final double NOISE = 1.0 / 8;

    private final DivisionTerms terms;
    private GainCurve curve;
    private long curveNanos;

    /** The largest backlog in the previous window of the linger time. */
    private long earlierBacklog;

    /** The largest backlog in the present window so far. */
    private long lateBacklog;

    private long windowNanos;
    private double share;
    private double held;
    private double lag;

    RunMemory(PoolRun run, DivisionTerms terms, long nowNanos) {
        this.terms = terms;
        this.curve = run.curve();
        this.curveNanos = nowNanos;
        this.earlierBacklog = run.backlogUnits();
        this.lateBacklog = earlierBacklog;
        this.windowNanos = nowNanos;
    }

    /** Takes the run's new figures. */
    void observe(PoolRun run, long nowNanos) {
        if (nowNanos - curveNanos >= terms.settleNanos() && differs(run.curve())) {
            curve = run.curve();
            curveNanos = nowNanos;
        }
        long units = run.backlogUnits();
        if (!run.moreComes()) {
            earlierBacklog = units;
            lateBacklog = units;
        } else if (nowNanos - windowNanos >= terms.lingerNanos()) {
            earlierBacklog = lateBacklog;
            lateBacklog = units;
            windowNanos = nowNanos;
        } else {
            lateBacklog = Math.max(lateBacklog, units);
        }
    }

    private boolean differs(GainCurve other) {
        double knee = curve.knee(terms.minGain());
        return Math.abs(other.knee(terms.minGain()) - knee) > NOISE * knee;
    }

    /** The curve that the division uses: an earlier estimate while a newer one is taken for noise. */
    GainCurve curve() {
        return curve;
    }

    /** Units that could be computed, or lately could if the run may bring more. */
    int backlog() {
        return (int) Math.min(Integer.MAX_VALUE, Math.max(earlierBacklog, lateBacklog));
    }

    /** Records the time that passed with the last share and the slots held. */
    void elapse(long nanos, double slotsPerStep) {
        double most = MOST_TURNS * slotsPerStep * terms.turnNanos();
        lag = Math.max(-most, Math.min(most, lag + (share - held) * nanos));
    }

    /** Records the share and the slots, draining ones included, until the next decision. */
    void remember(double newShare, double newHeld) {
        share = newShare;
        held = newHeld;
    }

    /** Fair minus actual slot time so far [slot-ns]; positive if the run got too little. */
    double lag() {
        return lag;
    }
}
