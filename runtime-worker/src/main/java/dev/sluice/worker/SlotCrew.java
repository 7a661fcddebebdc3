package dev.sluice.worker;

import dev.sluice.model.schedule.HeldUnits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The slots of a worker as one: their start, their end, their sums. Safe for any thread. */
final class SlotCrew {
    private volatile List<Slot> slots = List.of();
    private volatile CountDownLatch working = new CountDownLatch(0);

    /** Starts the threads; {@code allLeft} is told, on one of them, when the last has left. */
    void start(Slot.Shared shared, ClassLoader loader, Runnable allLeft) {
        CountDownLatch latch = new CountDownLatch(shared.slots());
        List<Slot> crew = new ArrayList<>();
        for (int number = 1; number <= shared.slots(); number++) {
            crew.add(new Slot(number, shared, () -> {
                latch.countDown();
                if (latch.getCount() == 0) {
                    allLeft.run();
                }
            }));
        }
        working = latch;
        slots = List.copyOf(crew);
        shared.timer().watch(crew);
        for (Slot slot : crew) {
            slot.thread().setContextClassLoader(loader);
            slot.thread().start();
        }
    }

    /** Whether no slot works any more, or none ever did. */
    boolean hasLeft() {
        return working.getCount() == 0;
    }

    /**
     * Waits until all slots have left; false when they have not in this time. Tells those that compute to stop, if they
     * listen.
     */
    boolean awaitLeft(long nanos, boolean interrupt) {
        if (interrupt) {
            slots.forEach(slot -> slot.thread().interrupt());
        }
        try {
            return working.await(nanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** The slot whose thread is inside {@code System.exit}, if there is one. */
    Optional<Slot> exiting() {
        return slots.stream().filter(slot -> isExiting(slot.thread())).findFirst();
    }

    /** Units that the application computes at this moment. */
    List<HeldUnits> running() {
        List<HeldUnits> running = new ArrayList<>();
        for (Slot slot : slots) {
            HeldUnits unit = slot.running();
            if (unit != null) {
                running.add(unit);
            }
        }
        return running;
    }

    /** Wall time in compute, summed [ns]. */
    long computeNanos() {
        return slots.stream().mapToLong(Slot::computeNanos).sum();
    }

    /** CPU time of the slots' threads, those that have left included [ns]; 0 where the platform does not tell. */
    long cpuNanos() {
        return slots.stream().mapToLong(Slot::cpuNanos).sum();
    }

    /** Units computed. */
    long units() {
        return slots.stream().mapToLong(Slot::units).sum();
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
