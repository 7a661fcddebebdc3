package dev.sluice.master;

import dev.sluice.api.CodecException;
import dev.sluice.api.Decoder;
import dev.sluice.master.bounds.SessionBounds;
import dev.sluice.master.journal.JournalEntry;
import dev.sluice.master.resume.JournalledRun;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;
import dev.sluice.model.delivery.LargeResults;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitFailure;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.message.HandedBack;
import dev.sluice.net.message.Offer;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.UnitFailed;
import dev.sluice.net.rules.Closing;
import java.util.List;

/**
 * Handles messages about units: results, offers, failures, units handed back. Each becomes an event for the scheduler;
 * accepted results go to the application. Confined to the master loop.
 */
final class Arrivals {
    private final RunCore core;
    private final SchedulerDriver driver;
    private final RunCourse course;
    private final UnitSource principal;
    private final Departure departure;
    private JournalledRun journal = JournalledRun.NONE;

    /** @param departure ends the session of a worker that sends a faulty message */
    Arrivals(RunCore core, SchedulerDriver driver, RunCourse course, UnitSource principal, Departure departure) {
        this.core = core;
        this.driver = driver;
        this.course = course;
        this.principal = principal;
        this.departure = departure;
    }

    /** Writes accepted results to this journal. Called before the run starts. */
    void journal(JournalledRun run) {
        journal = run;
    }

    void results(WorkerConnection connection, Results results) {
        String fault = fault(results);
        if (!fault.isEmpty()) {
            results.release();
            connection.session.refuse(ErrorCode.MALFORMED, fault);
            departure.closed(connection, new Closing(ErrorCode.MALFORMED, fault, false));
            return;
        }
        long now = core.nanoTime();
        WorkerEntry entry = connection.entry;
        measureTrip(connection, results, now);
        Judged judged = new Judged();
        entry.lastResultNanos = now;
        driver.apply(eventOf(entry, results), now, judged);
        driver.noteLull(connection, now);
        boolean computed = results.form() == Results.Form.COMPLETED || !core.kept();
        if (computed) { // else it was counted when it was computed
            long units = 0;
            for (ResultRun run : results.runs()) {
                units += run.units();
                entry.computeNanos += run.computeNanos();
                entry.times.add(run.units(), run.computeNanos());
                core.longUnits().computed(results.cycle(), run.units(), run.computeNanos());
                core.times().units().add(run.units(), run.computeNanos());
            }
            returned(connection, results.cycle(), units);
            course.tuning().results(entry.id, results.cycle(), results.runs());
        }
        UnitRanges accepted = judged.accepted;
        entry.acceptedUnits += accepted.size();
        connection.resultSequence = results.sequence();
        core.traffic()
                .received(
                        entry,
                        results.results().size(),
                        results.results().arrivingNanos(),
                        core.progress().startNanos(),
                        now);
        core.recording().results(connection, results, accepted, computed);
        entry.station.received(results.results().size(), results.results().arrivingNanos());
        core.traffic().setupPace().results(entry.id, results.cycle(), results.runs(), now);
        long position = journalled(results, accepted);
        boolean none = accepted.isEmpty() && results.form() == Results.Form.EACH;
        principal.accept(new AcceptTask(
                connection,
                none ? results.withoutRuns() : results, // a faulty worker may name many that are not its own
                accepted,
                now,
                position,
                arrived(connection, results, accepted, now)));
    }

    /**
     * Adds accepted results to the journal if they are worth it; returns the position that is committed before they are
     * acknowledged.
     */
    private long journalled(Results results, UnitRanges accepted) {
        return accepted.isEmpty() || results.form() == Results.Form.COMPLETED
                ? journal.position()
                : journal.addIfWorth(new JournalEntry.ResultsAccepted(
                        results.cycle(), results.form(), results.runs(), accepted, results.results()));
    }

    private void measureTrip(WorkerConnection connection, Results results, long now) {
        long decided = connection.decidedNanos(results.assignSequence());
        if (decided < 0) {
            return;
        }
        long roundTrip = now - decided - results.assignHeldNanos();
        boolean open = course.isOpen(results.cycle());
        if (LargeResults.tellRoundTrip(results.offer() != 0, core.kept(), open)) {
            long waited = core.grants().waitedNanos(connection, results.offer());
            driver.apply(new Event.RoundTripMeasured(connection.entry.id, roundTrip, waited));
        }
        core.grants().roundTrip(connection, roundTrip);
    }

    /**
     * Describes an error in the sequence of results, which costs the worker its session; empty when they are valid.
     * Errors inside a result belong to the application and are found when it is decoded.
     */
    private String fault(Results results) {
        Results.Form form = results.form();
        boolean fits = principal.takes(form) && (form == Results.Form.EACH || core.kept());
        if (!fits && !results.runs().isEmpty()) {
            return "results: " + form + " (expected: the form of this run's results)";
        }
        long values = switch (results.form()) {
            case EACH -> results.runs().stream().mapToLong(ResultRun::units).sum();
            case COMPLETED -> 0;
            case ACCUMULATED -> 1;
        };
        Decoder decoder = results.results().decoder();
        try {
            for (long value = 0; value < values; value++) {
                decoder.skipSized();
            }
        } catch (CodecException e) {
            return "results: " + e.getMessage() + " (expected: " + values + " values, each after its length)";
        }
        return decoder.remaining() == 0
                ? ""
                : "results: " + decoder.remaining() + " bytes follow the last value (expected: none)";
    }

