package dev.sluice.net.message;

import java.util.List;

/**
 * Sub-master to master: what workers below it have done, those of whom there is news; all of those when it leaves or
 * the run is over. Of others what was said last holds.
 *
 * @param workers {@value #MOST} at most
 */
public record BranchWorkers(List<Line> workers) implements Message {
    /** Workers in one message. */
    public static final int MOST = 256;

    /** Levels, and so parts of a name. */
    private static final int DEEPEST = 32;

    private static final int LONGEST_NUMBER = 10;

    /**
     * One worker.
     *
     * @param name what its master calls it, after the names of the sub-masters between it and this one, such as
     *     {@code w2/w1}
     * @param slots units computed at a time
     * @param accepted units whose results its master has accepted
     */
    public record Line(String name, String host, int slots, long accepted, WorkerStats stats) {
        public Line {
            if (levels(name) > DEEPEST) {
                throw new IllegalArgumentException("name: more than " + DEEPEST + " levels");
            }
            host = Checks.atMost(255, host);
            Checks.between("slots", slots, 0, 1 << 20);
            Checks.notNegative("accepted", accepted);
        }

        /** Whether it is as deep as any worker may be: one level up it has no name. */
        public boolean isDeepest() {
            return levels(name) == DEEPEST;
        }

        /** The same worker as it is called one level up; not of the deepest. */
        public Line below(String subMaster) {
            return new Line(subMaster + "/" + name, host, slots, accepted, stats);
        }

        /** What was done after {@code before} was said. */
        public Line since(Line before) {
            return new Line(name, host, slots, Math.max(0, accepted - before.accepted), stats.since(before.stats));
        }
    }

    public BranchWorkers {
        workers = List.copyOf(workers);
        Checks.between("workers", workers.size(), 0, MOST);
    }

    /** How many names of workers this is, with slashes between. */
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
