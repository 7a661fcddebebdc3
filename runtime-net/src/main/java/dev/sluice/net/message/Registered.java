package dev.sluice.net.message;

import dev.sluice.model.RunId;
import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.HeldUnits;
import java.util.List;

/**
 * Master to worker, in answer to {@link Register}: its place in the run.
 *
 * @param epoch rises each time a master takes the run over
 * @param leaseNanos after so long without a word the session is over [ns]
 * @param resultWindowBytes unacknowledged results the worker may have on the way at first [bytes]
 * @param drop what the worker must forget of what it said it held; the rest it keeps, and sends finished results again
 * @param offerAboveBytes larger results wait for a {@link Grant}; 0 when none does [bytes]
 * @param units how to treat the units of this run
 * @param elsewhere where to go when this master is lost, in the order in which to try
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
        List<Refuge> elsewhere)
        implements Message {
    /** Refuges told at most. */
    public static final int MOST_REFUGES = 16;

    public Registered {
        Checks.notNegative("epoch", epoch);
        Checks.positive("leaseNanos", leaseNanos);
        Checks.notNegative("resultWindowBytes", resultWindowBytes);
        Checks.notNegative("offerAboveBytes", offerAboveBytes);
        drop = List.copyOf(drop);
        Checks.between("elsewhere", elsewhere.size(), 0, MOST_REFUGES);
        elsewhere = List.copyOf(elsewhere);
    }
}
