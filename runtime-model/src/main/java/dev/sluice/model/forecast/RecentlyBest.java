package dev.sluice.model.forecast;

/**
 * Follows the member of the bank with the least recent errors. A series that changes its character after a million
 * values is soon forecast by the member that suits it now, although that member's total error is far larger. The weight
 * of an error fades by the factor {@value #MEMORY} per value. The followed member changes only if another is clearly
 * ahead, to avoid following chance.
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

    /** Scores the members' forecasts of this value. Further entries of the array are ignored. */
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

    /** The member whose forecast is used. */
    int followed() {
        return followed;
    }
}
