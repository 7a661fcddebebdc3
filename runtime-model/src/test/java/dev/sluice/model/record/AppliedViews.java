package dev.sluice.model.record;

import dev.sluice.model.record.RunView.Bands;
import dev.sluice.model.record.RunView.Decision;
import dev.sluice.model.record.RunView.Series;
import dev.sluice.model.record.RunView.Spans;
import dev.sluice.model.record.RunView.Transfers;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** Applies changes to a whole view, as a page does. */
final class AppliedViews {
    private AppliedViews() {}

    static RunView apply(RunView before, RunView change) {
        if (change.whole()) {
            return change;
        }
        return new RunView(
                change.sequence(),
                true,
                change.about(),
                change.overview(),
                change.lanes(),
                bands(before.bands(), change.bands()),
                spans(before.spans(), change.spans()),
                transfers(before.transfers(), change.transfers()),
                series(before.series(), change.series()),
                change.links(),
                change.ledger(),
                change.scaling(),
                change.forecasts(),
                change.hosts(),
                decisions(before.decisions(), change.decisions()),
                both(before.failures(), change.failures()),
                CourseView.NONE);
    }

    /** The name of the first part in which the two differ; empty if they are equal. */
    static String difference(RunView one, RunView other) {
        return difference("view", one, other);
    }

    private static String difference(String name, Object one, Object other) {
        if (one instanceof Record && other != null && one.getClass() == other.getClass()) {
            for (RecordComponent part : one.getClass().getRecordComponents()) {
                String in = difference(name + "." + part.getName(), value(part, one), value(part, other));
                if (!in.isEmpty()) {
                    return in;
                }
            }
            return "";
        }
        if (one instanceof List<?> list && other instanceof List<?> others && list.size() == others.size()) {
            for (int i = 0; i < list.size(); i++) {
                String in = difference(name + "[" + i + "]", list.get(i), others.get(i));
                if (!in.isEmpty()) {
                    return in;
                }
            }
            return "";
        }
        return Objects.deepEquals(one, other) ? "" : name;
    }

    private static Object value(RecordComponent part, Object of) {
        try {
            return part.getAccessor().invoke(of);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Decision> decisions(List<Decision> before, List<Decision> change) {
        Map<Integer, Decision> all = new LinkedHashMap<>();
        before.forEach(each -> all.put(each.number(), each));
        change.forEach(each -> all.put(each.number(), each));
        return List.copyOf(all.values());
    }

    private static <T> List<T> both(List<T> one, List<T> other) {
        List<T> all = new ArrayList<>(one);
        all.addAll(other);
        return all;
    }

    private static Bands bands(Bands before, Bands change) {
        Map<Integer, byte[]> rows = new TreeMap<>();
        if (change.first() > 0) {
            before.rows().forEach(row -> rows.put(row.lane(), row.shares()));
        }
        int from = change.first() * change.causes().size();
        for (Bands.Row row : change.rows()) {
            byte[] old = rows.getOrDefault(row.lane(), new byte[0]);
            byte[] now = Arrays.copyOf(old, from + row.shares().length); // zeros where the lane had nothing yet
            System.arraycopy(row.shares(), 0, now, from, row.shares().length);
            rows.put(row.lane(), now);
        }
        List<Bands.Row> all = new ArrayList<>();
        rows.forEach((lane, shares) -> all.add(new Bands.Row(lane, shares)));
        return new Bands(change.seconds(), 0, change.causes(), all);
    }

    private static Series series(Series before, Series change) {
        int from = change.first();
        int size = from + change.done().length;
        long[] done = Arrays.copyOf(before.done(), size);
        int[] slots = Arrays.copyOf(before.slots(), size);
        long[] up = Arrays.copyOf(before.bytesUp(), size);
        long[] down = Arrays.copyOf(before.bytesDown(), size);
        float[] busy = Arrays.copyOf(before.busy(), size);
        System.arraycopy(change.done(), 0, done, from, size - from);
        System.arraycopy(change.slots(), 0, slots, from, size - from);
        System.arraycopy(change.bytesUp(), 0, up, from, size - from);
        System.arraycopy(change.bytesDown(), 0, down, from, size - from);
        System.arraycopy(change.busy(), 0, busy, from, size - from);
        return new Series(change.seconds(), 0, done, slots, up, down, busy);
    }

    private static Spans spans(Spans one, Spans other) {
        return new Spans(
                both(one.lane(), other.lane()),
                both(one.fromMicros(), other.fromMicros()),
                both(one.micros(), other.micros()),
                both(one.cycle(), other.cycle()),
                both(one.firstUnit(), other.firstUnit()),
                both(one.units(), other.units()),
                both(one.outcome(), other.outcome()),
                other.omitted(),
                both(one.peakBytes(), other.peakBytes()));
    }

    private static Transfers transfers(Transfers one, Transfers other) {
        return new Transfers(
                both(one.lane(), other.lane()),
                both(one.toMaster(), other.toMaster()),
                both(one.fromMicros(), other.fromMicros()),
                both(one.micros(), other.micros()),
                both(one.bytes(), other.bytes()),
                other.omitted());
    }

    private static int[] both(int[] one, int[] other) {
        int[] all = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, all, one.length, other.length);
        return all;
    }

    private static long[] both(long[] one, long[] other) {
        long[] all = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, all, one.length, other.length);
        return all;
    }

    private static byte[] both(byte[] one, byte[] other) {
        byte[] all = Arrays.copyOf(one, one.length + other.length);
        System.arraycopy(other, 0, all, one.length, other.length);
        return all;
    }
}
