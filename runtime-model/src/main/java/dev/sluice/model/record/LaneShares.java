package dev.sluice.model.record;

import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;

/** Divides the reported times of a worker among its lanes. */
final class LaneShares {
    private LaneShares() {}

    /** Divides a report among lanes: for each the time of each cause. */
    static long[][] of(LaneTable lanes, int first, int count, CauseTimes more, long rest, long from, long to) {
        long[][] shares = new long[count][LaneBands.CAUSES];
        long[] room = new long[count];
        for (int i = 0; i < count; i++) {
            room[i] = Math.max(0, to - Math.max(from, lanes.row(first + i).spanEndNanos));
        }
        divide(rest, room, shares, Cause.COMPUTE);
        for (int i = 0; i < count; i++) {
            long filled = lanes.row(first + i).spansNanos + shares[i][Cause.COMPUTE.ordinal()];
            room[i] = Math.max(0, to - from - filled);
        }
        for (Cause cause : Cause.values()) {
            if (cause != Cause.COMPUTE) {
                divide(more.of(cause), room, shares, cause);
            }
        }
        return shares;
    }

    private static void divide(long nanos, long[] room, long[][] shares, Cause cause) {
        double all = 0;
        for (long each : room) {
            all += each;
        }
        double before = 0;
        long given = 0;
        for (int i = 0; i < room.length; i++) {
            before += all > 0 ? room[i] / all : 1.0 / room.length;
            long now = i == room.length - 1 ? nanos : Math.min(nanos, Math.round(nanos * before));
            shares[i][cause.ordinal()] = now - given;
            given = now;
        }
    }
}
