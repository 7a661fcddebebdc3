package dev.sluice.net.message;

import dev.sluice.model.RunId;
import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.HeldUnits;
import java.util.List;

/**
 * Master to worker, in answer to {@link Register}: its place in the run.
 *
 * @param epoch rises each time a master takes the run over
 * @param leaseNanos time without a message after which the session is over [ns]
 * @param resultWindowBytes unacknowledged results that the worker may have in transit at first [bytes]
 * @param drop registered units that the worker must forget; it keeps the rest, and sends finished results again
 * @param offerAboveBytes larger results wait for a {@link Grant}; 0 if none does [bytes]
 * @param units how to treat the units of this run
 * @param elsewhere where to go when this master is lost, in the order in which to try
 * @param orphanNanos how long to keep what it holds for a master that takes the run over; 0 if none will [ns]
 */
public record Registered(
        WorkerId worker,
        RunId run,
        long epoch,
        long leaseNanos,
        long resultWindowBytes,
        ApplicationInfo application,
        List<HeldUnits> drop,
        long offerAboveBytes,
        UnitTerms units,
        List<Refuge> elsewhere,
        long orphanNanos)
        implements Message {
    /** Limit of refuges in one message. */
    public static final int MOST_REFUGES = 16;

    public Registered {
        Checks.notNegative("epoch", epoch);
        Checks.positive("leaseNanos", leaseNanos);
        Checks.notNegative("resultWindowBytes", resultWindowBytes);
        Checks.notNegative("offerAboveBytes", offerAboveBytes);
        Checks.notNegative("orphanNanos", orphanNanos);
        drop = List.copyOf(drop);
        Checks.between("elsewhere", elsewhere.size(), 0, MOST_REFUGES);
        elsewhere = List.copyOf(elsewhere);
    }
}
