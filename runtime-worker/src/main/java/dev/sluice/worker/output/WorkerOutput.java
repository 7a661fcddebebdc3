package dev.sluice.worker.output;

import dev.sluice.api.unit.Printout;
import java.io.PrintStream;
import java.util.function.LongSupplier;

/**
 * Puts a bound on what units print: {@code System.out} and {@code System.err} lead through it to the worker's log. The
 * worker's own lines go to {@link #lines} and {@link #answers}, which have none. Text that native code writes to the
 * descriptors of this process is not seen.
 */
public final class WorkerOutput {
    /** Bytes that a log keeps of what units print, unless told otherwise. */
    public static final long MOST_BYTES = 64L << 20;

    private final OutputBound bound;

    private WorkerOutput(OutputBound bound) {
        this.bound = bound;
    }

    /**
     * Takes over the standard streams of this process, until it ends.
     *
     * @param most bytes of the log for what units print
     */
    public static WorkerOutput open(long most, LongSupplier nanos) {
        OutputBound bound = new OutputBound(most, nanos);
        System.setOut(new UnitPrinter(Printout.OUT, answers(), bound));
        System.setErr(new UnitPrinter(Printout.ERROR, lines(), bound));
        return new WorkerOutput(bound);
    }

    /** Standard output for the worker's own lines. */
    public static PrintStream answers() {
        return UnitPrinter.behind(System.out);
    }

    /** Standard error for the worker's own lines. */
    public static PrintStream lines() {
        return UnitPrinter.behind(System.err);
    }

    /** Says how much was left out, if anything was. The bound stays: units may still print while the process ends. */
    public void end() {
        synchronized (bound) {
            bound.total().ifPresent(line -> lines().println((bound.isInLine() ? "\n" : "") + line));
        }
    }
}
