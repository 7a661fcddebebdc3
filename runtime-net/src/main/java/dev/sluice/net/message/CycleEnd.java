package dev.sluice.net.message;

import dev.sluice.model.ledger.Lull;

/** Master to worker: the cycle is over, drop everything of it. */
public record CycleEnd(int cycle, Lull lull) implements Message {
    public CycleEnd {
        Checks.notNegative("cycle", cycle);
    }
}
