package dev.sluice.master;

import dev.sluice.master.record.CopyOutcomes;
import dev.sluice.master.record.Durations;
import dev.sluice.master.record.FailureRecords;
import dev.sluice.master.record.ResultTrace;
import dev.sluice.master.record.RunChanges;
import dev.sluice.master.record.SentInputs;
import dev.sluice.master.record.UnitsRecord;
import dev.sluice.master.record.WorkerLogs;
import dev.sluice.master.tune.TuningTerms;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.Plural;
import dev.sluice.model.collect.GrantChange;
import dev.sluice.model.failure.FailureTerms;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.record.CycleLog;
import dev.sluice.model.record.RunRecorder;
import dev.sluice.model.record.RunView.Failure;
import dev.sluice.model.record.RunView.State;
import dev.sluice.model.regime.CourseRecorder;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.RunningUnit;
import dev.sluice.model.schedule.UnitFailure;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.model.simulate.Script;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.SubMasterWorkers;
import dev.sluice.net.message.UnitFailed;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.runfile.ThisHost;
import dev.sluice.net.runfile.ThreadTime;
import dev.sluice.net.session.Loop;
import dev.sluice.net.session.SessionCounters;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Feeds the recorder of a run with its events. Costs depend on messages and runs of results, never on units. Confined
 * to the master loop.
 */
public final class RunRecording {
    private static final Logger LOG = LoggerFactory.getLogger(RunRecording.class);

    private final RunRecorder recorder = new RunRecorder(true);
    private final CourseRecorder course = new CourseRecorder(ThisHost.name());
    private final RunProgress progress;
    private final SentInputs inputs;
    private final LongSupplier clock;
    private final RunChanges changes = new RunChanges();
    private final DecisionOutcomes outcomes = new DecisionOutcomes(recorder);
    private final CopyOutcomes copies = new CopyOutcomes(recorder);
    private final FailureRecords failures;
    private final ResultSpans spans;
    private final SlotTimeRecord slotTimes;
    private final UnitsRecord units = new UnitsRecord();
    private long sentBytes;
    /** Time of slots that units needed whose results have arrived [ns]. */
    private long computeNanos;
    /** Processor time of the loop, and time of the application's thread, until the latest beat [ns]. */
    private long loopNanos = -1;

    private long applicationNanos;
    private long methodNanos;
    private long beatNanos;
    /** Time of the latest recorded change of grants, since the start [ns]. */
    private long grantNanos = -1;

    private boolean broken;

    RunRecording(RunProgress progress, SentInputs inputs, Durations starts, Loop loop) {
        this.progress = progress;
        this.inputs = inputs;
        this.clock = loop::nanoTime;
        this.failures = new FailureRecords(recorder, loop);
        this.slotTimes = new SlotTimeRecord(recorder, course, progress, starts, clock);
        this.spans = new ResultSpans(recorder, copies, inputs, loop::nanoTime, this::since);
    }

    public RunRecorder recorder() {
        return recorder;
    }

    /** The course of the run so far. */
    public CourseRecorder course() {
        return course;
    }

    /** The changes of the hand-out and of the workers of this master so far, each worker under its number. */
    public List<Script.Step> changes() {
        return changes.steps();
    }

    /** Sets the receiver of each run of results; before the first. */
    public void trace(ResultTrace receiver) {
        spans.trace(receiver);
        inputs.follow();
    }

    /** Sets where the logs of workers are, before the first failure, and who reads them at once and later. */
    public void logs(WorkerLogs logs, Executor now, Executor later) {
        failures.logs(logs, now, later);
    }

    /** Time since the start of the run [ns]; 0 before. */
    public long since(long nowNanos) {
        return progress.since(nowNanos);
    }

    private long now() {
        return since(clock.getAsLong());
    }

    /** Records a decision of the planner, which the duration of the run answers. */
    public void planned(String what) {
        guarded(() -> outcomes.planned(decided("plan", what, "")));
    }

    /** Records a decision, or an event that others see as one; returns its number. */
    private int decided(String kind, String what, String why) {
        return recorder.decided(now() / 1e9, kind, what, why, "");
    }

