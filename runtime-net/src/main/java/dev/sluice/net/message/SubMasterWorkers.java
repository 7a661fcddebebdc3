package dev.sluice.net.message;

import dev.sluice.net.rules.TransportKind;
import java.util.List;

/**
 * Sub-master to master: figures of workers below it that have news; all news when it leaves or the run is over. For
 * other workers the last report holds.
 *
 * @param workers {@value #MOST} at most
 * @param times what was measured below since the last report
 */
public record SubMasterWorkers(List<Line> workers, Times times) implements Message {
    /** Workers in one message. */
    public static final int MOST = 256;

    /** Limit of levels, and so of parts of a name. */
    private static final int DEEPEST = 32;

    private static final int LONGEST_NUMBER = 10;

    /**
     * One worker.
     *
     * @param name its id at its master, after the names of the sub-masters between it and this one, such as
     *     {@code w2/w1}
     * @param transport by which it is connected to its master
     * @param slots units computed at a time
     * @param accepted units whose results its master has accepted
     */
    public record Line(String name, String host, TransportKind transport, int slots, long accepted, WorkerStats stats) {
        public Line {
            if (levels(name) > DEEPEST) {
                throw new IllegalArgumentException("name: more than " + DEEPEST + " levels");
            }
            host = Checks.atMost(255, host);
            Checks.between("slots", slots, 0, 1 << 20);
            Checks.notNegative("accepted", accepted);
        }

        /** Tells whether the name has the most levels allowed: one level up it has no name. */
        public boolean isDeepest() {
            return levels(name) == DEEPEST;
        }

        /** The same worker under its name one level up; not for the deepest level. */
        public Line below(String subMaster) {
            return new Line(subMaster + "/" + name, host, transport, slots, accepted, stats);
        }

        /** The growth of the figures since {@code before}. */
        public Line since(Line before) {
            return new Line(
                    name, host, transport, slots, Math.max(0, accepted - before.accepted), stats.since(before.stats));
        }
    }

    /**
     * Durations of one size.
     *
     * @param nanos of each [ns]
     * @param number at most {@value #MOST_ALIKE}
     */
    public record Duration(long nanos, long number) {
        /** Different durations in one message. */
        public static final int MOST = 1 << 13;

        /** Longer durations count as this one, of about a hundred days: the last in its bucket [ns]. */
        public static final long LONGEST_NANOS = (1L << 53) - 1;

        /** More of one size count as so many, so that no peer lets the sums of its master overflow. */
        public static final long MOST_ALIKE = 1 << 20;

        public Duration {
            Checks.between("duration", nanos, 0, LONGEST_NANOS);
            Checks.between("durations", number, 1, MOST_ALIKE);
        }
    }

    /**
     * How often something took how long.
     *
     * @param starts of workers
     * @param roundTrips between masters and workers
     */
    public record Times(List<Duration> starts, List<Duration> roundTrips) {
        public static final Times NONE = new Times(List.of(), List.of());

        public Times {
            starts = List.copyOf(starts);
            roundTrips = List.copyOf(roundTrips);
            Checks.between("starts", starts.size(), 0, Duration.MOST);
            Checks.between("round trips", roundTrips.size(), 0, Duration.MOST);
        }

        public boolean isEmpty() {
            return equals(NONE);
        }
    }

    /** A report without times. */
    public SubMasterWorkers(List<Line> workers) {
        this(workers, Times.NONE);
    }

    public SubMasterWorkers {
        workers = List.copyOf(workers);
        Checks.between("workers", workers.size(), 0, MOST);
    }

    /** Number of worker names in this one, separated by slashes. */
    private static int levels(String name) {
        int levels = 0;
        int at = 0;
        do {
            boolean worker = at < name.length() && name.charAt(at) == 'w';
            int digits = at + 1;
            while (worker && digits < name.length() && isDigit(name.charAt(digits))) {
                digits++;
            }
            int length = digits - at - 1;
            boolean ends = digits >= name.length() || name.charAt(digits) == '/';
            if (!worker || length < 1 || length > LONGEST_NUMBER || !ends) {
                throw new IllegalArgumentException("name: of no worker (expected: such as w2 or w2/w1)");
            }
            levels++;
            at = digits + 1;
        } while (at <= name.length());
        return levels;
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }
}
