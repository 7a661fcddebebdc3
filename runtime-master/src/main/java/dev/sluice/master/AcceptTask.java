package dev.sluice.master;

import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.Payload;
import java.util.List;

/**
 * Results for the application, or only their sequence to acknowledge in its turn.
 *
 * @param accepted the units that count; all others are acknowledged and dropped
 * @param bytes what they take of the worker's window
 */
record AcceptTask(
        Seat seat, int cycle, long sequence, List<ResultRun> runs, UnitRanges accepted, Payload results, long bytes) {}
