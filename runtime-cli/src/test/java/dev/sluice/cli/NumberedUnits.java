package dev.sluice.cli;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.None;
import dev.sluice.api.Verdict;
import java.io.IOException;

/** An application of one cycle, whose units are their numbers, and so are their results. */
public class NumberedUnits extends Application<None, Long, Long> {
    private final int units;

    protected NumberedUnits(int units) {
        this.units = units;
    }

    @Override
    protected Cycle<None> cycle(int number) {
        return Cycle.only(units, None.NONE);
    }

    @Override
    protected Long unit(long index) {
        return index;
    }

    @Override
    protected Long compute(None setup, Long unit) throws InterruptedException, IOException {
        return unit;
    }

    @Override
    protected Verdict accept(long index, Long result) {
        return Verdict.CONTINUE;
    }
}
