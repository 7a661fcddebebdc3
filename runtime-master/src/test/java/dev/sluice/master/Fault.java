package dev.sluice.master;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;

/**
 * An event of a virtual run that comes from outside: a fault, or a change that an operator asks for.
 *
 * @param event the number of tasks of the loop after which it happens
 * @param which names the worker, sub-master or setting: any number
 * @param nanos how long it lasts, if it lasts [ns]
 */
record Fault(int event, Kind kind, int which, long nanos) {
    /** The kinds of events. */
    enum Kind {
        /** A message is lost, and with it the connection of a worker. */
        CUT,
        /** The same, and one end does not know for a while. */
        HALF_CUT,
        /** The messages of a worker are late. */
        LATE,
        /** An answer of a worker arrives twice. */
        TWICE,
        DIE,
        DRAIN,
        JOIN,
        CUT_SUB_MASTER,
        HALF_CUT_SUB_MASTER,
        LATE_SUB_MASTER,
        KILL_SUB_MASTER,
        DRAIN_SUB_MASTER,
        /** Another sub-master comes. */
        SPLIT,
        MOVE,
        PARK,
        UNPARK,
        HANDOUT,
        /** The clock jumps ahead. */
        SLEEP,
        DISK_FULL,
        KILL_MASTER,
        /** A client that knows the secret says anything. */
        LIES,
        /** A client that knows the secret sends results that cannot be decoded. */
        GARBAGE
    }

    private static final Kind[] PEACEFUL = {
        Kind.JOIN, Kind.SPLIT, Kind.MOVE, Kind.DRAIN_SUB_MASTER, Kind.PARK, Kind.UNPARK
    };
    private static final Kind[] CALM_JOURNALLED = {
        Kind.KILL_MASTER, Kind.KILL_MASTER, Kind.DISK_FULL, Kind.DISK_FULL, Kind.JOIN, Kind.MOVE, Kind.PARK, Kind.UNPARK
    };
    private static final Kind[] HOSTILE = {Kind.LIES, Kind.GARBAGE, Kind.TWICE, Kind.JOIN, Kind.HANDOUT, Kind.SLEEP};
    private static final Kind[] GARBLED = {Kind.GARBAGE, Kind.KILL_MASTER, Kind.DISK_FULL, Kind.JOIN, Kind.TWICE};
    private static final Kind[] USUAL = kinds(EnumSet.of(Kind.LIES, Kind.GARBAGE, Kind.DISK_FULL, Kind.KILL_MASTER));
    private static final Kind[] JOURNALLED = kinds(EnumSet.of(Kind.LIES, Kind.GARBAGE));

    /** The kinds that make no unit be computed twice by the only worker, which is not below a sub-master, or is. */
    private static final Kind[] ALONE = {Kind.CUT, Kind.CUT, Kind.HALF_CUT, Kind.LATE, Kind.TWICE, Kind.HANDOUT};

    private static final Kind[] ALONE_BELOW = {
        Kind.CUT_SUB_MASTER,
        Kind.CUT_SUB_MASTER,
        Kind.HALF_CUT_SUB_MASTER,
        Kind.LATE_SUB_MASTER,
        Kind.KILL_SUB_MASTER,
        Kind.LATE,
        Kind.TWICE,
        Kind.SPLIT,
        Kind.MOVE,
        Kind.HANDOUT
    };

    /** The kinds by which workers come to sub-masters with units of others, and leave them. */
    private static final Kind[] TREE = {
        Kind.KILL_SUB_MASTER,
        Kind.KILL_SUB_MASTER,
        Kind.CUT_SUB_MASTER,
        Kind.HALF_CUT_SUB_MASTER,
        Kind.LATE_SUB_MASTER,
        Kind.SPLIT,
        Kind.JOIN,
        Kind.DIE,
        Kind.CUT,
        Kind.HALF_CUT,
        Kind.LATE
    };

    private static final Kind[] TREE_JOURNALLED = Stream.concat(
                    Arrays.stream(TREE), Stream.of(Kind.KILL_MASTER, Kind.KILL_MASTER, Kind.KILL_MASTER))
            .toArray(Kind[]::new);

    /** The kinds that make no unit be computed twice. */
    static final Set<Kind> CALM = EnumSet.copyOf(List.of(PEACEFUL));

    static {
        CALM.addAll(List.of(Kind.KILL_MASTER, Kind.DISK_FULL));
    }

    /** The kinds of an episode of this shape, from 0 to 9. */
    static Kind[] ofShape(int shape, boolean tree, boolean journalled) {
        return switch (shape) {
            case 0 -> journalled ? GARBLED : HOSTILE;
            case 1, 2 -> journalled ? CALM_JOURNALLED : PEACEFUL;
            case 3 -> journalled ? TREE_JOURNALLED : TREE;
            case 8, 9 -> tree ? ALONE_BELOW : ALONE;
            default -> journalled ? JOURNALLED : USUAL;
        };
    }

    private static Kind[] kinds(EnumSet<Kind> without) {
        return EnumSet.complementOf(without).toArray(Kind[]::new);
    }

    /** Draws one: early ones are as likely as late ones. All that are brief end before anybody is given up. */
    static Fault drawn(RandomGenerator random, Kind[] kinds, int most, boolean brief) {
        int event = (int) (8 * Math.pow(most / 8.0, random.nextDouble()));
        long longest = random.nextInt(4) == 0 && !brief ? 12 * Cluster.SECOND : 400 * Cluster.MILLI;
        return new Fault(event, kinds[random.nextInt(kinds.length)], random.nextInt(1 << 16), random.nextLong(longest));
    }

    @Override
    public String toString() {
        return event + ":" + kind + "(" + which + ", " + nanos / Cluster.MILLI + " ms)";
    }
}
