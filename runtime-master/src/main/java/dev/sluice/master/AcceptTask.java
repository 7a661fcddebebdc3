package dev.sluice.master;

import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.message.Results;
import dev.sluice.net.payload.Payload;
import java.util.List;

/**
 * Results for the application. Also made for results that are all dropped, so that their sequence is acknowledged in
 * its turn.
 *
 * @param accepted places in {@code results}, from 0, of the results that count; all others are acknowledged and dropped
 * @param form the form of {@code results}
 * @param bytes that the results take of the worker's window
 * @param arrivedNanos when they arrived [ns of the loop]
 * @param position of the last entry in the journal that these results wait for; 0 for none
 * @param whenSafe called on the unit source's thread when they are accepted or dropped
 */
public record AcceptTask(
        WorkerConnection connection,
        int cycle,
        long sequence,
        Results.Form form,
        List<ResultRun> runs,
        UnitRanges accepted,
        Payload results,
        long bytes,
        long arrivedNanos,
        long position,
        Runnable whenSafe) {}
