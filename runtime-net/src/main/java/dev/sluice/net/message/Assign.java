package dev.sluice.net.message;

import dev.sluice.model.ledger.Lull;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.net.payload.Payload;

/**
 * Master to worker: units [firstUnit, firstUnit + units) of {@code run} to compute, in this order; the units of one run
 * may come in several of these.
 *
 * @param sequence counts the Assigns of this session from 1
 * @param inputs the encoded units in order, each after its length as a varint
 */
public record Assign(int cycle, long sequence, AttemptRun run, long firstUnit, int units, Lull lull, Payload inputs)
        implements Message {
    public Assign {
        Checks.notNegative("cycle", cycle);
        Checks.positive("sequence", sequence);
        Checks.positive("units", units);
        if (firstUnit < run.firstUnit() || firstUnit > run.endUnit() - units) {
            throw new IllegalArgumentException(
                    "assign: [" + firstUnit + ", +" + units + ") (expected: within " + run + ")");
        }
    }

    @Override
    public Payload payload() {
        return inputs;
    }
}
