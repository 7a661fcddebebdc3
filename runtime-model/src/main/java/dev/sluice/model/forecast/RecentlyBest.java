package dev.sluice.model.forecast;

/**
 * The member of the bank that has done best of late, as one more member: a series that has been of one kind for a
 * million values and becomes another is soon forecast by what suits it now, though in the sum of all its errors that
 * one is far behind. Errors count {@value #MEMORY} times what they counted one value ago. Whom it follows changes only
 * when another is clearly ahead, so that it does not run after luck.
 */
final class RecentlyBest {
    static final String NAME = "recently best";

    private static final double MEMORY = 0.98;
    private static final double CLEARLY_AHEAD = 0.9;

    private final double[] faded;
    private int followed;

    RecentlyBest(int members) {
        faded = new double[members];
    }

    /** A value came for which the members had made these forecasts; what follows theirs in the array does not count. */
    void add(double value, double[] forecasts) {
        int least = 0;
        for (int i = 0; i < faded.length; i++) {
            faded[i] = MEMORY * faded[i] + Math.abs(value - forecasts[i]);
            least = faded[i] < faded[least] ? i : least;
        }
        if (faded[least] < CLEARLY_AHEAD * faded[followed]) {
            followed = least;
        }
    }

    /** Whose forecast it takes over. */
    int followed() {
        return followed;
    }
}