    /** Records a change of the run while it goes on; returns the number of the decision, or -1 without a record. */
    int changed(String kind, String what, String why, String gain) {
        int[] number = {-1};
        guarded(() -> number[0] = recorder.decided(now() / 1e9, kind, what, why, gain));
        return number[0];
    }

    /** Records that the chunks from here on are the outcome of this decision. */
    void handedOutBy(int decision) {
        guarded(() -> outcomes.policy(decision));
    }

    /** Records for how many slots that are starting the run keeps shares. */
    void expects(int slots) {
        guarded(() -> changes.expects(slots));
    }

    /** Records how units are handed out from now on. */
    void handOut(Handout to) {
        guarded(() -> changes.handOut(now(), to));
    }

    /** Records what came of the decision of a tuner. */
    void judged(int decision, String outcome) {
        guarded(() -> recorder.outcome(decision, outcome));
    }

    /** A defect of the record ends the record, and not the run. */
    private void guarded(Runnable record) {
        if (broken) {
            return;
        }
        try {
            record.run();
        } catch (RuntimeException | StackOverflowError defect) {
            broken = true;
            LOG.warn("the run is no longer recorded", defect);
        }
    }

    // ---- workers

    /** @param fromNanos when the time of its slots began */
    void joined(WorkerEntry entry, long fromNanos) {
        guarded(() -> {
            entry.recorded = recorder.joined(entry.id.toString(), entry.host, entry.slots, false, since(fromNanos));
            entry.recordedFromNanos = fromNanos;
            if (entry.slots > 0) {
                int decision = decided("worker", entry + " joined with " + Plural.of(entry.slots, "slot"), "");
                outcomes.joined(entry, decision, now() / 1e9);
            }
        });
    }

    /** Records that a worker is parked, or works again. */
    void state(WorkerEntry entry) {
        guarded(() -> {
            recorder.state(entry.recorded, entry.state(), now());
            int number = entry.id.number();
            changes.add(entry.parked ? new Script.Park(now(), number) : new Script.Unpark(now(), number));
        });
    }

    void returned(WorkerEntry entry) {
        guarded(() -> {
            recorder.state(entry.recorded, State.CONNECTED, now());
            changes.add(new Script.Join(now(), entry.id.number()));
            entry.computing = List.of();
            outcomes.returned(entry, decided("worker", entry + " is back", ""), now() / 1e9);
        });
    }

    void resized(WorkerEntry entry) {
        guarded(() -> {
            recorder.resized(entry.recorded, entry.slots, now());
            String what = entry + " stands for " + Plural.of(entry.slots, "slot");
            outcomes.resized(entry, decided("sub-master", what, ""));
        });
    }

    void leaving(WorkerEntry entry, String reason) {
        guarded(() -> {
            recorder.state(entry.recorded, State.LEAVING, now());
            changes.add(new Script.Drain(now(), entry.id.number()));
            outcomes.leaving(entry, decided("worker", entry + " leaves", reason), now() / 1e9);
        });
    }

    /**
     * @param held units that it had and had not delivered
     * @param running those that it was computing, on the master's clock
     */
    void away(WorkerConnection connection, Closing why, long held, List<RunningUnit> running) {
        WorkerEntry entry = connection.entry;
        guarded(() -> {
            entry.awayNanos = now();
            entry.computingCycle = connection.feed.cycle;
            entry.computing = running.stream()
                    .map(each -> new RunningUnit(each.unit(), since(each.sinceNanos())))
                    .toList();
            recorder.state(entry.recorded, State.AWAY, now());
            changes.add(lost(entry, why));
            outcomes.away(entry, decided("worker", entry + " is away", why.toString()), now() / 1e9, held);
        });
    }

    /** The loss of a worker: since it fell silent, or now. */
    private Script.OfHost lost(WorkerEntry entry, Closing why) {
        int number = entry.id.number();
        return why.code() == ErrorCode.LEASE_EXPIRED
                ? new Script.Lose(Math.max(0, now() - FailureTerms.USUAL_LEASE_NANOS), number)
                : new Script.Die(now(), number);
    }

