package dev.sluice.model.record;

import dev.sluice.model.ledger.CauseTimes;

/**
 * Figures of a cycle, of a part of a long one, or of several short ones.
 *
 * @param cycle number of the first cycle in it, from 0
 * @param ended number of cycles that ended in it; 0 for a part of a cycle before the last part
 * @param fromSeconds begin, since the start of the run
 * @param seconds duration
 * @param units accepted or given up in it
 * @param slots mean number of active slots
 * @param computeSeconds time in compute of the units whose results arrived in it
 * @param bytesOut bytes of setups and inputs that were sent in it
 * @param bytesIn bytes of results that arrived in it
 * @param messages messages with setups, inputs or results in it
 * @param causes slot time by cause, as workers report it every two seconds
 * @param regime the bottleneck at its end, as in {@link RegimeSlice}; empty if it was not known
 * @param resource name of the bottleneck
 */
public record CycleRecord(
        int cycle,
        int ended,
        double fromSeconds,
        double seconds,
        long units,
        double slots,
        double computeSeconds,
        long bytesOut,
        long bytesIn,
        long messages,
        CauseTimes causes,
        String regime,
        String resource) {
    /** Both together; {@code next} follows. */
    CycleRecord with(CycleRecord next) {
        double all = seconds + next.seconds;
        boolean later = regime.isEmpty() || next.seconds > seconds && !next.regime.isEmpty();
        return new CycleRecord(
                cycle,
                ended + next.ended,
                fromSeconds,
                all,
                units + next.units,
                all > 0 ? (slots * seconds + next.slots * next.seconds) / all : next.slots,
                computeSeconds + next.computeSeconds,
                bytesOut + next.bytesOut,
                bytesIn + next.bytesIn,
                messages + next.messages,
                causes.plus(next.causes),
                later ? next.regime : regime,
                later ? next.resource : resource);
    }

    /** The same with more slot time. */
    CycleRecord with(CauseTimes more) {
        return new CycleRecord(
                cycle,
                ended,
                fromSeconds,
                seconds,
                units,
                slots,
                computeSeconds,
                bytesOut,
                bytesIn,
                messages,
                causes.plus(more),
                regime,
                resource);
    }
}
