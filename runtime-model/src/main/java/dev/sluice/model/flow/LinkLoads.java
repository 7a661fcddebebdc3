package dev.sluice.model.flow;

/**
 * Bytes that move between one host and several others, and the time of the busiest wire. What moves in one direction
 * does not wait for what moves in the other.
 */
final class LinkLoads {
    private final Ways ways;
    private final double[] out;
    private final double[] back;

    LinkLoads(Ways ways) {
        this.ways = ways;
        this.out = new double[ways.places()];
        this.back = new double[ways.places()];
    }

    /** Adds what the centre sends to a host and gets from it. */
    void add(int host, double outBytes, double backBytes) {
        ways.each(host, place -> {
            out[place] += outBytes;
            back[place] += backBytes;
        });
    }

    /** Time of all that the centre sends [s]. */
    double outSeconds() {
        return most(out, true);
    }

    /** Time of all that leaves the centre's own port [s]. */
    double portSeconds() {
        double bytes = out[ways.centre()];
        return bytes == 0 ? 0 : bytes / ways.rate(ways.centre(), true);
    }

    /** Time of all that the centre gets [s]. */
    double backSeconds() {
        return most(back, false);
    }

    private double most(double[] bytes, boolean away) {
        double most = 0;
        for (int place = 0; place < bytes.length; place++) {
            most = Math.max(most, bytes[place] == 0 ? 0 : bytes[place] / ways.rate(place, away));
        }
        return most;
    }
}
