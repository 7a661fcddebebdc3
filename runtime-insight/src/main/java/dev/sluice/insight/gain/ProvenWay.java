package dev.sluice.insight.gain;

import java.util.Locale;
import java.util.Set;

/**
 * A way between the master and hosts whose capacity is not known, because the run did not fill it. The rates that
 * passed are proven; whether more would pass is not known.
 *
 * @param name of the way, for people
 * @param link index of the link to the hosts; 0 for the master's own network
 * @param hosts behind it
 * @param downBytesPerSecond largest rate seen from the master, on the wire [bytes/s]
 * @param upBytesPerSecond largest rate seen towards the master, on the wire [bytes/s]
 */
public record ProvenWay(String name, int link, Set<String> hosts, double downBytesPerSecond, double upBytesPerSecond) {
    /** Any network carries this much: 1 Mbit/s [bytes/s]. */
    private static final double ANY = 125_000;

    /** A rate over a whole run is so much lower than in its steady part. */
    private static final double STEADY = 1.25;

    public ProvenWay {
        hosts = Set.copyOf(hosts);
    }

    /**
     * Why it is not known whether this way carries so much; empty if it was seen to.
     *
     * @param down from the master [bytes/s]
     * @param up towards the master [bytes/s]
     */
    String doubt(double down, double up) {
        if (exceeds(up, upBytesPerSecond)) {
            return doubt("from", up, upBytesPerSecond);
        }
        return exceeds(down, downBytesPerSecond) ? doubt("to", down, downBytesPerSecond) : "";
    }

    private static boolean exceeds(double needed, double seen) {
        return needed > ANY && needed > STEADY * seen;
    }

    private String doubt(String direction, double needed, double seen) {
        return String.format(
                Locale.ROOT,
                "the network %s %s would carry more than was ever measured (%.1f Mbit/s seen, %.1f needed)",
                direction,
                name,
                8e-6 * seen,
                8e-6 * needed);
    }
}
