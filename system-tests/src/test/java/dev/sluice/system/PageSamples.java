package dev.sluice.system;

import dev.sluice.cli.page.PageJson;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.predict.ScalingCurve;
import dev.sluice.model.record.CourseView;
import dev.sluice.model.record.CycleRecord;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.record.RegimeSlice;
import dev.sluice.model.record.RunSpreads;
import dev.sluice.model.record.RunView;
import dev.sluice.model.record.RunView.About;
import dev.sluice.model.record.RunView.Bands;
import dev.sluice.model.record.RunView.Change;
import dev.sluice.model.record.RunView.Decision;
import dev.sluice.model.record.RunView.Failure;
import dev.sluice.model.record.RunView.Forecasts;
import dev.sluice.model.record.RunView.Host;
import dev.sluice.model.record.RunView.Kind;
import dev.sluice.model.record.RunView.Link;
import dev.sluice.model.record.RunView.Overview;
import dev.sluice.model.record.RunView.Scaling;
import dev.sluice.model.record.RunView.Series;
import dev.sluice.model.record.RunView.Spans;
import dev.sluice.model.record.RunView.State;
import dev.sluice.model.record.RunView.Transfers;
import dev.sluice.model.record.TimeSpread;
import dev.sluice.model.record.TunerCost;
import dev.sluice.testing.Records;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Views of invented runs, for tests of the page. */
final class PageSamples {
    private PageSamples() {}

    /** A run that has just started: no worker, no unit. */
    static RunView empty() {
        return new RunView(
                0,
                true,
                about(Kind.LIVE, "mandelbrot", "", -1),
                new Overview(0.4, -1, 0, 0, false, 0, 0, 0, 0, 0, -1, -1, 0, 2, 0, 0, 0, "", null, List.of()),
                List.of(),
                new Bands(0.1, 0, SampleLanes.CAUSES, List.of()),
                new Spans(
                        new int[0],
                        new long[0],
                        new long[0],
                        new int[0],
                        new long[0],
                        new int[0],
                        new byte[0],
                        0,
                        new long[0]),
                new Transfers(new int[0], new byte[0], new long[0], new long[0], new long[0], 0),
                new Series(0.1, 0, new long[0], new int[0], new long[0], new long[0], new float[0]),
                List.of(),
                IdleLedger.NONE,
                null,
                new Forecasts(new double[0], new double[0], new double[0], -1, -1),
                List.of(),
                List.of(),
                List.of(),
                CourseView.NONE);
    }

    /** A finished run of two workers. */
    static RunView two() {
        return run(new SampleLanes(2, 1, 2, 0.31, 14.2), Kind.ENDED, "mandelbrot");
    }

    /** A finished run of one worker that computed all the time, and whose links had nothing to do. */
    static RunView computing() {
        RunView view = two();
        Overview now = view.overview();
        Bands bands = view.bands();
        byte[] shares = onlyTheFirst(bands);
        return new RunView(
                0,
                true,
                about(Kind.ENDED, "mandelbrot", "complete", 0),
                new Overview(
                        now.seconds(),
                        0,
                        1,
                        now.units(),
                        false,
                        now.units(),
                        now.units(),
                        0,
                        12,
                        12.1,
                        0,
                        0,
                        2,
                        2,
                        4,
                        0,
                        0,
                        "The slots limit the run: they compute 100 % of the time.",
                        null,
                        List.of()),
                view.lanes(),
                new Bands(
                        bands.seconds(),
                        0,
                        bands.causes(),
                        bands.rows().stream()
                                .map(row -> new Bands.Row(row.lane(), shares))
                                .toList()),
                empty().spans(),
                view.transfers(),
                view.series(),
                List.of(
                        new Link(0, -1, "login1 (master)", 0, 0, 0, 3e6, 4e5, 0, 0, false),
                        new Link(1, 0, "n001", 4, 1.2e7, 1.2e7, 1e6, 3e5, 9e6, 4e5, false)),
                IdleLedger.of(
                        (long) (now.seconds() * 4e9),
                        0,
                        CauseTimes.ZERO.plus(Cause.COMPUTE, (long) (now.seconds() * 4e9)),
                        Map.of()),
                view.scaling(),
                view.forecasts(),
                view.hosts(),
                List.of(),
                List.of(),
                new CourseView(
                        List.of(new RegimeSlice(0, now.seconds(), RegimeSlice.COMPUTATION, "slots", 1, 0.1, 0)),
                        List.of(),
                        List.of()));
    }

