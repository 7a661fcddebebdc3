package dev.sluice.master.calibration;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.Verdict;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Option;

/**
 * Units that compute nothing, or wait or compute a little, with inputs and results of given sizes, one cycle for each
 * combination; with one worker. The first and the last unit of a cycle say what the worker's threads have spent so far,
 * and the master looks at its own when their results come.
 */
public final class Calibration extends Application<Step, Calibration.Ask, Calibration.Answer> {
    /** A unit. {@code tell}: say what was spent. */
    public record Ask(boolean tell, byte[] content) {}

    /** Its result. {@code spent}: {@link Spent} in numbers, or nothing. */
    public record Answer(long[] spent, byte[] content) {}

    private static final long[] NOTHING = {};
    private static final int ASKED = 20_000;

    @Option(
            names = "--steps",
            split = ",",
            required = true,
            description = "UNITS:INPUT:RESULT:PAUSE[:SPIN], a cycle each")
    private List<String> steps = List.of();

    private final List<Measured> measured = new ArrayList<>();
    private Step step = new Step(3, 0, 0, 0);
    /** On a worker, as what is below. */
    private final AtomicLong waitedNanos = new AtomicLong();

    private final AtomicLong spunNanos = new AtomicLong();
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    /** What asking for the time of a thread takes of it, for units that ask. */
    private long askingNanos;

    private Spent masterBefore = Spent.NOTHING;
    private Spent masterFirst = Spent.NOTHING;
    private Spent workerFirst = Spent.NOTHING;
    private final List<Upkeep> upkeep = new ArrayList<>();
    private final List<Upkeep> eachSecond = new ArrayList<>();

    /** One for each step, in their order; complete when the run is. On the master. */
    public List<Measured> measured() {
        return List.copyOf(measured);
    }

    /** Beside that from the beginning to the end of each step; complete when the run is. On the master. */
    public List<Upkeep> upkeep() {
        return List.copyOf(upkeep);
    }

    /**
     * Beside their units, in a second of each step, in their order: of all threads but the one that calls the
     * application. Complete when the run is. On the master.
     */
    public List<Upkeep> eachSecond() {
        return List.copyOf(eachSecond);
    }

    @Override
    protected Cycle<Step> cycle(int number) {
        if (number == 0) {
            masterBefore = Spent.now(0, 0);
        }
        step = Step.parse(steps.get(number));
        return new Cycle<>(step.units(), step, number == steps.size() - 1);
    }

    @Override
    protected Ask unit(long index) {
        return new Ask(index == 0 || index == step.units() - 1, new byte[step.inputBytes()]);
    }

    @Override
    protected Answer compute(Step setup, Ask unit) {
        if (setup.pauseMicros() > 0) {
            pause(1_000L * setup.pauseMicros());
        }
        if (setup.spinMicros() > 0) {
            spin(1_000L * setup.spinMicros());
        }
        return new Answer(
                unit.tell() ? Spent.now(waitedNanos.get(), spunNanos.get()).numbers() : NOTHING,
                new byte[setup.resultBytes()]);
    }

    private void pause(long nanos) {
        long from = System.nanoTime();
        for (long left = nanos; left > 0; left = from + nanos - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        waitedNanos.addAndGet(System.nanoTime() - from);
    }

    /** Asking is the measurement's own, and counts as computing. */
    private void spin(long nanos) {
        long before = threads.getCurrentThreadCpuTime();
        long from = System.nanoTime();
        long now = from;
        while (now - from < nanos) {
            now = System.nanoTime();
        }
        spunNanos.addAndGet(threads.getCurrentThreadCpuTime() - before + askingNanos);
    }

    @Override
    protected void initialize() {
        long before = threads.getCurrentThreadCpuTime();
        for (int i = 1; i < ASKED; i++) {
            threads.getCurrentThreadCpuTime();
        }
        askingNanos = (threads.getCurrentThreadCpuTime() - before) / ASKED;
    }

    @Override
    protected Verdict accept(long index, Answer result) {
        if (result.spent().length > 0) {
            Spent worker = Spent.of(result.spent());
            Spent master = Spent.now(0, 0);
            if (index == 0) {
                masterFirst = master;
                workerFirst = worker;
            } else {
                Spent byMaster = master.minus(masterFirst);
                Spent byWorker = worker.minus(workerFirst);
                measured.add(Measured.of(step, byMaster, byWorker));
                eachSecond.add(new Upkeep(byWorker.eachSecond(), byMaster.eachSecond()));
                upkeep.add(new Upkeep(
                        worker.rest(), Math.max(0, master.minus(masterBefore).rest())));
            }
        }
        return Verdict.CONTINUE;
    }
}