    private Event eventOf(WorkerEntry entry, Results results) {
        WorkerId worker = entry.id;
        return switch (results.form()) {
            case EACH ->
                new Event.ResultsArrived(
                        worker, results.cycle(), entry.branch ? throughUplink(entry, results) : results.runs());
            case COMPLETED -> new Event.UnitsCompleted(worker, results.cycle(), results.runs());
            case ACCUMULATED -> new Event.FoldArrived(worker, results.cycle(), results.runs());
        };
    }

    /**
     * The results of a sub-master with unit times that are no shorter than its measured link to this master allows: the
     * rate of all slots below it is at most the bytes that arrive by those of a unit, in either direction.
     */
    private List<ResultRun> throughUplink(WorkerEntry entry, Results results) {
        long units = results.runs().stream().mapToLong(ResultRun::units).sum();
        double resultBytes = (double) results.results().size() / Math.max(1, units);
        double inputBytes =
                core.traffic().inputBytes() / Math.max(1.0, driver.counters().assigned());
        double least = entry.slots
                * Math.max(
                        seconds(resultBytes, entry.station.arrivalRate(true)),
                        seconds(inputBytes, entry.station.arrivalRate(false)));
        return results.runs().stream().map(run -> noShorter(run, least)).toList();
    }

    private static double seconds(double bytes, double bytesPerSecond) {
        return bytesPerSecond > 0 ? bytes / bytesPerSecond : 0;
    }

    /** The same results with at least this time of a unit [s]. */
    private static ResultRun noShorter(ResultRun run, double unitSeconds) {
        double least = unitSeconds * run.units();
        return run.computeNanos() * 1e-9 >= least
                ? run
                : new ResultRun(
                        run.attempt(),
                        run.nonce(),
                        run.firstUnit(),
                        run.units(),
                        Math.round(least * 1e9),
                        unitSeconds * least,
                        run.peakBytes());
    }

    private Runnable arrived(WorkerConnection connection, Results results, UnitRanges accepted, long now) {
        if (SessionBounds.isCounted(connection.account, results)) {
            long bytes = results.results().size();
            if (results.form() == Results.Form.ACCUMULATED && !accepted.isEmpty()) {
                connection.account.settled(bytes); // it may have to wait for the values of others
                return () -> {};
            }
            return () -> connection.account.settled(bytes);
        }
        return connection.account.grantedBytes(results.offer()) < 0
                ? () -> {}
                : core.grants().arrived(connection, results, core.registry(), now);
    }

    void offered(WorkerConnection connection, Offer offer) {
        core.grants().offered(connection, offer, core.registry(), core.nanoTime());
    }

    void unitFailed(WorkerConnection connection, UnitFailed told) {
        UnitFailed failed = core.bounds().kept(connection.account, told);
        long now = core.nanoTime();
        int tried = connection.entry.branch ? failed.workers() : 1;
        UnitFailure failure = new UnitFailure(
                connection.entry.id, tried, failed.code(), failed.type(), failed.message(), failed.stack());
        core.recording().spent(connection, failed);
        long givenUp = core.progress().quarantinedUnits();
        driver.apply(new Event.UnitFailed(failed.cycle(), failed.unit(), failure));
        if (core.progress().quarantinedUnits() == givenUp) {
            core.recording().failed(connection.entry, failed, tried);
        }
        if (core.isolation().failed(connection.entry.id, failed.code(), now)) {
            RunFloor.sendIsolation(core, driver.handout());
        }
        driver.noteLull(connection, now);
        returned(connection, failed.cycle(), failed.unit().units());
        connection.resultSequence = failed.sequence();
        principal.accept(new AcceptTask(
                connection,
                Results.none(failed.cycle(), failed.sequence()),
                new UnitRanges(),
                now,
                journal.position(),
                () -> {}));
        principal.answer(connection, failed.sequence());
    }

    void handedBack(WorkerConnection connection, HandedBack back) {
        driver.apply(new Event.UnitsHandedBack(connection.entry.id, back.cycle(), back.units()));
        driver.noteLull(connection, core.nanoTime());
        long units = HeldUnits.sum(back.units());
        returned(connection, back.cycle(), units);
        core.recording().handedBack(connection.entry, units);
    }

    private void returned(WorkerConnection connection, int ofCycle, long units) {
        Feed feed = connection.feed;
        if (ofCycle == feed.cycle) {
            feed.countReturned(units);
            if (feed.blocked) {
                principal.resume(feed);
            }
        }
    }

    /**
     * Collects the places of the results that count. It stores places, not units, because a faulty peer may send a unit
     * twice in one message and only one of them is valid.
     */
    private static final class Judged implements Dispatch.Judge {
        private final UnitRanges accepted = new UnitRanges();
        private long place;

        @Override
        public void next(long units, boolean counts) {
            if (counts) {
                accepted.add(place, place + units);
            }
            place += units;
        }
    }
}