    /** Shares of a row in which only the first cause occurs. */
    private static byte[] onlyTheFirst(Bands bands) {
        byte[] shares = new byte[bands.rows().get(0).shares().length];
        for (int i = 0; i < shares.length; i += bands.causes().size()) {
            shares[i] = (byte) 200;
        }
        return shares;
    }

    /** The run of two workers while it is running, whole or as a change; later ones have computed all the time. */
    static RunView live(long sequence, boolean whole, long done, Kind kind) {
        RunView view = two();
        int last = 50;
        byte[] computing = new byte[last * SampleLanes.CAUSES.size()];
        for (int i = 0; i < last; i++) {
            computing[i * SampleLanes.CAUSES.size()] = (byte) 200;
        }
        List<Bands.Row> rows = view.lanes().stream()
                .map(lane -> new Bands.Row(lane.number(), computing))
                .toList();
        Overview all = view.overview();
        String why = "Computing limits the run (97 % of the slots' time). More slots or hosts would help.";
        Overview now = new Overview(
                all.seconds(),
                0,
                1,
                all.units(),
                false,
                done,
                done,
                12,
                12,
                14,
                2,
                5,
                2,
                2,
                4,
                0,
                0,
                why,
                null,
                List.of());
        RunView empty = empty();
        return new RunView(
                sequence,
                whole,
                about(kind, "mandelbrot", kind == Kind.LIVE ? "" : "complete", kind == Kind.LIVE ? -1 : 0),
                now,
                view.lanes(),
                whole ? view.bands() : new Bands(view.bands().seconds(), last, SampleLanes.CAUSES, rows),
                whole ? view.spans() : empty.spans(),
                empty.transfers(),
                empty.series(),
                view.links(),
                view.ledger(),
                null,
                empty.forecasts(),
                view.hosts(),
                whole ? view.decisions() : changedDecisions(),
                List.of(),
                CourseView.NONE);
    }

    /** The outcome of the first decision, and another decision. */
    private static List<Decision> changedDecisions() {
        return List.of(
                new Decision(
                        0, 0.2, "plan", "use 2 of 3 hosts", "n003 would wait for its link", "", "the run took 9 s"),
                new Decision(4, 9, "worker", "w1 on n001 leaves", "asked to", "", ""));
    }

    /** A finished run of a million units by a thousand workers on 250 hosts. */
    static RunView thousand() {
        return run(new SampleLanes(1000, 4, 1, 0.29, 372), Kind.ENDED, "parameter-sweep");
    }

    /** The run of two workers in which each string is meant to do harm. */
    static RunView hostile(String harm) {
        RunView view = two();
        Failure failure =
                new Failure(3, 0, 53, harm, harm, true, 2, harm, harm, harm + "\n\tat " + harm, List.of(harm));
        return Records.with(
                view,
                "whole",
                true,
                "about",
                new About(Kind.ENDED, harm, harm, List.of(harm), harm, harm, harm, harm, harm, harm, harm, 1),
                "lanes",
                view.lanes().stream()
                        .map(lane -> new RunView.Lane(lane.number(), harm, harm, lane.slot(), 1, 0, -1, State.AWAY))
                        .toList(),
                "links",
                List.of(new Link(0, -1, harm, 4, 1e8, 1e8, 9e7, 1e6, 9.5e7, 0, true)),
                "ledger",
                new IdleLedger(
                        view.ledger().slotSeconds(),
                        0,
                        view.ledger().times(),
                        List.of(new IdleLedger.Link(harm, harm, 1)),
                        List.of(new Change(harm, 12, 0.1))),
                "hosts",
                List.of(new Host(harm, 1, 2, 40, 0.3, 1, 0.001, 1e8, harm, State.GONE, harm)),
                "decisions",
                List.of(new Decision(0, 1, harm, harm, harm, harm, harm)),
                "failures",
                List.of(failure),
                "course",
                new CourseView(
                        List.of(new RegimeSlice(0, 9, harm, harm, 1, 0, 0)),
                        List.of(),
                        List.of(new TunerCost("workers", 1, 0))));
    }

    /** A finished run of which only figures and one failure are known, and whose units have numbers above 2^53. */
    static RunView withoutCourse() {
        RunView empty = empty();
        long unit = (1L << 53) + 1;
        return new RunView(
                1,
                true,
                about(Kind.ENDED, "mandelbrot", "complete", 0),
                empty.overview(),
                List.of(),
                empty.bands(),
                empty.spans(),
                empty.transfers(),
                empty.series(),
                List.of(),
                empty.ledger(),
                null,
                empty.forecasts(),
                List.of(),
                List.of(),
                List.of(new Failure(3, 0, unit, "w1", "a", true, 2, "Bad", "no", "", List.of())),
                CourseView.NONE);
    }

