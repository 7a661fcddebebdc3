package dev.sluice.master;

import dev.sluice.master.application.ApplicationThread;
import dev.sluice.master.record.Durations;
import dev.sluice.master.submaster.Forwarding;
import dev.sluice.model.delivery.FeedTask;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.Brought;
import dev.sluice.net.message.Refuge;
import dev.sluice.net.message.Results;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The source of the units: the application of a run ({@link ApplicationThread}), or the parent master of a sub-master
 * ({@link Forwarding}). It supplies the inputs of units and takes their results. Called on the master loop.
 */
public interface UnitSource {
    /** Makes the unit source of a run. The run is still under construction, so the factory must not use it yet. */
    @FunctionalInterface
    interface Factory {
        UnitSource of(RunCore core, SchedulerDriver driver, RunCourse course);
    }

    /** The run starts. */
    void start();

    /** The feeder that sends the inputs. */
    Feeder feeder();

    /** Sends the assignment as soon as there is room. */
    void feed(Feed feed, FeedTask task);

    /** Encodes units that will be assigned soon; {@code done} is called on any thread. */
    void prepare(int cycle, long firstUnit, long endUnit, Consumer<@Nullable PreparedInputs> done);

    /** Continues sending, because there is room again. */
    void resume(Feed feed);

    /** Takes back at most {@code units} unsent units, else asks the worker. */
    void revoke(Feed feed, long units, Feeder.TakenBack takenBack);

    /** Tells the worker that a failed unit was dealt with, after what was revoked before. */
    void answer(WorkerConnection connection, long failure);

    /** Tells whether results of this form may come in this run; a worker that sends others is faulty. */
    default boolean takes(Results.Form form) {
        return true;
    }

    /** Takes results over, in the order of the calls; acknowledges them when they are safe. */
    void accept(AcceptTask task);

    /** All results of the cycle have been passed to {@link #accept}. */
    void endCycle(int cycle);

    /** The slots want units of the open cycle while it has fewer than {@code upTo} in all. */
    default void wantUnits(int cycle, long upTo) {}

    /** All {@code units} units of the open cycle are finished, and their results were passed to {@link #accept}. */
    default void ranDry(int cycle, long units) {}

    /**
     * A unit of the cycle failed on every worker that tried it.
     *
     * @param fatal whether the run fails because of it, at the end of the cycle
     */
    void givenUp(Action.Quarantine quarantine, boolean fatal);

    /** The run was stopped, and nothing is outstanding. */
    void interrupt();

    /** The masters to which workers go when this master is lost, in the order in which to try them. */
    default List<Refuge> elsewhere() {
        return List.of();
    }

    /** Tells whether the run goes on when this master is over, so that workers go to another one. */
    default boolean runGoesOn() {
        return false;
    }

    /** Adopts the units that a new worker brings. The result names units that this master did not assign as adopted. */
    default Brought adopt(Brought brought) {
        return brought;
    }

    /** Time that the application's thread has worked so far [ns]. */
    default long busyNanos() {
        return 0;
    }

    /** The part of it in which the application took results, ended cycles and began them [ns]. */
    default long methodNanos() {
        return 0;
    }

    /** Moves the durations of {@code accept} since the last call to these. On the loop. */
    default void takeAccepts(Durations to) {}

    /** Time in which one call of the application went on for seconds [ns]. On the loop. */
    default long heldNanos() {
        return 0;
    }

    /** The call that has not returned for a minute, in one sentence; empty if there is none. On the loop. */
    default String stuckNow() {
        return "";
    }

    /** Units whose results were passed to {@link #accept} and are not taken yet. */
    default long waitingUnits() {
        return 0;
    }

    /** A sentence about a method of the application that does not return; empty if there is none, or it was said. */
    default Optional<String> stuck(long nowNanos) {
        return Optional.empty();
    }

    /** Gives units back to the parent master, because no worker below holds them. */
    void giveBack(int cycle, long from, long to);
}
