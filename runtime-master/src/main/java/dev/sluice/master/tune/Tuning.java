package dev.sluice.master.tune;

import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.ResultRun;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Tells a tuner what happens to its run. Confined to the master loop. */
public interface Tuning {
    /** Nothing is tuned. */
    Tuning NONE = new Tuning() {};

    /**
     * The tuning of a run; that of nothing without terms.
     *
     * @param planned what is planned again, apart from what is tuned; null if the run has no plan
     */
    static Tuning of(
            @Nullable TuningTerms terms,
            Replanning.@Nullable Terms planned,
            Floor floor,
            Actuator actuator,
            Mover mover) {
        if (terms == null) {
            return planned == null ? NONE : new PlanWatch(planned, floor, actuator, mover, PlanWatch.Open.ALL);
        }
        SubMasterStart starter = terms.starter();
        Tuning tuner =
                starter == null ? WorkersTuner.of(terms, floor, actuator) : new TreeTuner(terms, floor, mover, starter);
        if (planned == null || !terms.own().isEmpty()) { // knobs of an application may turn anything
            return tuner;
        }
        PlanWatch.Open open = starter == null ? PlanWatch.Open.TREE : PlanWatch.Open.WORKERS;
        return new Both(tuner, new PlanWatch(planned, floor, actuator, mover, open));
    }

    /** Two of them, each of which changes what the other leaves alone. */
    record Both(Tuning first, Tuning second) implements Tuning {
        @Override
        public void cycleBegun(int number, long units, long known) {
            first.cycleBegun(number, units, known);
            second.cycleBegun(number, units, known);
        }

        @Override
        public void cycleDropped() {
            first.cycleDropped();
            second.cycleDropped();
        }

        @Override
        public void cycleFinished() {
            first.cycleFinished();
            second.cycleFinished();
        }

        @Override
        public void results(WorkerId worker, int cycle, List<ResultRun> runs) {
            first.results(worker, cycle, runs);
            second.results(worker, cycle, runs);
        }

        @Override
        public void joined(WorkerId worker) {
            first.joined(worker);
            second.joined(worker);
        }

        @Override
        public void losing(WorkerId worker) {
            first.losing(worker);
            second.losing(worker);
        }

        @Override
        public void gone(WorkerId worker) {
            first.gone(worker);
            second.gone(worker);
        }

        @Override
        public void steered() {
            first.steered();
            second.steered();
        }

        @Override
        public void hurry(String why) {
            first.hurry(why);
            second.hurry(why);
        }

        @Override
        public void tick() {
            first.tick();
            second.tick();
        }

        @Override
        public void runEnded() {
            first.runEnded();
            second.runEnded();
        }
    }

    /**
     * A cycle begins, or the latest one is opened again. Called before setups leave.
     *
     * @param known units whose results an earlier master accepted
     */
    default void cycleBegun(int number, long units, long known) {}

    /** The open cycle ends before its units do. */
    default void cycleDropped() {}

    /** The open cycle has ended, and no setup of it leaves any more. Called before the next one begins. */
    default void cycleFinished() {}

    /** Takes the times of computed units. */
    default void results(WorkerId worker, int cycle, List<ResultRun> runs) {}

    /** A worker has joined or come back. */
    default void joined(WorkerId worker) {}

    /** Lets a parked worker take the place of one that is about to be lost, before the scheduler hears of it. */
    default void losing(WorkerId worker) {}

    /** A worker is gone for good. */
    default void gone(WorkerId worker) {}

    /** An operator has parked workers or let them work again. */
    default void steered() {}

    /** The run is to end earlier. */
    default void hurry(String why) {}

    /** Goes on with what is tuned. Called some times in each second. */
    default void tick() {}

    /** Ends the tuning, because the run is over. */
    default void runEnded() {}
}