    /** The run of two workers as if it had lasted far beyond its last interval. */
    static RunView beyondItsBands() {
        RunView two = two();
        Overview now = two.overview();
        return Records.with(
                two,
                "whole",
                true,
                "overview",
                Records.with(now, "seconds", 10 * now.seconds(), "etaLow", -1, "etaHigh", -1, "parkedSlots", 0),
                "course",
                CourseView.NONE);
    }

    private static About about(Kind kind, String application, String end, int exitCode) {
        return new About(
                kind,
                "20261126-021500-" + application,
                application,
                List.of("--size=4096", "--depth=5000"),
                "2026-11-26T02:15:00+01:00",
                "login1",
                "guided self-scheduling",
                "0.1.0",
                "17.0.14",
                "sluice-runs/20261126-021500-" + application,
                end,
                exitCode);
    }

    private static RunView run(SampleLanes lanes, Kind kind, String application) {
        double seconds = lanes.seconds;
        int count = lanes.lanes().size();
        long units = lanes.units();
        long workers =
                lanes.lanes().stream().map(RunView.Lane::worker).distinct().count();
        double rate = units / seconds;
        Overview overview = new Overview(
                seconds,
                0,
                1,
                units,
                false,
                units,
                units,
                0,
                rate,
                rate * 1.19,
                0,
                0,
                (int) workers,
                (int) workers,
                count,
                0,
                1,
                "The link to site B limits the run (71 % busy). Fewer bytes or a faster link would help.",
                null,
                List.of());
        return new RunView(
                0,
                true,
                about(kind, application, "1 unit failed on every worker that tried it", 3),
                overview,
                lanes.lanes(),
                lanes.bands(),
                lanes.spans(),
                lanes.transfers(),
                series(lanes),
                links(lanes),
                ledger(lanes),
                scaling(count, seconds),
                SampleParts.forecasts(seconds),
                hosts(lanes, application),
                SampleParts.decisions(seconds),
                SampleParts.failures(),
                course(seconds));
    }

