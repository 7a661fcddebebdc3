package dev.sluice.benchmarks.application;

import dev.sluice.api.Cycle;
import dev.sluice.api.Verdict;
import dev.sluice.benchmarks.timing.Cycles;
import dev.sluice.benchmarks.timing.TimedCycles;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The master's side that all these applications share: so many cycles of so many units, timed. Called serially. */
final class TimedMaster {
    @Option(names = "--cycles", required = true, description = "WARM_UP,UNITSxTIMES,…")
    private String cycles = "";

    @Option(names = "--figures", description = "where to leave the timings")
    private @Nullable Path figures;

    private final TimedCycles timed = new TimedCycles();

    <S> Cycle<S> cycle(int number, S setup) {
        Cycles all = Cycles.parse(cycles);
        timed.begin(all.units(number));
        return new Cycle<>(all.units(number), setup, number == all.count() - 1);
    }

    Verdict accepted() {
        timed.finished(1);
        return Verdict.CONTINUE;
    }

    Verdict endCycle() {
        timed.end();
        return Verdict.CONTINUE;
    }

    void complete() throws IOException {
        if (figures != null) {
            timed.write(figures);
        }
    }
}
