package dev.sluice.system;

import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.record.CourseView;
import dev.sluice.model.record.CycleRecord;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.record.MemoryUse;
import dev.sluice.model.record.PromiseNow;
import dev.sluice.model.record.RegimeSlice;
import dev.sluice.model.record.RunSpreads;
import dev.sluice.model.record.RunView;
import dev.sluice.model.record.TimeSpread;
import dev.sluice.model.record.TunerCost;
import java.util.ArrayList;
import java.util.List;

/** Views with something in every field. */
final class SampleViews {
    /** Text that a peer might send to break out of whatever shows it. */
    static final String HOSTILE = "</script><script>alert(1)</script>\"'\\\n\u2028{host=\"x\"} \u0000";

    private SampleViews() {}

    static RunView whole() {
        return of(7, true, List.of(host("a"), host(HOSTILE)));
    }

    static RunView of(long sequence, boolean whole, List<RunView.Host> hosts) {
        return new RunView(
                sequence,
                whole,
                about(),
                overview(),
                List.of(new RunView.Lane(0, "w1", "a", 1, 1, 0.25, -1, RunView.State.CONNECTED)),
                new RunView.Bands(
                        0.5, 0, List.of("compute", "no-work"), List.of(new RunView.Bands.Row(0, new byte[] {-56, 0, 100
                        }))),
                new RunView.Spans(
                        new int[] {0, 0},
                        new long[] {250_000, 260_000},
                        new long[] {1_000, 1_000},
                        new int[] {1, 1},
                        new long[] {1L << 40, Long.MAX_VALUE},
                        new int[] {2, 1},
                        new byte[] {3, 0},
                        5,
                        new long[0]),
                new RunView.Transfers(
                        new int[] {0}, new byte[] {1}, new long[] {10}, new long[] {20}, new long[] {1 << 20}, 6),
                new RunView.Series(
                        0.5,
                        0,
                        new long[] {10, 140},
                        new int[] {8, 8},
                        new long[] {1_000, 500},
                        new long[] {20, 30},
                        new float[] {Float.NaN, 0.5f}),
                List.of(
                        new RunView.Link(0, -1, "master", 0, 1e8, 1e8, 5e6, 1e6, 6e6, 1e6, true),
                        new RunView.Link(1, 0, HOSTILE, 8, 0, 0, 5e6, 1e6, 0, 0, false)),
                new IdleLedger(
                        100,
                        0,
                        CauseTimes.ZERO.plus(Cause.COMPUTE, 90_000_000_000L),
                        List.of(new IdleLedger.Link(HOSTILE, "master", 2), new IdleLedger.Link("master", "a", 1)),
                        List.of(new RunView.Change("another host like a (2 slots)", 10, 0.2)),
                        new MemoryUse(140, 40_000_000, 90_000_000, 120_000_000, 1, 41, "a", 500_000_000),
                        new RunSpreads(
                                new TimeSpread(140, 0.012, 0.04, 0.08, 1.9),
                                new TimeSpread(2, 0.5, 0.7, 0.7, 1.2),
                                new TimeSpread(9, 0.001, 0.002, 0.002, 0.01),
                                new TimeSpread(140, 0.000_01, 0.000_02, 0.000_03, 0.002))),
                new RunView.Scaling(
                        new int[] {1, 2},
                        new double[] {100, 50},
                        new double[] {90, 45},
                        new double[] {110, 55},
                        2,
                        8,
                        12.5),
                new RunView.Forecasts(new double[] {1}, new double[] {12}, new double[] {15}, -1, -1),
                hosts,
                List.of(new RunView.Decision(0, 1, "grants", "2 at once", "goodput fell", "10 %", "")),
                List.of(new RunView.Failure(
                        2, 1, 17, "w1", "a", true, 3, "java.lang.Error", HOSTILE, "at A.b(A.java:1)", List.of("log"))),
                course());
    }

    private static RunView.Overview overview() {
        return new RunView.Overview(
                12.5,
                1,
                3,
                100,
                false,
                40,
                140,
                11,
                11.2,
                16,
                3,
                4.5,
                2,
                3,
                8,
                0,
                1,
                "Computing limits the run (90 % of the slots' time). More slots or hosts would help.",
                new PromiseNow("2026-11-30T17:00:00+01:00", 20, 15.5, 17, 0.98),
                List.of(new RunView.Running(41, "w1", 120, 0.4, "epoch 4")));
    }

    /** Two bottlenecks, of which the first is a link to a host with a hostile name, and a cycle. */
    private static CourseView course() {
        return new CourseView(
                List.of(
                        new RegimeSlice(0, 6, RegimeSlice.COMMUNICATION, "link to " + HOSTILE, 0.3, 0.9, 0.1),
                        new RegimeSlice(6, 12, RegimeSlice.COMPUTATION, "computing", 0.95, 0.1, 0)),
                List.of(new CycleRecord(
                        0,
                        1,
                        0.5,
                        8,
                        100,
                        7.5,
                        55,
                        1_000,
                        1L << 40,
                        210,
                        CauseTimes.ZERO.plus(Cause.COMPUTE, 55_000_000_000L),
                        RegimeSlice.COMPUTATION,
                        "computing")),
                List.of(new TunerCost("workers", 3, 0.25)));
    }

    private static RunView.About about() {
        return new RunView.About(
                RunView.Kind.LIVE,
                "mandelbrot-20261126-021320-c0de",
                "dev.sluice.app.mandelbrot.Mandelbrot",
                List.of("--width=100", HOSTILE),
                "2026-11-26T02:13:20Z",
                "a",
                "GSS",
                "0.1.0",
                "17.0.1",
                "/home/ann/run",
                "",
                -1);
    }

    static RunView.Host host(String name) {
        return new RunView.Host(
                name,
                1,
                4,
                70,
                0.25,
                name.equals("a") ? 1.5 : -1,
                0.001,
                1e8,
                "tls",
                RunView.State.CONNECTED,
                "/home/ann/run/logs/" + name);
    }

    static List<RunView.Host> hosts(int count) {
        List<RunView.Host> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(host("h" + i));
        }
        return all;
    }
}
