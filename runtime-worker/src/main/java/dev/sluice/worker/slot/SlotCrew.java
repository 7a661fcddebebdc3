package dev.sluice.worker.slot;

import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.net.message.LongUnit;
import dev.sluice.net.session.Loop;
import dev.sluice.worker.unit.ExitCall;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The slots of a worker together: their start, their end, their sums. Safe for any thread. */
public final class SlotCrew {
    private static final Logger log = LoggerFactory.getLogger(SlotCrew.class);

    /**
     * Least limit of given-up threads that may still run; otherwise the limit is the number of slots. Each such thread
     * keeps a core busy.
     */
    private static final int FEWEST_STUCK = 4;

    /** Time from the mark of a cancelled unit to its interruption [ns]. */
    private static final long CANCEL_NANOS = 10_000_000L;

    /** Time of a cancelled unit to end [ns]. */
    private static final long OBEY_NANOS = 5_000_000_000L;

    /** Sums of slots whose threads were given up. */
    private record Former(long computeNanos, long setupNanos, long cpuNanos, long processCpuNanos, long units) {}

    /** Makes a slot of this number; its thread is not started yet. */
    private interface Recruit {
        Slot next(int number);
    }

    private final FlushTimer timer;
    private final WorkerThreads threads;
    private volatile List<Slot> slots = List.of();
    private volatile Former former = new Former(0, 0, 0, 0, 0);
    private volatile CountDownLatch working = new CountDownLatch(0);
    private long childrenBefore;
    private long mostStarted;
    /** Threads that are given up and still running. Confined to the loop, like all changes of slots after the start. */
    private final List<Thread> stuck = new ArrayList<>();

    private Recruit recruit = number -> {
        throw new IllegalStateException("no slots yet (expected: after start)");
    };

    public SlotCrew(FlushTimer timer, WorkerThreads threads) {
        this.timer = timer;
        this.threads = threads;
    }

    /** Starts the threads; {@code allLeft} is called, on one of them, when the last has left. */
    public void start(Slot.Shared shared, ClassLoader loader, Runnable allLeft) {
        childrenBefore = threads.startedNanos();
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

    /** The working slots, one for each unit that may be computed at a time. */
    List<Slot> slots() {
        return slots;
    }

    /**
     * Gives up the thread of a slot that does not stop, and starts another in its place. False if too many threads are
     * stuck already: the slot is then not replaced. On the loop.
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
                "unit {} does not stop; its thread {} was abandoned",
                unit.firstUnit(),
                slow.thread().getName());
        if (!replaced) {
            slow.dismiss();
        }
        return replaced;
    }

    /** Ends those of these units that are computed now, because nobody wants their results. On the loop. */
    public void cancel(Loop loop, HeldUnits units) {
        for (Slot slot : slots) {
            HeldUnits now = slot.computing();
            if (now != null
                    && now.nonce() == units.nonce()
                    && now.firstUnit() >= units.firstUnit()
                    && now.firstUnit() < units.endUnit()) {
                slot.cancel(now);
                loop.schedule(CANCEL_NANOS, () -> insist(loop, slot, now, CANCEL_NANOS));
            }
        }
    }

    /** Interrupts the unit again while it is computed, and at last gives its thread up. */
    private void insist(Loop loop, Slot slot, HeldUnits unit, long passedNanos) {
        if (!unit.equals(slot.computing()) || !slots.contains(slot)) {
            return;
        }
        if (passedNanos > OBEY_NANOS) {
            giveUp(slot, unit, passedNanos);
        } else {
            slot.cancel(unit);
            loop.schedule(passedNanos, () -> insist(loop, slot, unit, 2 * passedNanos));
        }
    }

    private void watched(List<Slot> crew) {
        slots = List.copyOf(crew);
        timer.watch(crew);
    }

    /** Tells whether no slot works any more, or none ever did. */
    public boolean hasLeft() {
        return working.getCount() == 0;
    }

    /**
     * Waits until all slots have left; false after the timeout. Interrupts computing slots if {@code interrupt} is set.
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

    /** Lets processes for units finish; those of slots that have not left are killed at once. */
    public void endProcesses() {
        slots.forEach(Slot::endProcess);
    }

    /** Waits until no process is left; kills the rest at the deadline, and then returns false. */
    public boolean awaitProcesses(long deadlineNanos) throws InterruptedException {
        boolean allEnded = true;
        for (Slot slot : slots) {
            allEnded &= slot.awaitProcess(deadlineNanos);
        }
        return allEnded;
    }

    /** The slot whose thread is inside {@code System.exit}, if there is one. */
    public Optional<Slot> exiting() {
        return slots.stream().filter(slot -> ExitCall.isMadeBy(slot.thread())).findFirst();
    }

    /** The slot that computes on this thread, if there is one. */
    public Optional<Slot> on(Thread thread) {
        return slots.stream().filter(slot -> slot.thread() == thread).findFirst();
    }

    /** The units that the application is computing at this moment. */
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

    /**
     * The units that have been computing for long, for the next beat. One slot that prepares for long is named for all,
     * because the others may wait for it. On the loop.
     */
    public List<LongUnit> longUnits(long nowNanos, String host, long pid) {
        List<LongUnit> units = slots.stream()
                .flatMap(slot -> Stream.ofNullable(slot.longUnit(nowNanos, host, pid)))
                .toList();
        Stream<LongUnit> preparing =
                units.stream().filter(LongUnit::preparing).max(Comparator.comparingLong(LongUnit::nanos)).stream();
        return LongUnit.longest(Stream.concat(units.stream().filter(unit -> !unit.preparing()), preparing));
    }

    /** Wall time in compute until now, summed [ns]. */
    public long computeNanos(long now) {
        return former.computeNanos()
                + slots.stream()
                        .mapToLong(slot -> slot.clock().computeNanos(now))
                        .sum();
    }

    /** Waiting time for setups to be decoded, summed [ns]. */
    long setupNanos() {
        return former.setupNanos()
                + slots.stream().mapToLong(slot -> slot.clock().setupNanos()).sum();
    }

    /**
     * CPU time of the slots' threads, including those that have left, and of the processes that units started [ns]; 0
     * if the platform does not report it.
     */
    public long cpuNanos() {
        return former.cpuNanos() + slots.stream().mapToLong(Slot::cpuNanos).sum() + startedCpuNanos();
    }

    /** CPU time of this process, and of all that it and its units started [ns]. */
    public long allCpuNanos() {
        return threads.ownNanos() + processCpuNanos() + startedCpuNanos();
    }

    /** CPU time of the processes that units started [ns]. Processes for units are not among them. */
    private long startedCpuNanos() {
        if (working.getCount() > 0 && processCpuNanos() == 0) {
            mostStarted = Math.max(mostStarted, threads.startedNanos() - childrenBefore);
        }
        return mostStarted;
    }

    /** CPU time of processes for units [ns]. */
    public long processCpuNanos() {
        return former.processCpuNanos()
                + slots.stream().mapToLong(Slot::processCpuNanos).sum();
    }

    /** Pids of the current processes for units. Any thread. */
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
}
