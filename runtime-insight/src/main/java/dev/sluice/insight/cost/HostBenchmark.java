package dev.sluice.insight.cost;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.None;
import dev.sluice.api.Verdict;
import dev.sluice.master.report.Processor;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;

/**
 * The general benchmark: each unit is the same small computation in three parts, which together take about half a
 * second on a processor of 2 to 3 GHz. It measures processor time, so that other load of the host has little effect.
 *
 * <ul>
 *   <li>floating: the positions of a pendulum in {@value #SWINGS} steps of additions, multiplications and a sine in
 *       polynomial form;
 *   <li>integer: {@value #DRAWS} draws of a 64-bit mixing generator, with shifts, products and branches;
 *   <li>memory: {@value #HOPS} dependent reads through a permutation of 32 MiB, each of which waits for the one before.
 * </ul>
 */
@Command(name = "general benchmark") // it has no options
public final class HostBenchmark extends Application<None, HostBenchmark.Round, HostBenchmark.Score> {
    static final int SWINGS = 16_000_000;
    static final int DRAWS = 60_000_000;
    static final int HOPS = 1_600_000;

    private static final int CELLS = 1 << 23;

    /** More rounds than a measurement lasts for. */
    private static final long ROUNDS = 1_000_000;

    /** A unit. */
    public record Round(long number) {}

    /**
     * The result of a unit.
     *
     * @param pid of the process, which identifies the worker
     * @param clockHertz NaN if unknown
     * @param wallSeconds all three parts, by the clock
     * @param check the computed value, so that the JIT compiler cannot drop the computation
     */
    public record Score(
            long pid,
            String model,
            double clockHertz,
            int processors,
            double wallSeconds,
            double floatingSeconds,
            double integerSeconds,
            double memorySeconds,
            double check) {
        /** Processor time of all three parts [s]. */
        public double seconds() {
            return floatingSeconds + integerSeconds + memorySeconds;
        }
    }

    private final List<Score> scores = new ArrayList<>();

    /** The scores in the order of arrival; complete when the run is. On the master. */
    public List<Score> scores() {
        return List.copyOf(scores);
    }

    @Override
    protected Cycle<None> cycle(int number) {
        return Cycle.only(ROUNDS, None.NONE);
    }

    @Override
    protected Round unit(long index) {
        return new Round(index);
    }

    @Override
    protected Score compute(None setup, Round unit) {
        Processor processor = Processor.here();
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        int[] cells = permutation();
        long wall = System.nanoTime();
        long start = nanos(threads);
        double swing = swing(unit.number());
        long floating = nanos(threads);
        long draws = draw(unit.number());
        long integer = nanos(threads);
        int cell = hop(cells);
        long end = nanos(threads);
        return new Score(
                ProcessHandle.current().pid(),
                processor.model(),
                processor.clockHertz(),
                processor.count(),
                (System.nanoTime() - wall) / 1e9,
                (floating - start) / 1e9,
                (integer - floating) / 1e9,
                (end - integer) / 1e9,
                swing + draws + cell);
    }

    private static long nanos(ThreadMXBean threads) {
        return threads.isCurrentThreadCpuTimeSupported() ? threads.getCurrentThreadCpuTime() : System.nanoTime();
    }

    private static double swing(long number) {
        double angle = 0.5 + number % 8 * 0.01;
        double speed = 0;
        for (int i = 0; i < SWINGS; i++) {
            double square = angle * angle;
            double sine = angle * (1 - square * (1.0 / 6 - square * (1.0 / 120 - square / 5_040)));
            speed -= 0.001 * sine;
            angle += 0.001 * speed;
        }
        return angle;
    }

    private static long draw(long number) {
        long state = number;
        long odd = 0;
        for (int i = 0; i < DRAWS; i++) {
            state += 0x9E3779B97F4A7C15L;
            long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
            mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
            odd += (mixed & 1) == 0 ? mixed >>> 60 : 1;
        }
        return odd;
    }

    /** One cycle through all cells: multiplying by a + 1 and adding an odd b visits each of 2ⁿ once, if 4 divides a. */
    private static int[] permutation() {
        int[] cells = new int[CELLS];
        int cell = 0;
        for (int i = 0; i < CELLS; i++) {
            int next = (cell * 1_664_525 + 1_013_904_223) & (CELLS - 1);
            cells[cell] = next;
            cell = next;
        }
        return cells;
    }

    private static int hop(int[] cells) {
        int cell = 0;
        for (int i = 0; i < HOPS; i++) {
            cell = cells[cell];
        }
        return cell;
    }

    @Override
    protected Verdict accept(long index, Score result) {
        scores.add(result);
        return Verdict.CONTINUE;
    }
}
