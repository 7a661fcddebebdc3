package dev.sluice.model.record;

import dev.sluice.model.EnumWords;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.record.RunView.Failure;
import dev.sluice.model.record.RunView.State;
import dev.sluice.model.record.ViewMarks.Mark;
import dev.sluice.model.record.ViewMarks.Sizes;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.RunningUnit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records what happens in a run, for {@link RunView}. Its memory is bounded by {@link #MOST_BYTES}, whatever the number
 * of units, workers and cycles: short spans are dropped when there are too many, intervals become wider, and lanes
 * stand for more slots. Times are since the start of the run [ns]. Confined to the master loop.
 */
public final class RunRecorder {
    /** Limit of {@link #bytes}. */
    public static final long MOST_BYTES = 16 << 20;

    /** Number of failures that are recorded; later ones are not. */
    public static final int MOST_FAILURES = 100;

    /** A result that the application accepts. */
    public static final int ACCEPTED = 0;
    /** A result of units that another worker had computed before. */
    public static final int SUPERSEDED = 1;
    /** Units that failed. */
    public static final int FAILED = 2;
    /** Units whose worker was lost before their end. */
    public static final int LOST = 3;

    /**
     * Age at which the latest view is no longer taken for a whole one [ns]. Until then a whole view has the contents of
     * the latest, so that changes since the latest fit both.
     */
    private static final long FOLLOWED_NANOS = 2_000_000_000L;

    private static final int DONE = 0;
    private static final int UP = 1;
    private static final int DOWN = 2;

    private final ViewMarks marks = new ViewMarks();
    private final LaneBands bands = new LaneBands(marks);
    private final SpanColumns spans = new SpanColumns(marks);
    private final TransferColumns transfers = new TransferColumns(marks);
    private final SeriesColumns series = new SeriesColumns(marks);
    private final RecentFlow flow = new RecentFlow(3);
    private final DecisionLog decisions = new DecisionLog(marks);
    private final FailureLog failures = new FailureLog();
    private final ForecastLog forecasts = new ForecastLog();
    private final LaneTable lanes = new LaneTable(bands, this::renumber);
    private final TimeOfSlots times;
    private final MemoryRecord memory = new MemoryRecord();
    private final List<String> causes = causes();
    private long nowNanos;

    private long firstSlotNanos = -1;
    private long doneAtFirstSlot;

    /** Starts without workers, for events whose ends tell the time, until the first report of a worker. */
    public RunRecorder() {
        this(false);
    }

    /**
     * Starts without workers.
     *
     * @param real whether the owner tells the present several times a second, so that no event lies far ahead of it
     */
    public RunRecorder(boolean real) {
        this.times = new TimeOfSlots(lanes, bands, spans, series, real);
    }

    private static List<String> causes() {
        List<String> names = new ArrayList<>();
        for (Cause cause : Cause.values()) {
            names.add(EnumWords.hyphened(cause));
        }
        return List.copyOf(names);
    }

    private void renumber(int[] numbers, int count) {
        bands.renumber(numbers, count);
        spans.renumber(numbers);
        transfers.renumber(numbers);
        marks.restart();
    }

    private void advance(long toNanos) {
        nowNanos = Math.max(nowNanos, toNanos);
        times.come(nowNanos);
        series.advance(nowNanos, flow.value(DONE), lanes.slotsNow());
        flow.advance(nowNanos);
    }

    // ---- workers

    /**
     * Records a worker that joined; returns its number, which other events name.
     *
     * @param below whether it joined a sub-master, whose own lane contains the same time
     * @param fromNanos when its slots began to count
     */
    public int joined(String worker, String host, int slots, boolean below, long fromNanos) {
        int number = lanes.join(worker, host, slots, below, Math.max(0, fromNanos));
        times.come(fromNanos);
        slotsChanged();
        return number;
    }

    /** Records the number of slots below a sub-master. */
    public void resized(int worker, int slots, long atNanos) {
        nowNanos = Math.max(nowNanos, atNanos);
        lanes.resize(worker, slots, atNanos);
        slotsChanged();
    }

    /** Records the state of a worker. */
    public void state(int worker, State state, long atNanos) {
        nowNanos = Math.max(nowNanos, atNanos);
        lanes.state(worker, state, atNanos);
        slotsChanged();
    }

    private void slotsChanged() {
        if (firstSlotNanos < 0 && lanes.slotsNow() > 0) {
            firstSlotNanos = nowNanos;
            doneAtFirstSlot = flow.value(DONE);
        }
        advance(nowNanos);
    }

    // ---- time of slots

    /**
     * Records consecutive units that a slot computed. Their time counts in the bands as far as no report of the worker
     * covers it.
     *
     * @param slot from 1; 0 if it is not known
     * @param computeNanos time in compute, at most {@code toNanos - fromNanos}
     * @param outcome {@link #ACCEPTED}, {@link #SUPERSEDED}, {@link #FAILED} or {@link #LOST}
     */
    public void computed(
            int worker,
            int slot,
            int cycle,
            long firstUnit,
            int units,
            long fromNanos,
            long toNanos,
            long computeNanos,
            int outcome) {
        SpanColumns.Units what = new SpanColumns.Units(cycle, firstUnit, units, 0);
        times.computed(worker, slot, what, fromNanos, toNanos, computeNanos, outcome);
    }

    /** Records a run of results, as the other method does. */
    public void computed(int worker, int slot, int cycle, ResultRun run, long toNanos, int outcome) {
        long nanos = run.computeNanos();
        SpanColumns.Units what = new SpanColumns.Units(cycle, run.firstUnit(), run.units(), run.peakBytes());
        times.computed(worker, slot, what, toNanos - nanos, toNanos, nanos, outcome);
    }

    /** Records the memory of the units of a run of results, where it is known. */
    public void used(String host, int cycle, ResultRun run) {
        if (run.peakBytes() > 0) {
            memory.add(host, cycle, run);
        }
    }

    /**
     * The memory of the units so far; null if it is not known of any.
     *
     * @param reservedBytes for each unit; 0: nothing was reserved
     */
    public @Nullable MemoryUse memory(long reservedBytes) {
        return memory.view(reservedBytes);
    }

    /**
     * Records units that a worker was computing when it was lost. Without effect where a lane stands for several slots.
     *
     * @param running with times since the start of the run, in any order
     */
    public void lost(int worker, int cycle, List<RunningUnit> running, long atNanos) {
        times.lost(worker, cycle, running, atNanos);
    }

    /** Records time of one slot on one cause, where each change of the cause is known. */
    public void spent(int worker, int slot, Cause cause, long fromNanos, long toNanos) {
        times.spent(worker, slot, cause, fromNanos, toNanos);
    }

    /**
     * Records slot time of a worker by cause since its last report.
     *
     * @param more all slots together
     */
    public void reported(int worker, CauseTimes more, long atNanos) {
        times.reported(worker, more, atNanos);
    }

    /**
     * Compute time that spans have brought and no report contains [ns]. It is 0 if the worker shares its lane, because
     * the time may be that of others.
     */
    public long aheadNanos(int worker) {
        return times.aheadNanos(worker);
    }

    /** Time of one cause in the bands, over all lanes but those below sub-masters [ns]. */
    public long total(Cause cause) {
        return times.total(cause);
    }

    // ---- the course of the run

    /** Records a message with results to the master, or with inputs or a setup from it. */
    public void transferred(int worker, boolean toMaster, long bytes, long fromNanos, long toNanos) {
        if (bytes <= 0) {
            return;
        }
        int lane = lanes.lane(worker);
        long end = times.end(fromNanos, toNanos);
        if (lane >= 0 && end >= 0) {
            transfers.add(lane, toMaster, bytes, Math.max(0, fromNanos), end);
        }
        if (toMaster) {
            flow.add(UP, bytes);
            series.up(end < 0 ? nowNanos : end, bytes);
        }
    }

    /** Records bytes of inputs and setups that left the master. */
    public void sent(long bytes, long atNanos) {
        if (bytes > 0) {
            flow.add(DOWN, bytes);
            series.down(atNanos, bytes);
        }
    }

    /** Records the number of units that are done by now, over all cycles. */
    public void done(long units, long atNanos) {
        flow.set(DONE, units);
        advance(atNanos);
    }

    /** Records a decision, whose outcome is not known yet; returns its number. */
    public int decided(double seconds, String kind, String what, String why, String gain) {
        return decisions.add(seconds, kind, what, why, gain);
    }

    /** All recorded decisions, in the order of their numbers. */
    public List<RunView.Decision> decisions() {
        return decisions.view(0, decisions.size(), Long.MAX_VALUE);
    }

    /** Records what came of the decision with this number; without effect if it was dropped. */
    public void outcome(int number, String outcome) {
        decisions.outcome(number, outcome);
    }

    /** Records a failed unit; {@code tries} are those of this failure, or all if the unit is given up. */
    public void failed(Failure failure) {
        failures.add(failure);
    }

    /** The recorded failures, in their order. */
    public List<Failure> failures() {
        return failures.all();
    }

    /** Records a forecast of the duration of the whole run [s]. */
    public void forecast(double low, double high, long atNanos) {
        forecasts.add(atNanos / 1e9, low, high);
    }

    /** Records the end of the run. The next view is a whole one and not the latest, which may lack the end. */
    public void ended(long atNanos) {
        marks.restart();
        advance(atNanos);
        forecasts.ended(atNanos / 1e9);
    }

    /** Units a second over the last seconds. */
    public double rateNow() {
        return flow.perSecond(DONE);
    }

    /** Units a second since the first slot was there; 0 before. */
    public double rateMean() {
        long passed = nowNanos - firstSlotNanos;
        return firstSlotNanos < 0 || passed <= 0 ? 0 : (flow.value(DONE) - doneAtFirstSlot) * 1e9 / passed;
    }

    /** Bytes of results a second over the last seconds. */
    public double bytesUpPerSecond() {
        return flow.perSecond(UP);
    }

    /** Bytes of inputs and setups a second over the last seconds. */
    public double bytesDownPerSecond() {
        return flow.perSecond(DOWN);
    }

    /** Bytes of results and of inputs and setups so far. */
    public long bytes(boolean toMaster) {
        return flow.value(toMaster ? UP : DOWN);
    }

    /** Workers that are connected to the master. */
    public int workers() {
        return lanes.connected();
    }

    /** Workers of the master that are not gone. */
    public int workersPresent() {
        return lanes.present();
    }

    /** Slots of workers that are not gone. */
    public int slots() {
        return lanes.slotsNow();
    }

    // ---- views

    /**
     * The run as it is now, or the change since an earlier view. A change has the number of the next view, and contains
     * everything since {@code since}. A whole view that is made within two seconds of another one has the contents and
     * number of that one, so that both can be continued by the same changes.
     *
     * @param since number of the view to be changed; 0 for a whole view. If it is too old, the view is whole
     */
    public RunView view(long since, RunFacts facts, long atNanos) {
        advance(atNanos);
        Mark from = since == 0 ? null : marks.since(since);
        if (from == null) {
            Mark same = since == 0 ? marks.latest(nowNanos, FOLLOWED_NANOS) : null;
            Mark to = same == null ? marks.next(sizes(), nowNanos) : same;
            return view(facts, to.sequence, null, Sizes.NONE, to.sizes);
        }
        Sizes until = sizes();
        RunView change = view(facts, marks.sequence() + 1, from, from.sizes, until);
        marks.next(until, nowNanos);
        return change;
    }

    private Sizes sizes() {
        return new Sizes(spans.size(), transfers.size(), decisions.size(), failures.size());
    }

    private RunView view(RunFacts facts, long sequence, @Nullable Mark since, Sizes from, Sizes to) {
        return new RunView(
                sequence,
                since == null,
                facts.about(),
                facts.overview(),
                laneView(),
                bandsView(since),
                spans.view(from.spans(), to.spans()),
                transfers.view(from.transfers(), to.transfers()),
                series.view(since == null ? 0 : marks.seriesSince(since)),
                facts.links(),
                facts.ledger(),
                facts.scaling(),
                forecasts.view(),
                facts.hosts(),
                decisions.view(from.decisions(), to.decisions(), since == null ? Long.MAX_VALUE : since.sequence),
                failures.view(from.failures(), to.failures()),
                facts.course());
    }

    private List<RunView.Lane> laneView() {
        List<RunView.Lane> all = new ArrayList<>(lanes.size());
        for (int i = 0; i < lanes.size(); i++) {
            LaneTable.Row row = lanes.row(i);
            all.add(new RunView.Lane(
                    i,
                    row.worker,
                    row.host,
                    row.slot,
                    row.slots,
                    row.fromNanos / 1e9,
                    row.toNanos < 0 ? -1 : row.toNanos / 1e9,
                    row.state));
        }
        return all;
    }

    private RunView.Bands bandsView(@Nullable Mark since) {
        int first = since == null ? 0 : marks.bandsSince(since);
        List<RunView.Bands.Row> rows = new ArrayList<>();
        for (int lane = 0; lane < lanes.size() && first < Integer.MAX_VALUE; lane++) {
            long changed = first == 0 ? 0 : since == null ? 0 : since.sequence;
            if (bands.hasChangedSince(lane, changed)) {
                rows.add(new RunView.Bands.Row(lane, bands.shares(lane, lanes.row(lane).slots, first)));
            }
        }
        int from = first == Integer.MAX_VALUE ? LaneBands.MOST_INTERVALS : first;
        return new RunView.Bands(bands.widthNanos() / 1e9, from, causes, rows);
    }

    /** Memory that this object retains [bytes]; texts count two bytes for each character. */
    public long bytes() {
        return lanes.bytes()
                + bands.bytes()
                + spans.bytes()
                + memory.bytes()
                + transfers.bytes()
                + series.bytes()
                + flow.bytes()
                + decisions.bytes()
                + failures.bytes()
                + forecasts.bytes()
                + marks.bytes();
    }

    /** Rates over the last seconds, from samples of counters that only grow. */
    private static final class RecentFlow {
        private static final int SAMPLES = 32;
        private static final long DISTANCE_NANOS = 250_000_000;
        private static final long WINDOW_NANOS = 5_000_000_000L;

        private final long[] nanos = new long[SAMPLES];
        private final long[][] counters;
        private final long[] now;
        private long nowNanos;
        private int taken;

        RecentFlow(int number) {
            this.counters = new long[SAMPLES][number];
            this.now = new long[number];
        }

        void add(int counter, long more) {
            now[counter] += more;
        }

        void set(int counter, long value) {
            now[counter] = value;
        }

        long value(int counter) {
            return now[counter];
        }

        /** Moves the time on. */
        void advance(long toNanos) {
            nowNanos = Math.max(nowNanos, toNanos);
            if (taken == 0 || nowNanos - nanos[(taken - 1) % SAMPLES] >= DISTANCE_NANOS) {
                nanos[taken % SAMPLES] = nowNanos;
                System.arraycopy(now, 0, counters[taken % SAMPLES], 0, now.length);
                taken++;
            }
        }

        /** Growth of a counter over the last seconds [1/s]. */
        double perSecond(int counter) {
            int oldest = Math.max(0, taken - SAMPLES);
            while (oldest < taken - 1 && nowNanos - nanos[oldest % SAMPLES] > WINDOW_NANOS) {
                oldest++;
            }
            long passed = taken == 0 ? 0 : nowNanos - nanos[oldest % SAMPLES];
            return passed <= 0 ? 0 : (now[counter] - counters[oldest % SAMPLES][counter]) * 1e9 / passed;
        }

        long bytes() {
            return (long) SAMPLES * (now.length + 1) * Long.BYTES;
        }
    }
}
