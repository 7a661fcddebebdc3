package dev.sluice.app.jacobi;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The whole grid, as it is in the end, and the times of the steps. Confined to the master's calls. */
final class Plate {
    /** The largest difference from the closed form that passes. Values are about 1. */
    static final double TOLERANCE = 1e-10;

    private final PlatePlan plan;
    private final PlatePlan.Strips work;
    private final Waves waves;
    private double[] now = {};
    private final List<String> times = new ArrayList<>();
    private long lastNanos;

    Plate(PlatePlan plan) {
        this.plan = plan;
        this.work = plan.work();
        this.waves = new Waves(work, plan.seed());
    }

    void begin() {
        lastNanos = System.nanoTime();
    }

    /** Times a step, if somebody wants to know. */
    void ended(int step) {
        if (plan.figures() != null) {
            long nanos = System.nanoTime();
            times.add("cycle " + work.iterationsOf(step) + " " + (nanos - lastNanos) + " 0 0");
            lastNanos = nanos;
        }
    }

    /** Joins the strips, prints and draws the answer, and returns whether it is right. */
    boolean finish(List<StripRows> strips) throws IOException {
        join(strips);
        String verdict = verdict();
        System.out.print(summary() + verdict + "\n");
        new PlatePicture(work, waves.after(0), now).write(plan.out());
        System.out.println("picture: " + plan.out());
        Path figures = plan.figures();
        if (figures != null) {
            times.add(0, "first-accepted 0");
            Files.write(figures, times);
        }
        return !verdict.startsWith("WRONG");
    }

    void join(List<StripRows> strips) {
        now = waves.after(0); // for the edges
        int at = work.width();
        int all = strips.stream().mapToInt(strip -> strip.cells().length).sum();
        if (all != work.rows() * work.width()) {
            throw new IllegalStateException(
                    "strips of " + all + " cells (expected: " + work.rows() * work.width() + ")");
        }
        for (StripRows strip : strips) {
            System.arraycopy(strip.cells(), 0, now, at, strip.cells().length);
            at += strip.cells().length;
        }
    }

    String summary() {
        return String.format(
                Locale.ROOT,
                "Jacobi on %,d × %,d cells: iterations %,d, steps %,d, strips %,d, seed %d\n"
                        + "all bits %08x, largest difference from the closed form %.0e\n",
                work.rows(),
                work.columns(),
                work.iterations(),
                work.steps(),
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
        Strip whole = new Strip(work.width(), 0, 0, waves.after(0));
        whole.iterate(work.iterations());
        double[] all = waves.after(0);
        System.arraycopy(whole.all(), 0, all, work.width(), work.rows() * work.width());
        return all;
    }
}
