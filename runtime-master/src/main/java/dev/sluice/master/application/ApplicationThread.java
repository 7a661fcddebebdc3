package dev.sluice.master.application;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Results;
import dev.sluice.master.AcceptTask;
import dev.sluice.master.Acknowledgements;
import dev.sluice.master.ApplicationPort;
import dev.sluice.master.Feed;
import dev.sluice.master.Feeder;
import dev.sluice.master.PreparedInputs;
import dev.sluice.master.UnitSource;
import dev.sluice.master.WorkerConnection;
import dev.sluice.master.record.Durations;
import dev.sluice.master.resume.JournalledRun;
import dev.sluice.model.delivery.FeedTask;
import dev.sluice.model.schedule.Action;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The thread that calls the application's methods on the master, one at a time. They may be slow without delaying
 * heartbeats. Inputs are encoded before results are accepted, so that workers never wait for {@code accept}. The
 * application's decisions go to the {@link ApplicationPort}, on this thread.
 */
public final class ApplicationThread implements UnitSource {
    private final ApplicationInputs inputs;
    private final Acknowledgements acknowledgements;
    private final Feeder feeder;
    private final TurnsThread own;
    private Turns queue;
    private final Results<?> mode;
    private final ApplicationCourse course;
    private final StuckWatch stuck = new StuckWatch();
    /** Units whose results the loop has passed on. On the loop. */
    private long handedUnits;

    @SuppressWarnings("unchecked")
    public ApplicationThread(
            ApplicationInputs inputs,
            Results<?> results,
            ApplicationPort port,
            Feeder feeder,
            Acknowledgements acknowledgements) {
        this.inputs = inputs;
        Accumulation<Object> accumulation =
                results instanceof Accumulation<?> folded ? (Accumulation<Object>) folded : null;
        this.mode = results;
        this.own = new TurnsThread("sluice-application", port::crashed);
        this.queue = own;
        this.acknowledgements = acknowledgements;
        this.feeder = feeder;
        this.course = new ApplicationCourse(inputs, accumulation, port, acknowledgements, task -> queue.turn(task));
    }

    /** Writes the application's course to this journal, after what earlier masters wrote. Call before the start. */
    public void journal(JournalledRun run) {
        course.cycles().journal(run);
    }

    /** Calls the application with these turns instead of a thread of its own. Call before the start. */
    public void callBy(Turns other) {
        queue = other;
        course.open().askBy(other);
    }

    @Override
    public boolean takes(dev.sluice.net.message.Results.Form form) {
        return switch (form) {
            case EACH -> !(mode instanceof Accumulation);
            case COMPLETED -> mode.kept();
            case ACCUMULATED -> mode instanceof Accumulation;
        };
    }

    /** Begins the first cycle with these results, which are accepted before all others. Call before the start. */
    public void keep(KnownResults results) {
        course.keep(results);
    }

    /** Computes a sample of units instead of the whole application. Call before the start. */
    public void sample(UnitSample few) {
        course.sample(few);
    }

    @Override
    public void start() {
        queue.start();
        queue.turn(() -> course.taking().timed(course.guarded(course::start)));
    }

    /** The thread that calls the application, unless {@link #callBy} named another. */
    public Thread thread() {
        return own.thread();
    }

    /** Stops after the current task; any thread. */
    public void close() {
        course.close();
        queue.close();
    }

    public boolean awaitEnd(long millis) throws InterruptedException {
        return queue.awaitEnd(millis);
    }

    /** Processor time of the thread while it is alive [ns]. Any thread. */
    public long cpuNanos() {
        return queue.cpuNanos();
    }

    // ---- called by the loop; any thread

    @Override
    public void feed(Feed feed, FeedTask task) {
        queue.order(course.guarded(() -> {
            feeder.add(feed, task);
            course.open().waits(feed);
        }));
    }

    /** Encodes units that will be assigned soon, before other waiting tasks; {@code done} is called on this thread. */
    @Override
    public void prepare(int cycle, long firstUnit, long endUnit, Consumer<@Nullable PreparedInputs> done) {
        queue.order(
                course.guarded(() -> done.accept(course.isOver() ? null : inputs.prepare(cycle, firstUnit, endUnit))));
    }

    @Override
    public void resume(Feed feed) {
        queue.order(course.guarded(() -> feeder.pump(feed)));
    }

    @Override
    public void revoke(Feed feed, long units, Feeder.TakenBack takenBack) {
        queue.order(course.guarded(() -> feeder.revoke(feed, units, takenBack)));
    }

    @Override
    public void answer(WorkerConnection connection, long failure) {
        queue.order(course.guarded(() -> acknowledgements.answer(connection, failure)));
    }

    @Override
    public void accept(AcceptTask task) {
        handedUnits += task.accepted().size();
        course.turn(() -> course.acceptResults(task));
    }

    @Override
    public long waitingUnits() {
        return Math.max(0, handedUnits - course.taking().takenUnits());
    }

    @Override
    public Optional<String> stuck(long nowNanos) {
        return stuck.look(queue.running(), course.taking().takenUnits(), nowNanos);
    }

    /** All results of the cycle have been passed to {@link #accept}: ends it and asks for the next. */
    @Override
    public void endCycle(int cycle) {
        course.turn(() -> course.taking().timed(course.guarded(() -> course.nextCycle(cycle))));
    }

    @Override
    public void wantUnits(int cycle, long upTo) {
        course.open().want(cycle, upTo);
    }

    @Override
    public void ranDry(int cycle, long units) {
        course.turn(() -> course.ranDry(cycle, units));
    }

    /** A unit has no result. */
    @Override
    public void givenUp(Action.Quarantine quarantine, boolean failsRun) {
        course.turn(course.guarded(() -> course.givenUp(quarantine, failsRun)));
    }

    /** The operator stopped the run: the application saves its results. */
    @Override
    public void interrupt() {
        course.turn(course.guarded(course::interrupt));
    }

    @Override
    public Feeder feeder() {
        return feeder;
    }

    /** Never called: the application's cycles are always complete. */
    @Override
    public void giveBack(int cycle, long from, long to) {
        throw new IllegalStateException("units [" + from + "," + to + ") given back to the application");
    }

    @Override
    public long busyNanos() {
        return Math.max(Math.max(course.acceptNanos(), cpuNanos()), stuck.heldNanos());
    }

    @Override
    public long heldNanos() {
        return stuck.heldNanos();
    }

    @Override
    public String stuckNow() {
        return stuck.words();
    }

    @Override
    public long methodNanos() {
        return Math.max(course.taking().applicationNanos(), stuck.heldNanos());
    }

    @Override
    public void takeAccepts(Durations to) {
        course.taking().accepts().takeTo(to);
    }

    /** Time spent decoding and accepting results so far [ns]. Exact when the thread has ended or waits. */
    public long acceptNanos() {
        return course.acceptNanos();
    }
}
