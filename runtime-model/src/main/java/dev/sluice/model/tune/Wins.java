package dev.sluice.model.tune;

import org.jspecify.annotations.Nullable;

/**
 * Tells whether a knob is turned: not for a while after a change was undone, each time for longer, and then by a gain
 * that exceeds its doubt. A small gain does so at two checkpoints in a row. Confined to its tuner.
 */
final class Wins {
    /** Smallest gain that is told from none where changes are judged, as a logarithm. */
    static final double LEAST_GAIN = 0.01;

    private static final int FIRST_CHECKPOINTS = 5;

    /** A knob with this many changes undone is left alone until the run ends. */
    private static final int MOST = 3;

    private final Knob knob;
    private @Nullable Candidate before;
    private int undone;
    private long until;

    Wins(Knob knob) {
        this.knob = knob;
    }

    void undone(long checkpoint) {
        undone++;
        until = undone >= MOST ? Long.MAX_VALUE : checkpoint + ((long) FIRST_CHECKPOINTS << undone);
    }

    /** Tells whether the knob is left alone, because a change of it was undone. */
    boolean rests(long checkpoint) {
        return checkpoint < until;
    }

    /**
     * The gain exceeds its error; a small one twice in a row, and one that goes back by twice as much.
     *
     * @param now the setting that holds
     * @param back true if the candidate held earlier
     * @param model the model's own error in the gain, where the candidate has none, as a logarithm
     */
    boolean isWorth(Race.Winner winner, Setting now, boolean back, double model) {
        Candidate candidate = winner.candidate();
        double doubt = winner.error() + (Double.isNaN(candidate.doubt()) ? model : candidate.doubt());
        double margin = doubt + knob.leastGain();
        Candidate earlier = before;
        if (winner.gain() <= (back ? 2 * margin : margin)) {
            before = null;
            return false;
        }
        before = candidate;
        return winner.gain() >= knob.clearGain(doubt)
                || earlier != null && isAlike(earlier.setting(), candidate.setting(), now);
    }

    /** Both are the same, or both change only the number of hosts, to more or to fewer. */
    private static boolean isAlike(Setting earlier, Setting later, Setting now) {
        boolean sameElse = earlier.withParked(later.parked()).equals(later);
        return earlier.equals(later) || sameElse && moreParked(earlier, now) == moreParked(later, now);
    }

    /** 1 if more hosts are parked than now, -1 if fewer are. */
    private static int moreParked(Setting setting, Setting now) {
        return Integer.signum(setting.parked().size() - now.parked().size());
    }

    /** Forgets what was seen. */
    void clear() {
        before = null;
    }
}
