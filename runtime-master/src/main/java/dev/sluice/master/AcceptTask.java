package dev.sluice.master;

import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.message.Results;
import dev.sluice.net.payload.Payload;
import java.util.List;

/**
 * Results for the application, or only their sequence to acknowledge in its turn.
 *
 * @param accepted places in {@code results}, from 0, of those that count; all others are acknowledged and dropped
 * @param form what {@code results} is
 * @param bytes what they take of the worker's window
 * @param arrivedNanos when they arrived [ns of the loop]
 * @param whenSafe told on the principal's thread when they are accepted or dropped
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
        Runnable whenSafe) {}
