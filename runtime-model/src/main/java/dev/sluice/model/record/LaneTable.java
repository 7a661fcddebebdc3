package dev.sluice.model.record;

import dev.sluice.model.record.RunView.State;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The lanes of the task stream, and the lane of each worker's slots. There is one for each slot; when these are too
 * many, one for each worker, then one for each host. Workers below a sub-master have one each, and none when lanes
 * stand for hosts, because the lane of the sub-master contains their time.
 */
final class LaneTable {
    static final int MOST_LANES = 2_000;
    static final int MOST_WORKERS = 1 << 17;
    private static final int LONGEST_NAME = 120;
    private static final int BYTES_EACH_WORKER = 3 * Integer.BYTES + Long.BYTES + 2;
    private static final int BYTES_EACH_LANE = 160;
    private static final State[] STATES = State.values();

    /** The meaning of a lane. */
    enum Grouping {
        SLOTS,
        WORKERS,
        HOSTS
    }

    /** One lane. */
    static final class Row {
        final String worker;
        final String host;
        final int slot;
        /** Largest number of slots at a time. */
        int slots;

        /** Slots that are present now. */
        int slotsNow;

        /** Workers that it has stood for. */
        int workers;

        final boolean below;
        final long fromNanos;
        long toNanos = -1;
        State state = State.CONNECTED;

        /** End of the last span. */
        long spanEndNanos;
        /** Time in spans since the last report. */
        long spansNanos;
        /** Reported compute time that is not in the bands yet; negative if the bands are ahead. */
        long balanceNanos;

        Row(String worker, String host, int slot, boolean below, long fromNanos) {
            this.worker = cut(worker);
            this.host = cut(host);
            this.slot = slot;
            this.below = below;
            this.fromNanos = fromNanos;
        }

        void resize(int now) {
            slotsNow = now;
            slots = Math.max(slots, now);
        }
    }

    /** Learns that lanes have new numbers; -1 for lanes that are dropped. */
    @FunctionalInterface
    interface Renumbered {
        void to(int[] lanes, int count);
    }

    private final LaneBands bands;
    private final Renumbered renumbered;
    private final Map<String, Integer> hosts = new HashMap<>();
    private List<Row> rows = new ArrayList<>();
    private Grouping grouping = Grouping.SLOTS;

    private int workers;
    private int[] lane = new int[16];
    private int[] lanes = new int[16];
    private int[] slots = new int[16];
    private long[] toldNanos = new long[16];
    private byte[] state = new byte[16];
    private boolean[] below = new boolean[16];
    private int connected;
    private int present;
    private int slotsNow;

    LaneTable(LaneBands bands, Renumbered renumbered) {
        this.bands = bands;
        this.renumbered = renumbered;
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_NAME ? text : text.substring(0, LONGEST_NAME);
    }

    int size() {
        return rows.size();
    }

    Row row(int number) {
        return rows.get(number);
    }

    /** Workers that are connected to the master. */
    int connected() {
        return connected;
    }

    /** Workers of the master that are not gone. */
    int present() {
        return present;
    }

    /** Slots of workers that are not gone. */
    int slotsNow() {
        return slotsNow;
    }

    /** Adds a worker; returns its number. Workers beyond the limit share the last one. */
    int join(String worker, String host, int ofSlots, boolean isBelow, long nowNanos) {
        if (workers == MOST_WORKERS) {
            return MOST_WORKERS - 1;
        }
        int wanted = isBelow ? 1 : Math.max(1, ofSlots);
        if (grouping == Grouping.SLOTS && rows.size() + wanted > MOST_LANES) {
            regroup(workers < MOST_LANES ? Grouping.WORKERS : Grouping.HOSTS);
        }
        if (grouping == Grouping.WORKERS && rows.size() >= MOST_LANES) {
            regroup(Grouping.HOSTS);
        }
        if (workers == lane.length) {
            grow(Math.min(MOST_WORKERS, 2 * workers));
        }
        int number = workers++;
        below[number] = isBelow;
        toldNanos[number] = nowNanos;
        slots[number] = ofSlots;
        connected += isBelow ? 0 : 1;
        present += isBelow ? 0 : 1;
        slotsNow += isBelow ? 0 : ofSlots;
        place(number, worker, host, ofSlots, nowNanos);
        return number;
    }

