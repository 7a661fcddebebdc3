package dev.sluice.master;

import dev.sluice.model.ledger.RunLedger;
import dev.sluice.net.payload.SpillSpace;
import dev.sluice.net.session.Loop;

/**
 * The state of a run on its master, which everything that reacts to sessions and to the application works on. Confined
 * to the master loop; parts that another thread may use say so.
 *
 * @param life where the run stands; {@link RunCourse} alone moves it
 * @param registry the workers and their sessions
 * @param grants large results that may come
 * @param spill where results go that are larger than a worker's part of the memory
 * @param ahead inputs that are encoded before they are needed
 * @param acknowledgements says to workers what is safe
 * @param kept whether results are kept by whoever computed them until they are collected
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
        Grants grants,
        SpillSpace spill,
        InputsAhead ahead,
        Acknowledgements acknowledgements,
        boolean kept) {
    static RunCore of(RunSettings settings, boolean kept, Loop loop, RunListener listener) {
        RunSettings.Budget budget = settings.results();
        WorkerRegistry registry = new WorkerRegistry(budget.memoryBytes());
        return new RunCore(
                loop,
                settings,
                listener,
                new RunLife(),
                registry,
                new RunProgress(),
                new RunLedger(),
                new Traffic(),
                new Grants(settings.congestion(), budget),
                new SpillSpace(budget.directory(), budget.diskBytes(), registry::windowBytes),
                new InputsAhead(),
                new Acknowledgements(loop::nanoTime, registry::windowBytes),
                kept);
    }

    /** Says whether the run has ended, so that nothing that workers say changes anything. */
    boolean over() {
        return life.state().isOver();
    }

    /** Says whether the operator asked for the end, which is being prepared. */
    boolean stopping() {
        return life.state().isStopping();
    }

    public long nanoTime() {
        return loop.nanoTime();
    }
}
