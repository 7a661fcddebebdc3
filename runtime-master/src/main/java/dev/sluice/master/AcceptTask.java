package dev.sluice.master;

import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.message.Results;

/**
 * Results for the application. Also made for results that are all dropped, so that their sequence is acknowledged in
 * its turn.
 *
 * @param accepted places in {@code results}, from 0, of the results that count; all others are acknowledged and dropped
 * @param arrivedNanos when they arrived [ns of the loop]
 * @param position of the last entry in the journal that these results wait for; 0 for none
 * @param whenSafe called on the unit source's thread when they are accepted or dropped
 */
public record AcceptTask(
        WorkerConnection connection,
        Results results,
        UnitRanges accepted,
        long arrivedNanos,
        long position,
        Runnable whenSafe) {}
