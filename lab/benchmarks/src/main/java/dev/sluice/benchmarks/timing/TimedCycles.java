package dev.sluice.benchmarks.timing;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Times a program's cycles and writes its figures at the end. Confined to one thread at a time. */
public final class TimedCycles {
    private final Stopwatch stopwatch = new Stopwatch();
    private final List<Timing> timings = new ArrayList<>();
    private long firstAcceptedMillis;

    public void begin(long units) {
        stopwatch.begin(units);
    }

    /** Counts finished units; returns true if these were the last of the cycle. */
    public boolean finished(long units) {
        if (firstAcceptedMillis == 0) {
            firstAcceptedMillis = System.currentTimeMillis();
        }
        return stopwatch.finished(units);
    }

    public void end() {
        timings.add(stopwatch.end());
    }

    public void write(Path path) throws IOException {
        new CycleFigures(firstAcceptedMillis, timings).write(path);
    }
}
