package dev.sluice.master;

import dev.sluice.master.application.ApplicationThread;
import dev.sluice.master.submaster.Forwarding;
import dev.sluice.model.delivery.FeedTask;
import dev.sluice.model.schedule.Brought;
import dev.sluice.net.message.Refuge;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Whom the units are computed for: the application of a run ({@link ApplicationThread}), or on a sub-master its own
 * master ({@link Forwarding}). Where the inputs of units come from and their results go to. Called on the master loop.
 */
public interface UnitSource {
    /** Makes the principal of a run, which is being made itself: nothing may be done with it yet. */
    @FunctionalInterface
    interface Factory {
        UnitSource of(RunCore core, SchedulerDriver driver, RunCourse course);
    }

    /** The run starts. */
    void start();

    /** What sends the inputs. */
    Feeder feeder();

    /** Sends the assignment as soon as there is room. */
    void feed(Feed feed, FeedTask task);

    /** Encodes units that will be assigned soon; {@code done} is told, on any thread. */
    void prepare(int cycle, long firstUnit, long endUnit, Consumer<@Nullable PreparedInputs> done);

    /** There is room again. */
    void resume(Feed feed);

    /** Takes back up to so many units that were not sent yet, else asks the worker. */
    void revoke(Feed feed, long units, Feeder.TakenBack takenBack);

    /** Takes results over, in the order of the calls; acknowledges them when they are safe. */
    void accept(AcceptTask task);

    /** All results of the cycle have been passed to {@link #accept}. */
    void endCycle(int cycle);

    /** The run was stopped, and nothing is outstanding. */
    void interrupt();

    /** Where workers go when this master is lost, in the order in which to try. */
    default List<Refuge> elsewhere() {
        return List.of();
    }

    /** A worker has come with this; the same, with those units that are adopted as nobody gave them here. */
    default Brought adopt(Brought brought) {
        return brought;
    }

    /** Nobody below holds these units, which whoever gave them wants back. */
    void giveBack(int cycle, long from, long to);
}
