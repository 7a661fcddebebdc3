package dev.sluice.app.nbody;

/** The motion of a body over the picture from one frame to the next, in pixels; time runs from 0 to 1. */
record Track(Cubic column, Cubic row) {
    /** Maximum number of spots on a track, however long. */
    private static final int MOST_SPOTS = 24;

    private static final double SPOT_PIXELS = 1.5;

    /** The cubic with these values and slopes at 0 and 1 (Hermite's). */
    record Cubic(double from, double to, double fromSlope, double toSlope) {
        double at(double part) {
            double rest = 1 - part;
            return rest * rest * (from * (1 + 2 * part) + fromSlope * part)
                    + part * part * (to * (1 + 2 * rest) - toSlope * rest);
        }
    }

    /** @param passed time between the two frames */
    static Track of(Camera.Seen before, Camera.Seen now, double passed, int body) {
        return new Track(
                cubic(before, now, passed, body), cubic(before, now, passed, before.places().length / 2 + body));
    }

    private static Cubic cubic(Camera.Seen before, Camera.Seen now, double passed, int at) {
        return new Cubic(
                before.places()[at], now.places()[at], passed * before.motions()[at], passed * now.motions()[at]);
    }

    /** Number of spots needed to form a line. */
    int spots(double zoom) {
        double length = Math.hypot(column.to - column.from, row.to - row.from);
        double steepest = Math.hypot(column.toSlope, row.toSlope);
        return (int) Math.max(1, Math.min(MOST_SPOTS, Math.max(length, steepest) / (SPOT_PIXELS * zoom)));
    }
}
