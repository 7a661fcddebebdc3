package dev.sluice.master;

import static dev.sluice.model.record.RunRecorder.ACCEPTED;
import static dev.sluice.model.record.RunRecorder.FAILED;
import static dev.sluice.model.record.RunRecorder.SUPERSEDED;

import dev.sluice.master.record.CopyOutcomes;
import dev.sluice.master.record.ResultTrace;
import dev.sluice.master.record.SentInputs;
import dev.sluice.model.record.RunRecorder;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.RunAges;
import dev.sluice.net.message.UnitFailed;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;

/** Records when and where units were computed or failed, by the messages about them. Confined to the master loop. */
final class ResultSpans {
    private final RunRecorder recorder;
    private final CopyOutcomes copies;
    private final SentInputs inputs;
    private final LongSupplier clock;
    private final LongUnaryOperator since;
    private ResultTrace trace = ResultTrace.NONE;

    /** @param since time since the start of the run, of a time of {@code clock} [ns] */
    ResultSpans(
            RunRecorder recorder, CopyOutcomes copies, SentInputs inputs, LongSupplier clock, LongUnaryOperator since) {
        this.recorder = recorder;
        this.copies = copies;
        this.inputs = inputs;
        this.clock = clock;
        this.since = since;
    }

    /** Sets the receiver of each run of results; before the first. */
    void trace(ResultTrace receiver) {
        trace = receiver;
    }

    void close() {
        trace.close();
    }

    private long sinceStart(long nanos) {
        return since.applyAsLong(nanos);
    }

    /** Records computed runs, and the message that brought them. */
    void results(WorkerConnection connection, Results results, UnitRanges accepted, boolean computed) {
        WorkerEntry entry = connection.entry;
        long arrived = clock.getAsLong();
        long bytes = results.results().size();
        long sent = arrived - entry.station.halfTripNanos() - results.results().arrivingNanos();
        if (bytes > 0) {
            recorder.transferred(entry.recorded, true, bytes, sinceStart(sent), sinceStart(arrived));
        }
        if (results.form() != Results.Form.COMPLETED) {
            copies(entry, results, accepted);
        }
        if (!computed) {
            return;
        }
        List<Long> ages = results.ages().micros();
        long place = 0;
        for (int i = 0; i < results.runs().size(); i++) {
            ResultRun run = results.runs().get(i);
            boolean counts =
                    results.form() == Results.Form.COMPLETED || accepted.intersects(place, place + run.units());
            int outcome = counts ? ACCEPTED : SUPERSEDED;
            long end = ages.isEmpty() ? -1 : endNanos(sent, ages.get(i));
            if (end >= 0 && results.ages().slot() > 0 && !entry.branch) {
                recorder.computed(entry.recorded, results.ages().slot(), results.cycle(), run, end, outcome);
            }
            boolean again =
                    results.form() == Results.Form.COMPLETED && ages.isEmpty(); // told before, on another session
            if (!again) {
                recorder.used(entry.host, results.cycle(), run);
            }
            if (trace != ResultTrace.NONE && !again) {
                long bytesOut = results.runs().size() == 1 ? bytes : -1;
                trace(entry, results.cycle(), run, new Traced(results.ages().slot(), end, arrived, bytesOut, outcome));
            }
            place += run.units();
        }
    }

    /** The part of a row that is neither its run nor its inputs. */
    private record Traced(int slot, long endNanos, long arrivedNanos, long bytes, int outcome) {}

    private void trace(WorkerEntry entry, int cycle, ResultRun run, Traced traced) {
        SentInputs.Inputs sent = inputs.of(entry.id, cycle, run.firstUnit(), run.endUnit());
        boolean here = sent.sentNanos() >= 0 && !entry.branch; // a sub-master queues them elsewhere
        long queued = here ? sinceStart(sent.sentNanos() + entry.station.halfTripNanos()) : -1;
        long begun = traced.endNanos < 0 ? Long.MAX_VALUE : Math.max(0, traced.endNanos - run.computeNanos());
        trace.run(new ResultTrace.Row(
                cycle,
                run,
                entry.id.toString(),
                entry.host,
                traced.slot,
                Math.min(queued, begun),
                traced.endNanos,
                sinceStart(traced.arrivedNanos),
                sent.bytes(),
                traced.bytes,
                traced.outcome));
    }

    /** Records which results of copied units count. */
    private void copies(WorkerEntry entry, Results results, UnitRanges accepted) {
        long place = 0;
        for (int i = 0; i < results.runs().size() && copies.areOpen(); i++) {
            ResultRun run = results.runs().get(i);
            long shift = run.firstUnit() - place;
            accepted.forEachWithin(
                    place,
                    place + run.units(),
                    (from, to) -> copies.accepted(entry.id, results.cycle(), from + shift, to + shift));
            place += run.units();
        }
    }

    /** The end of a run of results, since the start [ns]; -1 if its age says that it ended before the start. */
    private long endNanos(long sentNanos, long ageMicros) {
        return ageMicros > sinceStart(sentNanos) / 1_000 ? -1 : sinceStart(sentNanos - ageMicros * 1_000);
    }

    /** Records when and where a unit failed, if the worker says it. */
    void failed(WorkerConnection connection, UnitFailed failed) {
        WorkerEntry entry = connection.entry;
        long arrived = clock.getAsLong();
        RunAges ages = failed.ages();
        HeldUnits unit = failed.unit();
        long took = failed.computeNanos();
        long end = ages.micros().isEmpty()
                ? -1
                : endNanos(
                        arrived - entry.station.halfTripNanos(), ages.micros().get(0));
        if (end >= 0 && ages.slot() > 0 && !entry.branch) {
            long from = end - took;
            recorder.computed(
                    entry.recorded, ages.slot(), failed.cycle(), unit.firstUnit(), 1, from, end, took, FAILED);
        }
        if (trace != ResultTrace.NONE) {
            ResultRun run = ResultRun.of(unit.attempt(), unit.nonce(), unit.firstUnit(), 1, took, 0);
            trace(entry, failed.cycle(), run, new Traced(ages.slot(), end, arrived, -1, FAILED));
        }
    }
}
