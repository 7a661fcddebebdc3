package dev.sluice.system;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.None;
import dev.sluice.api.Verdict;

/** The shortest of applications: no options, no setup, one number in and one out. */
public final class Squares extends Application<None, Long, Long> {
    static final long UNITS = 100;

    private long sum;

    @Override
    protected Cycle<None> cycle(int number) {
        return Cycle.only(UNITS, None.NONE);
    }

    @Override
    protected Long unit(long index) {
        return index;
    }

    @Override
    protected Long compute(None setup, Long unit) {
        return unit * unit;
    }

    @Override
    protected Verdict accept(long index, Long result) {
        sum += result;
        return Verdict.CONTINUE;
    }

    @Override
    protected void complete() {
        System.out.println("sum of squares " + sum);
    }
}
