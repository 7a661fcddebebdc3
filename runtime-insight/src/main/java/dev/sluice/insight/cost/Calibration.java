package dev.sluice.insight.cost;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.Verdict;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Units that compute nothing, or wait or compute a little, with inputs and results of given sizes, one cycle for each
 * combination. The first and the last unit of a cycle say what their worker's threads have spent so far, and where
 * units compute each worker says it now and then; the master looks at its own when the results come.
 */
public final class Calibration extends Application<Step, Calibration.Ask, Calibration.Answer> {
    /** A unit. {@code tell}: say what was spent. */
    public record Ask(boolean tell, byte[] content) {}

    /** Its result. {@code process}: of its worker; {@code spent}: {@link Spent} in numbers, or nothing. */
    public record Answer(long process, long[] spent, byte[] content) {}

    private static final long[] NOTHING = {};
    private static final int ASKED = 20_000;
    /** A twentieth of a second: what saying it takes is not seen beside that. */
    private static final long SAID_EACH_NANOS = 50_000_000;

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
    private final AtomicLong computed = new AtomicLong();
    private final AtomicLong saidNanos = new AtomicLong();
    private final long process = ProcessHandle.current().pid();
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    /** What asking for the time of a thread takes of it, for units that ask. */
    private long askingNanos;

    /** On the master, as what is below. */
    private long accepted;

    private long ownNanos;
    private Spent masterBefore = Spent.NOTHING;
    private @Nullable Window master;
    /** By process, of the present step. */
    private final Map<Long, Window> workers = new HashMap<>();
    /** By process, what it has spent so far of threads that do not serve units. */
    private final Map<Long, Long> rest = new HashMap<>();

    private final List<Upkeep> upkeep = new ArrayList<>();
    private final List<Upkeep> eachSecond = new ArrayList<>();

    private LongSupplier messages = () -> 0;

    /** Messages with results that the master has got so far, from where it is known; before the run. On the master. */
    public void count(LongSupplier received) {
        messages = received;
    }

    /** One for each step, in their order; complete when the run is. On the master. */
    public List<Measured> measured() {
        return List.copyOf(measured);
    }

    /**
     * Beside that from the beginning to the end of each step, of all workers together; complete when the run is. On the
     * master.
     */
    public List<Upkeep> upkeep() {
        return List.copyOf(upkeep);
    }

    /**
     * Beside their units, in a second of each step, in their order: of all threads but those that call the application
     * and those of the virtual machine. Complete when the run is. On the master.
     */
    public List<Upkeep> eachSecond() {
        return List.copyOf(eachSecond);
    }

    @Override
    protected Cycle<Step> cycle(int number) {
        if (number == 0) {
            masterBefore = Spent.now(0, 0, 0, 0);
        }
        master = null;
        workers.clear();
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
        computed.incrementAndGet();
        boolean says = unit.tell() || setup.spinMicros() > 0 && isDue();
        return new Answer(process, says ? spent() : NOTHING, new byte[setup.resultBytes()]);
    }

    private boolean isDue() {
        long now = System.nanoTime();
        long said = saidNanos.get();
        return now - said > SAID_EACH_NANOS && saidNanos.compareAndSet(said, now);
    }

    /** Finding it out is the measurement's own, and counts as computing. */
    private long[] spent() {
        long before = threads.getCurrentThreadCpuTime();
        long[] spent =
                Spent.now(computed.get(), 0, waitedNanos.get(), spunNanos.get()).numbers();
        spunNanos.addAndGet(threads.getCurrentThreadCpuTime() - before + askingNanos);
        return spent;
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
        accepted++;
        if (result.spent().length > 0) {
            long before = threads.getCurrentThreadCpuTime();
            Window now = Window.of(Spent.now(accepted, messages.getAsLong(), 0, ownNanos));
            master = master == null ? now : master.with(now);
            Spent worker = Spent.of(result.spent());
            workers.merge(result.process(), Window.of(worker), Window::with);
            rest.merge(result.process(), worker.rest(), Math::max);
            ownNanos += threads.getCurrentThreadCpuTime() - before;
        }
        return Verdict.CONTINUE;
    }

    @Override
    protected Verdict endCycle(int number) {
        Window said = Objects.requireNonNull(master, "the first and the last unit say what was spent");
        Spent byMaster = said.spent();
        List<Spent> byWorkers = workers.values().stream().map(Window::spent).toList();
        measured.add(Measured.of(step, byMaster, byWorkers));
        long eachWorker = byWorkers.stream().mapToLong(Spent::eachSecond).sum() / byWorkers.size();
        eachSecond.add(new Upkeep(eachWorker, byMaster.eachSecond()));
        upkeep.add(new Upkeep(
                rest.values().stream().mapToLong(Long::longValue).sum(),
                Math.max(0, said.last().minus(masterBefore).rest())));
        return Verdict.CONTINUE;
    }
}
