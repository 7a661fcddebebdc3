package dev.sluice.benchmarks.timing;

/** Times one cycle after another. Confined to one thread at a time. */
public final class Stopwatch {
    private long units;
    private long done;
    private long nextMark;
    private long begunNanos;
    private long quarterNanos;
    private long quarterUnits;
    private long threeQuartersNanos;
    private long threeQuartersUnits;

    /** Begins a cycle of {@code units}. */
    public void begin(long units) {
        this.units = units;
        done = 0;
        quarterUnits = 0;
        threeQuartersUnits = 0;
        nextMark = Math.max(1, units / 4);
        begunNanos = System.nanoTime();
    }

    /** Counts finished units; returns true if these were the last of the cycle. */
    public boolean finished(long count) {
        done += count;
        if (done >= nextMark) {
            mark();
        }
        return done >= units;
    }

    /** Ends the cycle. */
    public Timing end() {
        long now = System.nanoTime();
        if (done != units) {
            throw new IllegalStateException(done + " units finished (expected: " + units + ")");
        }
        return new Timing(
                units, now - begunNanos, threeQuartersUnits - quarterUnits, threeQuartersNanos - quarterNanos);
    }

    private void mark() {
        if (quarterUnits == 0) {
            quarterUnits = done;
            quarterNanos = System.nanoTime();
            nextMark = Math.max(done + 1, units - units / 4);
        } else {
            threeQuartersUnits = done;
            threeQuartersNanos = System.nanoTime();
            nextMark = Long.MAX_VALUE;
        }
    }
}
