package dev.sluice.master;

import dev.sluice.api.Verdict;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.payload.Payload;

/** Told what the application said; called on the application thread. */
public interface ApplicationPort {
    /**
     * A cycle with this setup, which is the receiver's to release. The results of {@code known} are there and are being
     * accepted.
     */
    void cycleBegins(int number, long units, UnitRanges known, Payload setup);

    /** The application knows enough of this cycle. */
    void cycleComplete(int number);

    /** The application is done: complete, failed by its own verdict, or interrupted. */
    void ended(Verdict verdict);

    /** A method of the application failed, or a value could not be encoded or decoded. */
    void failed(Exception failure);
}
