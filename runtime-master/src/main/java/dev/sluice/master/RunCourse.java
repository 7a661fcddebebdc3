package dev.sluice.master;

import dev.sluice.api.ApplicationException;
import dev.sluice.api.Verdict;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.message.CycleEnd;
import dev.sluice.net.message.CycleSetup;
import dev.sluice.net.message.Drain;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.Closing;
import org.jspecify.annotations.Nullable;

/**
 * The course of a run: from cycle to cycle as the application says, to its end. What the application thread reports is
 * taken to the master loop, to which the state here is confined; methods that another thread may call say so.
 */
public final class RunCourse implements ApplicationPort {
    private final MasterLoop master;
    private final RunListener listener;
    private int cycle = -1;
    private boolean cycleOpen;
    private Payload setup = Payload.empty();
    private boolean stopping;
    private int interruptedExit;
    private @Nullable RunEnd end;

    RunCourse(MasterLoop master, RunListener listener) {
        this.master = master;
        this.listener = listener;
    }

    /** The open or last cycle; -1 before the first. */
    int cycle() {
        return cycle;
    }

    /** Whether this is the cycle that goes on. */
    boolean isOpen(int number) {
        return cycleOpen && number == cycle;
    }

    /** The operator asked for the end, which is being prepared. */
    boolean stopping() {
        return stopping;
    }

    /** It has ended; workers are being dismissed. */
    boolean over() {
        return end != null;
    }

    /** Sends the setup of the open cycle, if one is open. */
    void sendSetup(Seat seat) {
        if (cycleOpen) {
            master.traffic().sent(setup.size());
            long gapNanos = master.loop().nanoTime() - seat.owedNanos;
            seat.session.send(new CycleSetup(cycle, Math.max(0, gapNanos), setup.retain()));
        }
    }

    @Override
    public void cycleBegins(int number, long units, UnitRanges known, Payload newSetup) {
        master.loop().execute(() -> {
            if (end != null || stopping) {
                newSetup.release();
                return;
            }
            master.progress().cycleBegun(number, units);
            listener.cycleBegun(number, units);
            master.ahead().begin(number, units);
            begin(number, newSetup, new Event.CycleBegun(number, units, known));
        });
    }

    /** On a sub-master: a cycle begins whose units come piece by piece. Takes the setup over. Loop. */
    public void cycleOpens(int number, Payload newSetup) {
        if (end != null || number <= cycle) {
            newSetup.release();
            return;
        }
        begin(number, newSetup, new Event.CycleOpened(number));
    }

    private void begin(int number, Payload newSetup, Event event) {
        cycle = number;
        cycleOpen = true;
        setup = newSetup;
        for (Seat seat : master.roll().seats()) {
            seat.feed = new Feed(seat, number);
            sendSetup(seat);
        }
        long now = master.loop().nanoTime();
        master.apply(event);
        master.roll().seats().forEach(seat -> master.noteLull(seat, now));
    }

    @Override
    public void cycleComplete(int number) {
        master.loop().execute(() -> {
            if (end == null) {
                master.apply(new Event.CycleDropped(number));
            }
        });
    }

    /** The scheduler says that nothing of the cycle is outstanding. */
    void finishCycle(int number) {
        cycleOpen = false;
        master.ahead().clear();
        setup.release();
        setup = Payload.empty();
        long now = master.loop().nanoTime();
        master.progress().cycleFinished(number, now);
        master.grants().cycleOver(master.roll());
        for (Seat seat : master.roll().seats()) {
            seat.owedNanos = now;
            seat.session.send(new CycleEnd(number, seat.endLull(now)));
        }
        // Behind the results that are being accepted: this runs within the event that brought the last of them, whose
        // turn is queued just after.
        master.loop().execute(() -> master.principal().endCycle(number));
    }

    @Override
    public void ended(Verdict verdict) {
        master.loop().execute(() -> {
            if (interruptedExit != 0) {
                finish(RunEnd.interrupted(interruptedExit));
            } else if (verdict == Verdict.FAILED) {
                finish(RunEnd.failed(ErrorCode.VERDICT_FAILED, "the application ended the run as failed"));
            } else if (master.progress().quarantinedUnits() > 0 && !master.keepsGoing()) {
                finish(RunEnd.failed(
                        ErrorCode.UNITS_QUARANTINED,
                        master.progress().quarantinedUnits()
                                + " units were given up: they failed wherever they were tried"));
            } else {
                finish(RunEnd.complete());
            }
        });
    }

    @Override
    public void failed(Exception failure) {
        boolean inFarewell =
                failure instanceof ApplicationException said && said.method().equals("interrupted");
        master.loop().execute(() -> finish(inFarewell ? RunEnd.interrupted(interruptedExit, failure) : endOf(failure)));
    }

    /** Ends the run like this. Any thread. */
    public void end(RunEnd how) {
        master.loop().execute(() -> finish(how));
    }

    /** Ctrl-C: hands out nothing more, delivers what runs, lets the application keep it. Any thread. */
    public void stop(int exitCode) {
        master.loop().execute(() -> {
            if (end == null && !stopping) {
                stopping = true;
                interruptedExit = exitCode;
                master.apply(new Event.StopRequested());
            }
        });
    }

    private void finish(RunEnd how) {
        if (end != null) {
            return;
        }
        end = how;
        master.ahead().clear();
        master.progress().ended(master.loop().nanoTime(), master.scheduler().counters());
        setup.release();
        setup = Payload.empty();
        listener.ending();
        for (Seat seat : master.roll().seats()) {
            seat.session.send(new Drain(true)); // it says what it did, then goodbye
        }
        master.loop().schedule(2_000_000_000L, this::dismiss);
        finishWhenAllAreGone();
    }

    /** Workers that did not answer the goodbye in time. */
    private void dismiss() {
        for (Seat seat : master.roll().seats()) {
            seat.session.send(new Goodbye(ErrorCode.NONE, "the run is over"));
            master.closed(seat, new Closing(ErrorCode.NONE, "dismissed", false));
        }
    }

    /** The last session is closed after the end: tells the listener. */
    void finishWhenAllAreGone() {
        RunEnd how = end;
        if (how != null && master.roll().seats().isEmpty()) {
            listener.ended(how);
        }
    }

    /** What to make of a failure of the application. */
    private static RunEnd endOf(Exception failure) {
        String text = String.valueOf(failure.getMessage());
        if (failure instanceof SluiceException command) {
            return RunEnd.failed(command.code(), text, failure);
        }
        if (failure instanceof ApplicationException application) {
            ErrorCode code = switch (application.kind()) {
                case NO_APPLICATION -> ErrorCode.NO_APPLICATION;
                case BAD_APPLICATION -> ErrorCode.BAD_APPLICATION;
                case ARGUMENTS -> ErrorCode.APPLICATION_ARGUMENTS;
                case THREW, RETURNED_NULL -> ErrorCode.APPLICATION_FAILED;
            };
            return RunEnd.failed(code, text, failure);
        }
        boolean input = text.startsWith("unit") || text.startsWith("setup");
        return RunEnd.failed(input ? ErrorCode.INPUT_ENCODING : ErrorCode.RESULT_ENCODING, text, failure);
    }
}
