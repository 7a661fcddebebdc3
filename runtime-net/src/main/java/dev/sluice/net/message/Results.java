package dev.sluice.net.message;

import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.Payload;
import java.util.List;

/**
 * Worker to master: results of units.
 *
 * @param sequence counts Results and UnitFailed of this session from 1
 * @param assignSequence the newest {@link Assign} that had arrived, 0 before the first
 * @param assignHeldNanos how long before this was sent it had arrived [ns]
 * @param runs which units, in the order of {@code results}
 * @param results the encoded results, each after its length as a varint
 */
public record Results(
        int cycle, long sequence, long assignSequence, long assignHeldNanos, List<ResultRun> runs, Payload results)
        implements Message {
    public Results {
        Checks.notNegative("cycle", cycle);
        Checks.positive("sequence", sequence);
        Checks.notNegative("assignSequence", assignSequence);
        Checks.notNegative("assignHeldNanos", assignHeldNanos);
        runs = List.copyOf(runs);
    }

    @Override
    public Payload payload() {
        return results;
    }
}