    private void place(int number, String worker, String host, int ofSlots, long nowNanos) {
        lanes[number] = 1;
        if (grouping == Grouping.HOSTS) {
            lane[number] = below[number] ? -1 : ofHost(host, nowNanos);
        } else {
            lane[number] = rows.size();
            boolean each = grouping == Grouping.SLOTS && !below[number] && ofSlots > 0;
            lanes[number] = each ? ofSlots : 1;
            for (int slot = 1; slot <= lanes[number]; slot++) {
                rows.add(new Row(worker, host, each ? slot : 0, below[number], nowNanos));
            }
        }
        for (int i = 0; i < lanes[number] && lane[number] >= 0; i++) {
            Row row = rows.get(lane[number] + i);
            row.workers++;
            resize(lane[number] + i, row.slotsNow + (lanes[number] > 1 ? 1 : ofSlots));
            row.state = State.CONNECTED;
            row.toNanos = -1;
        }
    }

    /** The lane of this host; that of all others if there are too many. */
    private int ofHost(String host, long nowNanos) {
        Integer known = hosts.get(cut(host));
        if (known != null) {
            return known;
        }
        boolean full = rows.size() >= MOST_LANES;
        if (full && rows.size() > MOST_LANES) {
            return MOST_LANES;
        }
        int fresh = rows.size();
        rows.add(new Row("", full ? "other hosts" : host, 0, false, nowNanos));
        if (!full) {
            hosts.put(cut(host), fresh);
        }
        return fresh;
    }

    private void grow(int room) {
        lane = Arrays.copyOf(lane, room);
        lanes = Arrays.copyOf(lanes, room);
        slots = Arrays.copyOf(slots, room);
        toldNanos = Arrays.copyOf(toldNanos, room);
        state = Arrays.copyOf(state, room);
        below = Arrays.copyOf(below, room);
    }

    private void regroup(Grouping next) {
        List<Row> old = rows;
        int[] to = new int[old.size()];
        Arrays.fill(to, -1);
        grouping = next;
        rows = new ArrayList<>();
        for (int worker = 0; worker < workers; worker++) {
            Row first = old.get(lane[worker]);
            int was = lane[worker];
            int count = lanes[worker];
            boolean dropped = next == Grouping.HOSTS && below[worker];
            int now = dropped ? -1 : next == Grouping.HOSTS ? ofHost(first.host, first.fromNanos) : rows.size();
            if (now == rows.size()) {
                rows.add(new Row(first.worker, first.host, 0, first.below, first.fromNanos));
            }
            for (int i = was; i < was + count; i++) {
                to[i] = now;
            }
            if (now >= 0) {
                merge(old.subList(was, was + count), rows.get(now));
            }
            lane[worker] = now;
            lanes[worker] = 1;
        }
        rows.forEach(row -> row.toNanos = row.state == State.GONE ? row.toNanos : -1);
        renumbered.to(to, rows.size());
    }

    /** Adds the lanes of a worker to a lane. */
    private static void merge(List<Row> parts, Row into) {
        int all = 0;
        int present = 0;
        for (Row part : parts) {
            boolean first = into.slots == 0 && all == 0;
            all += part.slots;
            present += part.slotsNow;
            into.state = first || part.state.compareTo(into.state) < 0 ? part.state : into.state;
            into.toNanos = Math.max(into.toNanos, part.toNanos);
            into.spanEndNanos = Math.max(into.spanEndNanos, part.spanEndNanos);
            into.spansNanos += part.spansNanos;
            into.balanceNanos += part.balanceNanos;
        }
        into.workers++;
        into.resize(into.slotsNow + present);
        into.slots = Math.max(into.slots, all);
    }