    /** Three bottlenecks, and twelve cycles. */
    private static CourseView course(double seconds) {
        double third = seconds / 3;
        List<CycleRecord> cycles = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            double time = seconds / 14 * (i % 4 == 3 ? 1.4 : 1);
            cycles.add(new CycleRecord(
                    i,
                    1,
                    i * seconds / 12,
                    time,
                    40,
                    2,
                    1.7 * time,
                    4_000,
                    800_000,
                    90,
                    CauseTimes.ZERO,
                    RegimeSlice.COMMUNICATION,
                    "link to site B"));
        }
        return new CourseView(
                List.of(
                        new RegimeSlice(0, 0.7 * third, RegimeSlice.COMPUTATION, "computing", 0.95, 0.2, 0.02),
                        new RegimeSlice(
                                0.7 * third, 2.5 * third, RegimeSlice.COMMUNICATION, "link to site B", 0.4, 0.8, 0.1),
                        new RegimeSlice(2.5 * third, seconds, RegimeSlice.ENDING, "", 0.9, 0, 0)),
                cycles,
                List.of(new TunerCost("workers", 12, 0.004 * seconds)));
    }

    private static Series series(SampleLanes lanes) {
        int length = 60;
        long[] done = new long[length];
        int[] slots = new int[length];
        long[] up = new long[length];
        float[] busy = new float[length];
        for (int i = 0; i < length; i++) {
            double part = Math.max(0, Math.min(1, (i - 1) / (length - 4.0)));
            done[i] = Math.round(lanes.units() * (part - 0.02 * Math.sin(6.28 * part)));
            slots[i] = lanes.lanes().size();
            up[i] = 7_000_000 + 900_000 * (i % 5);
            busy[i] = i < 2 ? 0 : 0.85f;
        }
        return new Series(lanes.seconds / length, 0, done, slots, up, new long[length], busy);
    }

    private static List<Link> links(SampleLanes lanes) {
        List<Link> links = new ArrayList<>();
        links.add(new Link(0, -1, "login1 (master)", 0, 1.18e9, 1.18e9, 3.1e8, 4.2e7, 4.4e8, 6e7, false));
        links.add(new Link(1, 0, "site B", 0, 1.18e8, 1.18e8, 8.4e7, 1.2e7, 1.1e8, 1.6e7, true));
        for (Map.Entry<String, Integer> host : slotsByHost(lanes).entrySet()) {
            int i = links.size();
            double capacity = i % 3 == 0 ? 0 : i % 2 == 0 ? 1.18e8 : 1.2e7;
            links.add(new Link(
                    i,
                    i % 2,
                    host.getKey(),
                    host.getValue(),
                    capacity,
                    capacity,
                    1e6 * (1 + i % 7),
                    3e5,
                    9e6,
                    4e5,
                    false));
        }
        return links;
    }

    private static Map<String, Integer> slotsByHost(SampleLanes lanes) {
        Map<String, Integer> slots = new LinkedHashMap<>();
        lanes.lanes().forEach(lane -> slots.merge(lane.host(), 1, Integer::sum));
        return slots;
    }

    private static IdleLedger ledger(SampleLanes lanes) {
        double unit = lanes.causeSeconds("compute") / lanes.units();
        RunSpreads times = new RunSpreads(
                new TimeSpread(lanes.units(), 0.9 * unit, 1.9 * unit, 2.6 * unit, unit * lanes.units()),
                new TimeSpread(2, 0.41, 0.46, 0.46, 0.87),
                new TimeSpread(140, 0.0004, 0.021, 0.033, 0.4),
                new TimeSpread(lanes.units(), 0.000_04, 0.000_11, 0.000_32, 5e-5 * lanes.units()));
        return new IdleLedger(
                        lanes.seconds * lanes.lanes().size(),
                        0,
                        CauseTimes.of(SampleLanes.CAUSES.stream()
                                .collect(Collectors.toMap(
                                        name -> Cause.valueOf(
                                                name.toUpperCase(Locale.ROOT).replace('-', '_')),
                                        name -> (long) (1e9 * lanes.causeSeconds(name))))),
                        List.of(
                                new IdleLedger.Link("site B", "master", lanes.causeSeconds("results-link") * 0.8),
                                new IdleLedger.Link("master", "site B", lanes.causeSeconds("inputs-link") * 0.6)),
                        List.of(
                                new Change("twice the capacity of the link to site B", lanes.seconds * 0.77, 0.23),
                                new Change("one sub-master at site B", lanes.seconds * 0.82, 0.18),
                                new Change("another host like n002 (4 slots)", lanes.seconds * 0.9, 0.1),
                                new Change("one worker less", lanes.seconds * 1.71, -0.71)))
                .with(null, times);
    }

    private static Scaling scaling(int slots, double seconds) {
        int[] counts = IntStream.rangeClosed(0, 11)
                .map(i -> (int) Math.round(Math.pow(16.0 * slots, i / 11.0)))
                .distinct()
                .toArray();
        double[] times = new double[counts.length];
        double[] low = new double[counts.length];
        double[] high = new double[counts.length];
        for (int i = 0; i < counts.length; i++) {
            double part = (double) slots / counts[i];
            times[i] = seconds * Math.pow((Math.pow(part, 6) + Math.pow(0.98, 6)) / (1 + Math.pow(0.98, 6)), 1 / 6.0);
            low[i] = times[i] * 0.94;
            high[i] = times[i] * 1.07;
        }
        int knee = ScalingCurve.knee(counts, times);
        return new Scaling(counts, times, low, high, knee < 0 ? 0 : counts[knee], slots, seconds);
    }

    private static List<Host> hosts(SampleLanes lanes, String application) {
        List<Host> hosts = new ArrayList<>();
        slotsByHost(lanes).forEach((host, slots) -> {
            int i = hosts.size();
            hosts.add(new Host(
                    host,
                    slots / lanes.slots(),
                    slots,
                    lanes.units() * slots / lanes.lanes().size(),
                    0.3 * (0.8 + 0.4 * ((i * 37) % 11) / 10),
                    i % 5 == 4 ? -1 : 0.5 + i % 7,
                    0.0002 * (1 + i % 9),
                    i % 3 == 0 ? 0 : 1.1e8,
                    "TLS",
                    i % 41 == 1 ? State.AWAY : State.CONNECTED,
                    about(Kind.ENDED, application, "", 0).directory() + "/logs/" + host + ".log"));
        });
        return hosts;
    }

    /** Writes a view in the form of {@code docs/page.schema.json}. */
    static String json(RunView view) {
        return PageJson.text(view);
    }
}
