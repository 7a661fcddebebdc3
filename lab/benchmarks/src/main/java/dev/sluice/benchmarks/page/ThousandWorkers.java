package dev.sluice.benchmarks.page;

import dev.sluice.cli.page.ViewSource;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.record.CourseView;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.record.RunView;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Views of a run with a thousand workers of one slot on 250 hosts, in which a thousand units end each second: a change
 * has 250 of them, and a new interval of each lane. Hosts, links and ledger are new in every fourth view, as in a real
 * run. A whole view has 40,000 units. Any thread.
 */
final class ThousandWorkers implements ViewSource {
    private static final int WORKERS = 1_000;
    private static final int HOSTS = 250;
    private static final int VIEWS_EACH_SECOND = 4;
    private static final int SPANS_EACH_CHANGE = 250;
    private static final int SPANS = 40_000;
    private static final int CAUSES = 8;
    private static final int INTERVALS = 60;

    private List<RunView.Link> links = List.of();
    private List<RunView.Host> hosts = List.of();
    private IdleLedger ledger = ledger(0);
    private long sequence;

    private static List<RunView.Lane> lanes() {
        List<RunView.Lane> lanes = new ArrayList<>();
        for (int i = 0; i < WORKERS; i++) {
            lanes.add(new RunView.Lane(i, "w" + (i + 1), host(i), 1, 1, 0.731 + i / 1e3, -1, RunView.State.CONNECTED));
        }
        return lanes;
    }

    private static List<RunView.Link> links(double used) {
        List<RunView.Link> links = new ArrayList<>();
        links.add(new RunView.Link(0, -1, "master", 0, 1.25e8, 1.25e8, 3.1e6, used, 4.2e6, 1.1e6, true));
        for (int i = 0; i < HOSTS; i++) {
            links.add(new RunView.Link(i + 1, 0, host(i), 4, 1.25e8, 1.25e8, used + i, 3_456.7, 16_000, 4_000, false));
        }
        return links;
    }

    private static List<RunView.Host> hosts(long units) {
        List<RunView.Host> hosts = new ArrayList<>();
        for (int i = 0; i < HOSTS; i++) {
            hosts.add(new RunView.Host(
                    host(i),
                    4,
                    4,
                    units + i,
                    0.987,
                    3.97,
                    0.000_312,
                    1.1e8,
                    "tls",
                    RunView.State.CONNECTED,
                    "/home/ann/sluice-runs/galaxy/logs/" + host(i) + ".log"));
        }
        return hosts;
    }

    private static String host(int number) {
        return "node" + (number % HOSTS) + ".cluster.example";
    }

    @Override
    public synchronized CompletableFuture<Views> views(long since, boolean whole) {
        RunView change = since == NOTHING ? null : view(false, SPANS_EACH_CHANGE, 1);
        RunView all = whole ? view(true, SPANS, INTERVALS) : null;
        return CompletableFuture.completedFuture(new Views(change, all));
    }

    private RunView view(boolean whole, int spans, int intervals) {
        if (sequence++ % VIEWS_EACH_SECOND == 0) {
            links = links(12_345.6 + sequence);
            hosts = hosts(sequence);
            ledger = ledger(sequence);
        }
        double seconds = (double) sequence / VIEWS_EACH_SECOND;
        return new RunView(
                sequence,
                whole,
                new RunView.About(
                        RunView.Kind.LIVE,
                        "galaxy",
                        "Galaxy",
                        List.of("--stars=1000000"),
                        "2026-11-26T02:00:00Z",
                        "master",
                        "SS",
                        "1",
                        "17",
                        "/home/ann/sluice-runs/galaxy",
                        "",
                        -1),
                new RunView.Overview(
                        seconds,
                        0,
                        1,
                        10_000_000,
                        false,
                        250 * sequence,
                        250 * sequence,
                        1_000.5,
                        998.2,
                        1_100,
                        9_000.5,
                        9_900.2,
                        WORKERS,
                        WORKERS,
                        WORKERS,
                        0,
                        0,
                        "Computing limits the run (95 % of the slots' time). More slots or hosts would help.",
                        null,
                        List.of()),
                lanes(),
                bands(intervals),
                spans(spans, (long) (seconds * 1e6)),
                new RunView.Transfers(new int[0], new byte[0], new long[0], new long[0], new long[0], 0),
                series(intervals),
                links,
                ledger,
                scaling(),
                new RunView.Forecasts(new double[] {1}, new double[] {9_000}, new double[] {9_900}, -1, -1),
                hosts,
                List.of(),
                List.of(),
                CourseView.NONE);
    }

    private static RunView.Bands bands(int intervals) {
        byte[] shares = new byte[intervals * CAUSES];
        for (int i = 0; i < shares.length; i++) {
            shares[i] = (byte) (i % CAUSES == 0 ? 190 : i % CAUSES == 1 ? 10 : 0);
        }
        List<String> causes =
                IntStream.range(0, CAUSES).mapToObj(i -> "cause-" + i).toList();
        return new RunView.Bands(
                0.25,
                1,
                causes,
                IntStream.range(0, WORKERS)
                        .mapToObj(lane -> new RunView.Bands.Row(lane, shares))
                        .toList());
    }

    private static RunView.Spans spans(int count, long untilMicros) {
        int[] lane = new int[count];
        long[] from = new long[count];
        long[] micros = new long[count];
        long[] unit = new long[count];
        int[] units = new int[count];
        for (int i = 0; i < count; i++) {
            lane[i] = i * 7 % WORKERS;
            from[i] = Math.max(0, untilMicros - 1_000L * (count - i));
            micros[i] = 987_654 + i;
            unit[i] = untilMicros / 1_000 + i;
            units[i] = 1;
        }
        return new RunView.Spans(lane, from, micros, new int[count], unit, units, new byte[count], 0, new long[0]);
    }

    private static RunView.Series series(int intervals) {
        long[] done = new long[intervals];
        Arrays.setAll(done, i -> 250L * i);
        int[] slots = new int[intervals];
        Arrays.fill(slots, WORKERS);
        float[] busy = new float[intervals];
        Arrays.fill(busy, 0.95f);
        return new RunView.Series(0.25, 1, done, slots, new long[intervals], new long[intervals], busy);
    }

    private static IdleLedger ledger(double seconds) {
        List<IdleLedger.Link> waits = new ArrayList<>();
        for (int i = 0; i < HOSTS; i++) {
            waits.add(new IdleLedger.Link(host(i), "master", seconds + i));
        }
        return new IdleLedger(
                1e6,
                0,
                CauseTimes.of(Map.of(Cause.COMPUTE, 950_000_000_000_000L, Cause.RESULTS_LINK, 50_000_000_000_000L)),
                waits,
                List.of(new RunView.Change("another host like n0001 (1 slot)", 9_890, 0.001)));
    }

    private static RunView.@Nullable Scaling scaling() {
        double[] seconds = new double[100];
        Arrays.setAll(seconds, i -> 1e6 / (i + 1));
        return new RunView.Scaling(
                IntStream.rangeClosed(1, 100).toArray(), seconds, seconds, seconds, 0, WORKERS, 9_900);
    }
}
