package dev.sluice.system;

import dev.sluice.model.record.RunView.Bands;
import dev.sluice.model.record.RunView.Lane;
import dev.sluice.model.record.RunView.Spans;
import dev.sluice.model.record.RunView.State;
import dev.sluice.model.record.RunView.Transfers;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Lanes of an invented run, with what their slots did. The same seed gives the same lanes. */
final class SampleLanes {
    static final List<String> CAUSES =
            List.of("compute", "runtime", "master", "results-link", "inputs-link", "setup", "no-work", "starting");

    private static final int INTERVALS = 100;
    private static final int FULL = 200;
    private static final int SPANS = 40_000;

    final double seconds;
    private final int workersPerHost;
    private final int slots;
    private final double unitSeconds;
    private final int spansOfLane;
    private final int failEvery;
    private final Random random = new Random(29);
    private final List<Lane> lanes = new ArrayList<>();
    private final List<Bands.Row> rows = new ArrayList<>();
    private final List<long[]> spans = new ArrayList<>();
    private final List<long[]> transfers = new ArrayList<>();
    private final double[] causeSeconds = new double[CAUSES.size()];
    private long units;

    SampleLanes(int workers, int workersPerHost, int slots, double unitSeconds, double seconds) {
        this.workersPerHost = workersPerHost;
        this.slots = slots;
        this.unitSeconds = unitSeconds;
        this.seconds = seconds;
        this.spansOfLane = SPANS / (workers * slots);
        this.failEvery = Math.max(97, workers * slots * 10);
        for (int worker = 0; worker < workers; worker++) {
            for (int slot = 1; slot <= slots; slot++) {
                lane(worker, slot);
            }
        }
    }

    private void lane(int worker, int slot) {
        int number = lanes.size();
        String host = String.format(java.util.Locale.ROOT, "n%03d", 1 + worker / workersPerHost);
        lanes.add(new Lane(number, "w" + (worker + 1), host, slot, 1, 0, -1, State.CONNECTED));
        double[][] shares = new double[INTERVALS][CAUSES.size()];
        double at = add(shares, 7, 0, 0.015 * seconds * (0.6 + 0.8 * random.nextDouble()));
        at = add(shares, 5, at, 0.01 * seconds);
        double speed = 0.8 + 0.4 * ((worker / workersPerHost * 37) % 11) / 10;
        double end = seconds * (0.93 + 0.05 * random.nextDouble());
        int written = 0;
        while (at < end) {
            double unit = unitSeconds * speed * (0.7 + 0.6 * random.nextDouble());
            written += span(number, at, unit, written);
            at = add(shares, 0, at, unit);
            at = add(shares, 1, at, 0.004 * unit);
            int cause = wait(at);
            double wait = unit * random.nextDouble() * 0.35;
            if (cause == 3 && transfers.size() < 4000) {
                transfers.add(new long[] {number, 1, micros(at), micros(wait), 400_000 + random.nextInt(300_000)});
            }
            at = add(shares, cause, at, wait);
        }
        add(shares, 6, at, seconds - at);
        rows.add(new Bands.Row(number, bytes(shares)));
    }

    /** Results wait for the link in the middle of the run, inputs early on, and the master now and then. */
    private int wait(double at) {
        double part = at / seconds;
        if (part > 0.42 && part < 0.7) {
            return 3;
        }
        return part < 0.2 ? 4 : 2;
    }

    private int span(int lane, double at, double unit, int written) {
        long number = units++;
        if (written >= spansOfLane) {
            return 0;
        }
        int outcome = number % failEvery == 53 ? 2 : number % 61 == 30 ? 1 : 0;
        spans.add(new long[] {lane, micros(at), micros(unit), 0, number, 1, outcome});
        return 1;
    }

    private double add(double[][] shares, int cause, double from, double length) {
        double to = Math.min(seconds, from + Math.max(0, length));
        causeSeconds[cause] += Math.max(0, to - from);
        double width = seconds / INTERVALS;
        for (int i = (int) (from / width); i < INTERVALS && i * width < to; i++) {
            shares[i][cause] += Math.max(0, Math.min(to, (i + 1) * width) - Math.max(from, i * width)) / width;
        }
        return to;
    }

    private static byte[] bytes(double[][] shares) {
        byte[] bytes = new byte[INTERVALS * CAUSES.size()];
        for (int i = 0; i < INTERVALS; i++) {
            double sum = 0;
            int before = 0;
            for (int cause = 0; cause < CAUSES.size(); cause++) {
                sum += shares[i][cause];
                int upTo = (int) Math.round(Math.min(1, sum) * FULL);
                bytes[i * CAUSES.size() + cause] = (byte) (upTo - before);
                before = upTo;
            }
        }
        return bytes;
    }

    private static long micros(double seconds) {
        return Math.round(seconds * 1e6);
    }

    List<Lane> lanes() {
        return lanes;
    }

    int slots() {
        return slots;
    }

    long units() {
        return units;
    }

    /** Returns the sum over all slots, in the order of {@link #CAUSES}. */
    double causeSeconds(String cause) {
        return causeSeconds[CAUSES.indexOf(cause)];
    }

    Bands bands() {
        return new Bands(seconds / INTERVALS, 0, CAUSES, rows);
    }

    Spans spans() {
        byte[] outcome = new byte[spans.size()];
        for (int i = 0; i < outcome.length; i++) {
            outcome[i] = (byte) spans.get(i)[6];
        }
        return new Spans(
                ints(spans, 0),
                longs(spans, 1),
                longs(spans, 2),
                ints(spans, 3),
                longs(spans, 4),
                ints(spans, 5),
                outcome,
                units - spans.size(),
                new long[0]);
    }

    Transfers transfers() {
        byte[] toMaster = new byte[transfers.size()];
        for (int i = 0; i < toMaster.length; i++) {
            toMaster[i] = (byte) transfers.get(i)[1];
        }
        return new Transfers(
                ints(transfers, 0), toMaster, longs(transfers, 2), longs(transfers, 3), longs(transfers, 4), 0);
    }

    private static long[] longs(List<long[]> rows, int column) {
        return rows.stream().mapToLong(row -> row[column]).toArray();
    }

    private static int[] ints(List<long[]> rows, int column) {
        return rows.stream().mapToInt(row -> (int) row[column]).toArray();
    }
}
