package dev.sluice.worker.slot;

import dev.sluice.model.schedule.HeldUnits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The slots of a worker as one: their start, their end, their sums. Safe for any thread. */
public final class SlotCrew {
    private static final Logger log = LoggerFactory.getLogger(SlotCrew.class);

    /**
     * As many threads may be given up and still run as there are slots, but at least so many: each keeps a core busy.
     */
    private static final int FEWEST_STUCK = 4;

    /** What slots have used whose threads were given up. */
    private record Former(long computeNanos, long setupNanos, long cpuNanos, long processCpuNanos, long units) {}

    /** Makes a slot of this number whose thread is not started yet. */
    private interface Recruit {
        Slot next(int number);
    }

    private final FlushTimer timer;
    private final WorkerThreads threads;
    private volatile List<Slot> slots = List.of();
    private volatile Former former = new Former(0, 0, 0, 0, 0);
    private volatile CountDownLatch working = new CountDownLatch(0);
    /** Given up and still running. Confined to the loop, as is all that changes slots after the start. */
    private final List<Thread> stuck = new ArrayList<>();

    private Recruit recruit = number -> {
        throw new IllegalStateException("no slots yet (expected: after start)");
    };

    public SlotCrew(FlushTimer timer, WorkerThreads threads) {
        this.timer = timer;
        this.threads = threads;
    }

    /** Starts the threads; {@code allLeft} is told, on one of them, when the last has left. */
    public void start(Slot.Shared shared, ClassLoader loader, Runnable allLeft) {
        CountDownLatch latch = new CountDownLatch(shared.slots());
        Recruit first = number -> {
            Slot slot = new Slot(number, shared, () -> {
                latch.countDown();
                if (latch.getCount() == 0) {
                    allLeft.run();
                }
            });
            slot.thread().setContextClassLoader(loader);
            return slot;
        };
        List<Slot> crew = new ArrayList<>();
        for (int number = 1; number <= shared.slots(); number++) {
            crew.add(first.next(number));
        }
        working = latch;
        recruit = first;
        watched(crew);
        crew.forEach(threads::run);
    }

    /** Those that work, one for each unit that may be computed at a time. */
    List<Slot> slots() {
        return slots;
    }

    /**
     * Gives up the thread of a slot that does not stop, and puts another in its place. Returns false when too many are
     * stuck already: then nobody takes its place. On the loop.
     */
    boolean giveUp(Slot slow, HeldUnits unit, long nanos) {
        if (!slow.giveUp(unit, nanos)) {
            return true;
        }
        Former before = former;
        former = new Former(
                before.computeNanos() + slow.clock().computeNanos(0),
                before.setupNanos() + slow.clock().setupNanos(),
                before.cpuNanos() + slow.cpuNanos(),
                before.processCpuNanos() + slow.processCpuNanos(),
                before.units() + slow.units());
        List<Slot> crew = new ArrayList<>(slots);
        crew.remove(slow);
        stuck.removeIf(thread -> !thread.isAlive());
        stuck.add(slow.thread());
        boolean replaced = stuck.size() <= Math.max(FEWEST_STUCK, crew.size() + 1);
        if (replaced) {
            Slot next = recruit.next(slow.number());
            crew.add(next);
            threads.run(next);
        }
        watched(crew);
        log.warn(
                "unit {} does not stop; the thread {} is left to it",
                unit.firstUnit(),
                slow.thread().getName());
        if (!replaced) {
            slow.dismiss();
        }
        return replaced;
    }

    private void watched(List<Slot> crew) {
        slots = List.copyOf(crew);
        timer.watch(crew);
    }

    /** Whether no slot works any more, or none ever did. */
    public boolean hasLeft() {
        return working.getCount() == 0;
    }

    /**
     * Waits until all slots have left; false when they have not in this time. Tells those that compute to stop, if they
     * listen.
     */
    public boolean awaitLeft(long nanos, boolean interrupt) {
        if (interrupt) {
            slots.forEach(Slot::interrupt);
        }
        try {
            return working.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** Lets processes for units finish, those of slots that have not left excepted, which end at once. */
    public void endProcesses() {
        slots.forEach(Slot::endProcess);
    }

    /** Waits until none is left; makes those end that have not by then, and returns false. */
    public boolean awaitProcesses(long deadlineNanos) throws InterruptedException {
        boolean allEnded = true;
        for (Slot slot : slots) {
            allEnded &= slot.awaitProcess(deadlineNanos);
        }
        return allEnded;
    }

    /** The slot whose thread is inside {@code System.exit}, if there is one. */
    public Optional<Slot> exiting() {
        return slots.stream().filter(slot -> isExiting(slot.thread())).findFirst();
    }

    /** Units that the application computes at this moment. */
    public List<HeldUnits> running() {
        List<HeldUnits> running = new ArrayList<>();
        for (Slot slot : slots) {
            HeldUnits unit = slot.running();
            if (unit != null) {
                running.add(unit);
            }
        }
        return running;
    }

    /** Wall time in compute until now, summed [ns]. */
    public long computeNanos(long now) {
        return former.computeNanos()
                + slots.stream()
                        .mapToLong(slot -> slot.clock().computeNanos(now))
                        .sum();
    }

    /** Waited for setups to be decoded, summed [ns]. */
    long setupNanos() {
        return former.setupNanos()
                + slots.stream().mapToLong(slot -> slot.clock().setupNanos()).sum();
    }

    /** CPU time of the slots' threads, those that have left included [ns]; 0 where the platform does not tell. */
    public long cpuNanos() {
        return former.cpuNanos() + slots.stream().mapToLong(Slot::cpuNanos).sum();
    }

    /** CPU time of processes for units [ns]. */
    public long processCpuNanos() {
        return former.processCpuNanos()
                + slots.stream().mapToLong(Slot::processCpuNanos).sum();
    }

    /** Numbers of the processes for units that there are now. Any thread. */
    public List<Long> processes() {
        return slots.stream()
                .map(Slot::process)
                .filter(OptionalLong::isPresent)
                .map(OptionalLong::getAsLong)
                .toList();
    }

    /** Units computed. */
    public long units() {
        return former.units() + slots.stream().mapToLong(Slot::units).sum();
    }

    private static boolean isExiting(Thread thread) {
        for (StackTraceElement frame : thread.getStackTrace()) {
            boolean runtime = frame.getClassName().equals("java.lang.Runtime")
                    || frame.getClassName().equals("java.lang.Shutdown");
            if (runtime && frame.getMethodName().equals("exit")) {
                return true;
            }
        }
        return false;
    }
}
