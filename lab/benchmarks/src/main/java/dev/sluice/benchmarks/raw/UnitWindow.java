package dev.sluice.benchmarks.raw;

import dev.sluice.benchmarks.timing.TimedCycles;
import java.util.concurrent.CompletableFuture;

/** The units of the current cycle that are not requested yet, and those that are done. Confined to the owner loop. */
final class UnitWindow {
    private final TimedCycles timed;
    private long nextUnit;
    private long units;
    private CompletableFuture<Void> done = new CompletableFuture<>();

    UnitWindow(TimedCycles timed) {
        this.timed = timed;
    }

    /** Begins a cycle; the answer completes when its last unit is done. */
    CompletableFuture<Void> begin(long units) {
        this.units = units;
        nextUnit = 0;
        done = new CompletableFuture<>();
        timed.begin(units);
        return done;
    }

    /** Takes up to {@code count} units; the first is {@code nextUnit() - taken}. */
    int take(int count) {
        int taken = (int) Math.min(count, units - nextUnit);
        nextUnit += taken;
        return taken;
    }

    long nextUnit() {
        return nextUnit;
    }

    void finished(int count) {
        if (timed.finished(count)) {
            timed.end();
            done.complete(null);
        }
    }
}
