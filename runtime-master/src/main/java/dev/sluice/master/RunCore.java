package dev.sluice.master;

import dev.sluice.master.bounds.SessionBounds;
import dev.sluice.master.files.FileExchange;
import dev.sluice.master.record.LongUnits;
import dev.sluice.master.record.RunTimes;
import dev.sluice.master.tune.RunIsolation;
import dev.sluice.model.ledger.RunLedger;
import dev.sluice.net.message.UnitTerms.Isolation;
import dev.sluice.net.payload.SpillSpace;
import dev.sluice.net.session.Loop;
import java.util.concurrent.ForkJoinPool;

/**
 * The state of a run on its master; the handlers of sessions and of the application share it. Confined to the master
 * loop, except for parts that name another thread.
 *
 * @param life the state of the run; only {@link RunCourse} changes it
 * @param registry the workers and their sessions
 * @param bounds the limits of what a session can make the master keep
 * @param grants admits large results
 * @param spill stores results that are larger than a worker's part of the memory
 * @param ahead inputs that are encoded before they are needed
 * @param acknowledgements acknowledges safe results
 * @param longUnits decides of which units the user should know
 * @param times whose quantiles are shown
 * @param recording feeds the recorder, which has what page and report show
 * @param exchange says from where workers fetch files
 * @param kept whether workers keep results until they are collected
 */
public record RunCore(
        Loop loop,
        RunSettings settings,
        RunListener listener,
        RunLife life,
        WorkerRegistry registry,
        RunProgress progress,
        RunLedger ledger,
        Traffic traffic,
        SessionBounds bounds,
        Grants grants,
        SpillSpace spill,
        InputsAhead ahead,
        Acknowledgements acknowledgements,
        LongUnits longUnits,
        RunTimes times,
        RunRecording recording,
        FileExchange exchange,
        RunIsolation isolation,
        boolean kept) {
    static RunCore of(RunSettings settings, boolean kept, Loop loop, RunListener listener) {
        RunSettings.Budget budget = settings.limits().results();
        WorkerRegistry registry = new WorkerRegistry(budget.memoryBytes());
        RunProgress progress = new RunProgress();
        Traffic traffic = new Traffic(loop::nanoTime);
        SessionBounds bounds = new SessionBounds(Runtime.getRuntime().maxMemory());
        RunTimes times = new RunTimes();
        RunRecording recording = new RunRecording(progress, traffic.inputs(), times.starts(), loop);
        return new RunCore(
                loop,
                settings,
                listener,
                new RunLife(),
                registry,
                progress,
                new RunLedger(),
                traffic,
                bounds,
                new Grants(settings.rules().delivery().congestion(), budget, bounds.memory()),
                new SpillSpace(budget.directory(), budget.diskBytes(), registry::windowBytes),
                new InputsAhead(),
                new Acknowledgements(loop::nanoTime, registry::windowBytes),
                new LongUnits(),
                times,
                recording,
                new FileExchange(
                        loop, ForkJoinPool.commonPool(), settings.jars().info().files(), settings.sites()),
                new RunIsolation(
                        settings.units().isolation() == Isolation.AUTO,
                        (kind, what, why, gain) -> {
                            listener.tuned(kind, what, why);
                            return recording.changed(kind, what, why, gain);
                        },
                        registry::causeTimes),
                kept);
    }

    /** Tells whether the run has ended; messages of workers then have no effect. */
    boolean over() {
        return life.state().isOver();
    }

    /** Tells whether the operator asked for the end and the run is being stopped. */
    boolean stopping() {
        return life.state().isStopping();
    }

    public long nanoTime() {
        return loop.nanoTime();
    }
}
