package dev.sluice.model.tune;

import org.jspecify.annotations.Nullable;

/**
 * Tells whether the gain of a candidate is worth a change: it exceeds its doubt, and a small gain does so at two
 * checkpoints in a row. Confined to its tuner.
 */
final class Wins {
    /** Smallest gain worth a change, as a logarithm. */
    static final double LEAST_GAIN = 0.01;

    /** The same for a number of workers, which costs nothing to change back. */
    private static final double LEAST_WORKERS_GAIN = 0.005;

    /** A smaller gain must be seen at two checkpoints in a row, unless it exceeds its doubt by far. */
    private static final double CLEAR_GAIN = 0.05;

    /** A number of workers is clearly better if its gain exceeds the doubt so many times. */
    private static final double CLEAR_DOUBTS = 3;

    private @Nullable Candidate before;

    /**
     * The gain exceeds its error; a small one twice in a row, and one that goes back by twice as much.
     *
     * @param now the setting that holds
     * @param back true if the candidate held earlier
     * @param model the model's own error in the gain, where the candidate has none, as a logarithm
     */
    boolean isWorth(Race.Winner winner, Setting now, boolean back, double model) {
        Candidate candidate = winner.candidate();
        boolean workers = candidate.knob() == Knob.WORKERS;
        double doubt = winner.error() + (Double.isNaN(candidate.doubt()) ? model : candidate.doubt());
        double least = workers ? LEAST_WORKERS_GAIN : LEAST_GAIN;
        double margin = doubt + least;
        Candidate earlier = before;
        if (winner.gain() <= (back ? 2 * margin : margin)) {
            before = null;
            return false;
        }
        before = candidate;
        boolean clear = winner.gain() >= (workers ? least + CLEAR_DOUBTS * doubt : CLEAR_GAIN);
        return clear || earlier != null && isAlike(earlier.setting(), candidate.setting(), now);
    }

    /** Both are the same, or both change only the number of hosts, to more or to fewer. */
    private static boolean isAlike(Setting earlier, Setting later, Setting now) {
        boolean sameTree = earlier.tree().equals(later.tree());
        return earlier.equals(later) || sameTree && moreParked(earlier, now) == moreParked(later, now);
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
