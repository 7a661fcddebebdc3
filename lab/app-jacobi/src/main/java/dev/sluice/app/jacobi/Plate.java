package dev.sluice.app.jacobi;

import dev.sluice.api.Cycle;
import dev.sluice.api.None;
import java.io.IOException;
import java.util.Arrays;
import java.util.Locale;

/**
 * The whole grid, before and after the current cycle. Results fill the second one, so that a strip stays equal when it
 * is made again, and the order of results has no effect. Confined to the master's calls.
 */
final class Plate {
    /** The largest difference from the closed form that passes. Values are about 1. */
    static final double TOLERANCE = 1e-10;

    private final PlatePlan plan;
    private final PlatePlan.Strips work;
    private final Waves waves;
    private double[] now = {};
    private double[] next = {};
    private int iterations;

    Plate(PlatePlan plan) {
        this.plan = plan;
        this.work = plan.work();
        this.waves = new Waves(work, plan.seed());
    }

    int cycles() {
        return work.cycles();
    }

    /** The next cycle. The first call also makes the grid. */
    Cycle<None> cycle(int number) {
        if (number == 0) {
            now = waves.after(0);
            next = now.clone();
        }
        iterations = work.iterationsOf(number);
        return new Cycle<>(work.strips(), None.NONE, number == cycles() - 1);
    }

    /** A strip with as many rows of its neighbours as there are iterations, or up to the edge. */
    BorderedStrip strip(int index) {
        int first = work.first(index);
        int end = work.first(index + 1);
        int low = Math.max(0, first - iterations);
        int high = Math.min(work.rows() + 2, end + iterations);
        double[] cells = Arrays.copyOfRange(now, low * work.width(), high * work.width());
        return new BorderedStrip(first, end - first, low, work.width(), iterations, cells);
    }

    void take(int index, StripRows rows) {
        int first = work.first(index) * work.width();
        int count = work.first(index + 1) * work.width() - first;
        if (rows.cells().length != count) {
            throw new IllegalStateException("a result of " + rows.cells().length + " cells (expected: " + count + ")");
        }
        System.arraycopy(rows.cells(), 0, next, first, count);
    }

    void endCycle() {
        double[] spare = now;
        now = next;
        next = spare;
    }

    /** Prints the answer, draws it, and returns whether it is right. */
    boolean finish() throws IOException {
        String verdict = verdict();
        System.out.print(summary() + verdict + "\n");
        draw();
        System.out.println("picture: " + plan.out());
        return !verdict.startsWith("WRONG");
    }

    /** Draws the grid of the last whole cycle. */
    void draw() throws IOException {
        if (now.length > 0) {
            new PlatePicture(work, waves.after(0), now).write(plan.out());
        }
    }

    String summary() {
        return String.format(
                Locale.ROOT,
                "Jacobi on %,d × %,d cells: iterations %,d, cycles %,d, strips %,d, seed %d\n"
                        + "all bits %08x, largest difference from the closed form %.0e\n",
                work.rows(),
                work.columns(),
                work.iterations(),
                cycles(),
                work.strips(),
                plan.seed(),
                Arrays.hashCode(now),
                difference());
    }

    String verdict() {
        if (!(difference() <= TOLERANCE)) {
            return String.format(
                    Locale.ROOT, "WRONG: the grid differs from the closed form (expected: within %.0e)", TOLERANCE);
        }
        if (!plan.verify()) {
            return String.format(
                    Locale.ROOT, "verified: every cell is that of the closed form, within %.0e", TOLERANCE);
        }
        int at = Arrays.mismatch(now, serial());
        return at < 0
                ? "verified: every cell has the bits of the serial solution"
                : "WRONG: the serial solution differs in row " + at / work.width() + " (expected: the same bits)";
    }

    private double difference() {
        double[] expected = waves.after(work.iterations());
        double largest = 0;
        for (int cell = 0; cell < now.length; cell++) {
            largest = Math.max(largest, Math.abs(now[cell] - expected[cell]));
        }
        return largest;
    }

    /** All iterations on the whole grid, without borders. */
    private double[] serial() {
        double[] start = waves.after(0);
        BorderedStrip whole = new BorderedStrip(1, work.rows(), 0, work.width(), work.iterations(), start);
        System.arraycopy(StripKernel.iterate(whole).cells(), 0, start, work.width(), work.rows() * work.width());
        return start;
    }
}