    /** @param times of its slots, as the ledger has them at the end */
    void gone(WorkerEntry entry, CauseTimes times) {
        guarded(() -> {
            if (entry.recordedGone) {
                return;
            }
            entry.recordedGone = true;
            inputs.gone(entry.id);
            slotTimes.settle(entry, times, now());
            lost(entry);
            recorder.state(entry.recorded, State.GONE, now());
            changes.add(new Script.Drain(now(), entry.id.number()));
            for (int below : entry.recordedBelow.values()) {
                recorder.state(below, State.GONE, now());
            }
            outcomes.gone(entry, decided("worker", entry + " is gone", ""), now() / 1e9);
        });
    }

    /** Records the units that a worker was computing when its connection broke, because it does not come back. */
    private void lost(WorkerEntry entry) {
        recorder.lost(entry.recorded, entry.computingCycle, entry.computing, entry.awayNanos);
        entry.computing = List.of();
    }

    /** Records units that a worker gave back unfinished. */
    void handedBack(WorkerEntry entry, long units) {
        guarded(() -> outcomes.handedBack(entry, units));
    }

    // ---- time of slots

    /** Records the times of the slots since they began, as a worker reports them. */
    void reported(WorkerEntry entry, CauseTimes sinceBegun) {
        guarded(() -> slotTimes.reported(entry, sinceBegun));
    }

    /** Records a sub-master's report of workers below it. */
    void below(WorkerEntry entry, SubMasterWorkers news) {
        guarded(() -> slotTimes.below(entry, news));
    }

    /** Records computed runs, and the message that brought them. */
    void results(WorkerConnection connection, Results results, UnitRanges accepted, boolean computed) {
        guarded(() -> {
            for (ResultRun run : results.runs()) {
                computeNanos += computed ? run.computeNanos() : 0;
            }
            spans.results(connection, results, accepted, computed);
        });
    }

    /** Records when and where a unit failed, if the worker says it. */
    void spent(WorkerConnection connection, UnitFailed failed) {
        guarded(() -> spans.failed(connection, failed));
    }

    // ---- the course of the run

    void policy(RunSettings settings) {
        guarded(() ->
                outcomes.policy(decided("policy", settings.rules().handout().words(), "as the command says")));
        TuningTerms tuned = settings.changes().tuned();
        if (tuned != null) {
            course.tuned(tuned.word());
        }
    }

    /**
     * Records a look of the tuner of what this word says.
     *
     * @param cpuNanos processor time of the tuner so far [ns]
     */
    void looked(String knob, long cpuNanos) {
        course.looked(knob, cpuNanos);
    }

    /** Records chunks that a worker gets. */
    void assigned(Action.Assign assign) {
        guarded(() -> {
            if (assign.copy()) {
                copies.copied(assign.worker(), assign.cycle(), assign.run().firstUnit());
            } else {
                outcomes.assigned(assign.run());
            }
        });
    }

    /** Records a setup or inputs that leave for a worker now. */
    private void sent(WorkerEntry entry, long bytes) {
        recorder.transferred(entry.recorded, false, bytes, now(), now() + entry.station.halfTripNanos());
    }

    /** Records a failure that is not the last of its unit. */
    void failed(WorkerEntry entry, UnitFailed failed, int tried) {
        guarded(() -> {
            Failure failure = new Failure(
                    now() / 1e9,
                    failed.cycle(),
                    failed.unit().firstUnit(),
                    entry.id.toString(),
                    entry.host,
                    false,
                    tried,
                    failed.type(),
                    failed.message(),
                    failed.stack(),
                    List.of());
            failures.add(failure, entry.branch ? 0 : entry.pid);
        });
    }

    /** Records a unit that is given up. */
    void givenUp(Action.Quarantine quarantine, @Nullable WorkerEntry entry) {
        guarded(() -> {
            UnitFailure last = quarantine.latest();
            Failure failure = new Failure(
                    now() / 1e9,
                    quarantine.cycle(),
                    quarantine.unit(),
                    last.worker().toString(),
                    entry == null ? "" : entry.host,
                    true,
                    quarantine.workers(),
                    last.type(),
                    last.message(),
                    last.stack(),
                    List.of());
            failures.add(failure, entry == null || entry.branch ? 0 : entry.pid);
        });
    }

    /** The needs of units, and the growth of open cycles. */
    public UnitsRecord units() {
        return units;
    }

    /** A cycle begins, before its setup is sent. */
    void cycleBegun(int number, long units) {
        guarded(() -> course.cycles().begun(number, units, now()));
    }

