package dev.sluice.master.tune;

import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.ResultRun;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The tuner of a run, if it has one: of its tree or of the number of its workers. Each event of the run goes to the
 * tuner that it concerns. Confined to the master loop.
 *
 * @param tree null if the tree stays
 * @param workers null if the number of workers stays
 */
public record RunTuners(@Nullable TreeTuner tree, @Nullable WorkersTuner workers) {

    /**
     * A cycle begins, or the latest one is opened again. Called before setups leave.
     *
     * @param known units whose results an earlier master accepted
     */
    public void cycleBegun(int number, long units, long known) {
        if (tree != null) {
            tree.cycleBegun(number, units);
        }
        if (workers != null) {
            workers.cycleBegun(number, units, known);
        }
    }

    /** The open cycle ends before its units do. */
    public void cycleDropped() {
        if (workers != null) {
            workers.cycleDropped();
        }
    }

    /** The open cycle has ended, and no setup of it leaves any more. Called before the next one begins. */
    public void cycleFinished() {
        if (tree != null) {
            tree.cycleFinished();
        }
        if (workers != null) {
            workers.cycleFinished();
        }
    }

    /** Takes the times of computed units. */
    public void results(WorkerId worker, int cycle, List<ResultRun> runs) {
        if (workers != null) {
            workers.results(worker, cycle, runs);
        }
    }

    /** A worker has joined or come back. */
    public void joined(WorkerId worker) {
        if (workers != null) {
            workers.joined(worker);
        }
    }

    /** Lets a parked worker take the place of one that is about to be lost, before the scheduler hears of it. */
    public void losing(WorkerId worker) {
        if (workers != null) {
            workers.losing(worker);
        }
    }

    /** A worker is gone for good. */
    public void gone(WorkerId worker) {
        if (workers != null) {
            workers.gone(worker);
        }
    }

    /** An operator has parked workers or let them work again. */
    public void steered() {
        if (workers != null) {
            workers.steered();
        }
    }

    /** Goes on with what is tuned. Called some times in each second. */
    public void tick() {
        if (tree != null) {
            tree.tick();
        }
        if (workers != null) {
            workers.tick();
        }
    }

    /** Ends the tuning, because the run is over. */
    public void runEnded() {
        if (tree != null) {
            tree.runEnded();
        }
        if (workers != null) {
            workers.runEnded();
        }
    }
}
