package dev.sluice.worker;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.worker.output.WorkerOutput;
import dev.sluice.worker.slot.Slot;
import dev.sluice.worker.unit.ExitCall;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Runs when the JVM shuts down before the worker is done, usually because a unit called {@code System.exit}. Reports
 * that unit to the master and gives everything else back, so that the loss of this process counts only against that
 * unit.
 */
public final class ExitWatch implements Runnable {
    private static final long FAREWELL_SECONDS = 2;

    private final WorkerLoop worker;
    /** Ends the process after the worker. */
    private final Thread main = Thread.currentThread();

    private volatile boolean done;

    private ExitWatch(WorkerLoop worker) {
        this.worker = worker;
    }

    public static ExitWatch install(WorkerLoop worker) {
        ExitWatch watch = new ExitWatch(worker);
        Runtime.getRuntime().addShutdownHook(new Thread(watch, "worker-exit"));
        return watch;
    }

    /** Expects the end of the process from now on: the worker ends it itself. */
    public void disarm() {
        done = true;
    }

    @Override
    public void run() {
        if (done) {
            return;
        }
        Optional<Slot> slot = worker.workshop().crew().exiting();
        HeldUnits unit = slot.map(Slot::running).orElse(null);
        Ending why = ending(unit);
        WorkerOutput.lines().println("sluice-worker: " + why.code() + " " + why.text());
        if (unit == null && why.code() != ErrorCode.NONE) {
            // No farewell: the master takes it for a loss, and tries each unit that ran here alone.
            LeftProcesses.end();
            Runtime.getRuntime().halt(why.code().exitCode());
        }
        try {
            worker.abandon(why, unit).get(FAREWELL_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            WorkerOutput.lines().println("sluice-worker: the master may not know: " + e);
        }
        LeftProcesses.end();
        if (why.code() != ErrorCode.NONE) {
            Runtime.getRuntime().halt(why.code().exitCode());
        }
    }

    private Ending ending(@Nullable HeldUnits unit) {
        if (unit != null) {
            return Ending.exited(unit);
        }
        return ExitCall.callers().stream()
                .filter(calling -> calling != main)
                .findFirst()
                .map(calling -> new Ending(
                        ErrorCode.UNIT_EXITED,
                        "thread " + calling.getName() + " of the application called System.exit"))
                .orElseGet(() -> Ending.orderly("the process is being ended"));
    }
}