    // ---- one worker

    /** Its first lane; -1 if it has none. */
    int lane(int worker) {
        return lane[worker];
    }

    /** Number of its lanes. */
    int lanes(int worker) {
        return lanes[worker];
    }

    /** The numbers of a worker's slots; those whose last span ended first come first. */
    List<Integer> slotsByEnd(int worker) {
        List<Integer> slots = new ArrayList<>();
        for (int slot = 1; slot <= lanes[worker]; slot++) {
            slots.add(slot);
        }
        slots.sort(Comparator.comparingLong(slot -> rows.get(lane[worker] + slot - 1).spanEndNanos));
        return slots;
    }

    boolean isBelow(int worker) {
        return below[worker];
    }

    /** The lane of this slot, from 1; -1 if it is not known. */
    int lane(int worker, int slot) {
        boolean own = lanes[worker] == 1 || slot >= 1 && slot <= lanes[worker];
        return lane[worker] < 0 || !own ? -1 : lanes[worker] == 1 ? lane[worker] : lane[worker] + slot - 1;
    }

    /** Time until which a report covers it. */
    long toldNanos(int worker) {
        return toldNanos[worker];
    }

    void told(int worker, long nanos) {
        toldNanos[worker] = Math.max(toldNanos[worker], nanos);
    }

    /** Changes the number of slots: the worker is a sub-master, and has one lane. */
    void resize(int worker, int now, long nowNanos) {
        slotsNow += below[worker] || isGone(worker) ? 0 : now - slots[worker];
        int before = slots[worker];
        slots[worker] = now;
        if (lane[worker] < 0) {
            return;
        }
        for (int i = 1; i < lanes[worker]; i++) {
            Row other = rows.get(lane[worker] + i);
            other.slotsNow = 0;
            other.state = State.GONE;
            other.toNanos = nowNanos;
        }
        int others = lanes[worker] > 1 ? 0 : rows.get(lane[worker]).slotsNow - before;
        lanes[worker] = 1;
        resize(lane[worker], others + now);
    }

    private void resize(int number, int now) {
        Row row = rows.get(number);
        int before = row.slots;
        row.resize(now);
        if (row.slots != before) {
            bands.resized(number);
        }
    }

    boolean isGone(int worker) {
        return STATES[state[worker]] == State.GONE;
    }

    /** Changes the state of a worker. */
    void state(int worker, State next, long nowNanos) {
        State before = STATES[state[worker]];
        if (before == next || worker == MOST_WORKERS - 1) {
            return;
        }
        state[worker] = (byte) next.ordinal();
        if (!below[worker]) {
            connected += (isConnected(next) ? 1 : 0) - (isConnected(before) ? 1 : 0);
            int more = (next == State.GONE ? 0 : 1) - (before == State.GONE ? 0 : 1);
            present += more;
            slotsNow += more * slots[worker];
        }
        for (int i = 0; i < lanes[worker] && lane[worker] >= 0; i++) {
            Row row = rows.get(lane[worker] + i);
            int part = lanes[worker] > 1 ? 1 : slots[worker];
            row.slotsNow += ((next == State.GONE ? 0 : 1) - (before == State.GONE ? 0 : 1)) * part;
            boolean whole = grouping != Grouping.HOSTS || next == State.CONNECTED || row.slotsNow == 0;
            row.state = whole ? next : row.state;
            row.toNanos = row.state == State.GONE ? nowNanos : -1;
        }
    }

    private static boolean isConnected(State state) {
        return state == State.CONNECTED || state == State.PARKED || state == State.LEAVING;
    }

    /** Bytes of memory, strings as if they were of two bytes each character. */
    long bytes() {
        long names = 0;
        for (Row row : rows) {
            names += 2L * (row.worker.length() + row.host.length());
        }
        return (long) lane.length * BYTES_EACH_WORKER
                + (long) rows.size() * BYTES_EACH_LANE
                + names
                + hosts.size() * 64L;
    }
}
