package dev.sluice.benchmarks.application;

import dev.sluice.api.None;
import dev.sluice.api.Verdict;

/** Units that compute nothing: eight bytes in, the same eight bytes out. */
public final class EmptyUnits extends TimedUnits<Long> {
    @Override
    public Long compute(None setup, Long unit) {
        return unit;
    }

    @Override
    public Verdict accept(long index, Long result) {
        if (result != index) {
            throw new IllegalStateException("result " + result + " of unit " + index + " (expected: " + index + ")");
        }
        return master.accepted();
    }
}