    /** The open cycle has ended. Its last results are counted before the loop goes on. */
    void cycleFinished(RunCore core) {
        long atNanos = now();
        core.loop()
                .execute(() -> guarded(() -> course.cycles()
                        .finished(totals(core), progress.snapshot().slots(), atNanos)));
    }

    private CycleLog.Totals totals(RunCore core) {
        Traffic traffic = core.traffic();
        return new CycleLog.Totals(
                progress.snapshot().finishedInAll(),
                traffic.bytesSent(),
                traffic.bytesReceived(),
                traffic.messagesSent() + traffic.messagesReceived(),
                computeNanos);
    }

    /**
     * Takes what has happened since the last call; called a few times a second.
     *
     * @param beat the source of the units every two seconds, else null
     */
    void tick(RunCore core, @Nullable UnitSource beat) {
        guarded(() -> {
            take(core, beat != null, now());
            if (beat != null) {
                course.held(beat.heldNanos(), beat.stuckNow(), beatNanos, now());
                takeCourse(core, beat.busyNanos(), beat.methodNanos(), now());
            }
        });
    }

    private void take(RunCore core, boolean beat, long atNanos) {
        RunProgress.Snapshot snapshot = progress.snapshot();
        long sentNow = core.traffic().bytesSent();
        recorder.sent(sentNow - sentBytes, atNanos);
        sentBytes = sentNow;
        core.traffic().takeLarge(this::sent);
        recorder.done(snapshot.finishedInAll(), atNanos);
        course.cycles().grown(snapshot.units());
        course.cycles().checkpoint(totals(core), snapshot.slots(), atNanos);
        copies.decide(atNanos / 1e9);
        if (beat) {
            outcomes.beat();
            grants(core.grants().summary(progress.startNanos()).history(), atNanos / 1e9);
        }
    }

    /** Takes the use of links and threads since the latest beat. */
    private void takeCourse(RunCore core, long applicationNow, long methodNow, long atNanos) {
        for (WorkerEntry entry : core.registry().entries()) {
            SessionCounters now = entry.counters();
            long in = now.bytesReceived() - entry.courseCounters.bytesReceived();
            long out = now.bytesSent() - entry.courseCounters.bytesSent();
            entry.courseCounters = now;
            course.carried(entry.host, true, in, beatNanos, atNanos);
            course.carried(entry.host, false, out, beatNanos, atNanos);
        }
        long loopNow = ThreadTime.ofThisThread();
        long loop = loopNanos < 0 ? 0 : loopNow - loopNanos;
        course.worked(
                loop,
                Math.max(0, applicationNow - applicationNanos),
                Math.max(0, methodNow - methodNanos),
                beatNanos,
                atNanos);
        loopNanos = loopNow;
        applicationNanos = Math.max(applicationNanos, applicationNow);
        methodNanos = Math.max(methodNanos, methodNow);
        beatNanos = atNanos;
        course.beat(atNanos);
    }

    private void grants(List<GrantChange> history, double seconds) {
        for (GrantChange change : history) {
            if (change.nanos() > grantNanos) {
                grantNanos = change.nanos();
                int decision = recorder.decided(
                        change.nanos() / 1e9,
                        "grants",
                        change.limit() + " at a time",
                        change.why().sentence(),
                        "");
                outcomes.grants(decision, seconds);
            }
        }
    }

    /** Records the end of the run, when the last worker is gone and no more reports come. */
    void ended(RunCore core) {
        guarded(() -> {
            long end = since(progress.endNanos());
            take(core, true, end);
            for (WorkerEntry entry : core.registry().entries()) {
                if (!entry.recordedGone) {
                    outcomes.gone(entry, -1, end / 1e9);
                    slotTimes.settle(entry, core.ledger().times(entry.id, progress.endNanos()), end);
                    lost(entry);
                    recorder.state(entry.recorded, State.GONE, end);
                    entry.recordedBelow.values().forEach(below -> recorder.state(below, State.GONE, end));
                }
            }
            failures.end();
            copies.dropOpen();
            outcomes.ended(end / 1e9);
            takeCourse(core, applicationNanos, methodNanos, end);
            course.ended(end);
            recorder.ended(end);
            spans.close();
        });
    }
}
