package dev.sluice.master;

import dev.sluice.api.Verdict;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.payload.Payload;

/** Receives the decisions of the application, on the application thread. */
public interface ApplicationPort {
    /** The run has this number of cycles in all, as far as the application can tell. */
    void cyclesExpected(int cycles);

    /**
     * A cycle begins with this setup; the receiver releases the setup. The results of {@code known} exist already and
     * are being accepted.
     */
    void cycleBegins(int number, long units, UnitRanges known, Payload setup);

    /** The application needs no more results of this cycle. */
    void cycleComplete(int number);

    /**
     * The application has ended: it completed, failed by its own verdict, was told what is missing, or was interrupted.
     *
     * @param lost units without which the answer is not complete
     */
    void ended(Verdict verdict, long lost);

    /** A method of the application failed, or a value could not be encoded or decoded. */
    void failed(Exception failure);
}
