package dev.sluice.master;

import dev.sluice.api.Verdict;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.payload.Payload;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Receives the decisions of the application, on the application thread. */
public interface ApplicationPort {
    /** The application can tell how much it has to do, or has done. */
    void tellProgress(Consumer<RunProgress> news);

    /** Something was decided about the parts of the application. */
    void decided(String aboutParts);

    /**
     * A cycle begins with this setup; the receiver releases the setup. The results of {@code known} exist already and
     * are being accepted.
     *
     * @param begun without the time for which units are reserved
     */
    void cycleBegins(Event.CycleBegun begun, Payload setup);

    /**
     * The open cycle has so many more units, which are handed out when the journal has what they follow from.
     *
     * @param closes whether the cycle gets no more
     * @param position in the journal; 0 for none
     * @param kinds those that need other than one slot
     */
    void unitsAdded(int number, long units, boolean closes, long position, long after, List<Event.Sized> kinds);

    /** The application gives a unit up, which may be one that is yet to be added to the open cycle. Any thread. */
    void givesUp(int number, long unit);

    /** Runs the task on the loop, in one order with the results that arrive. Any thread. */
    void inOrder(Runnable task);

    /**
     * The result of a unit could not be decoded. Nothing of it counts.
     *
     * @param from the session that brought it; null if it comes from the journal
     */
    void voided(int number, UnitRanges units, @Nullable WorkerConnection from, Exception why);

    /** The cycle, whose end was told, has no results of these units: they are computed after all. */
    void cycleReopens(int number, long units, UnitRanges missing, boolean open);

    /** The application needs no more results of this cycle. */
    void cycleComplete(int number);

    /**
     * The application has ended: it completed, failed by its own verdict, or was told what is missing.
     *
     * @param lost units without which the answer is not complete
     */
    void ended(Verdict verdict, long lost);

    /** The application has saved what there is, because the operator stops the run. */
    void interrupted();

    /** A method of the application failed, or a value could not be encoded or decoded. */
    void failed(Exception failure);

    /**
     * The thread that calls the application ends by what nothing has caught: memory is exhausted, or Sluice has a
     * defect. Makes nothing, because there may be no memory.
     */
    void crashed(Throwable why);

    /** The application could not accept a result that this session brought. */
    void acceptFailed(Exception failure, WorkerConnection from);

    /** The time of the loop [ns]. */
    long nanoTime();
}
