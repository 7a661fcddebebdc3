package dev.sluice.worker.slot;

import dev.sluice.api.Decoder;
import dev.sluice.api.language.ProcessMemory;
import dev.sluice.api.unit.UnitSite;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.payload.Payload;
import dev.sluice.worker.isolation.ChildCommand;
import dev.sluice.worker.isolation.ChildWire.Usage;
import dev.sluice.worker.isolation.UnitChild;
import dev.sluice.worker.unit.CycleWork;
import dev.sluice.worker.unit.Outcome;
import dev.sluice.worker.unit.RawCodec;
import dev.sluice.worker.unit.WorkerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Computes units in a {@link UnitChild}, one process for this slot alone. When it dies, its unit has failed and another
 * process is started at once. The slot's thread sends requests; other threads may kill, end, and read the sums.
 */
final class Isolated implements Workplace {
    private static final Logger log = LoggerFactory.getLogger(Isolated.class);
    private static final int MOST_STARTS = 3;

    private final ChildCommand command;
    private final Consumer<WorkerException> broken;
    private final UnitSite site;
    private final SlotClock clock;
    private final UnitShare memory = new UnitShare(this::kill);
    private volatile @Nullable UnitChild child;
    /** The cycle of the unit that was admitted last. Confined to the slot's thread. */
    private @Nullable CycleWork admitted;

    private boolean closed;
    private boolean everLoaded;
    private int failedStarts;
    private long computeCpuNanos;
    private long formerCpuNanos;
    private long childCpuNanos;

    /** @param broken called when no process can be started, which ends the worker */
    Isolated(ChildCommand command, Consumer<WorkerException> broken, UnitSite site, SlotClock clock) {
        this.site = site;
        this.clock = clock;
        this.command = command;
        this.broken = broken;
    }

    /** Starts a process if there is none; does not wait for it. */
    synchronized void warmUp() {
        if (child == null && !closed) {
            try {
                UnitChild started = UnitChild.start(command);
                log.info("{} for units of {}", started, Thread.currentThread().getName());
                child = started;
            } catch (UncheckedIOException e) {
                log.warn("process for units: {}", e.toString());
                failedStarts++;
            }
        }
    }

    /** Tells whether units can run without waiting for the start of the first process. */
    boolean isWarm() {
        UnitChild present = child;
        return everLoaded || present != null && present.hasAnswered();
    }

    @Override
    public boolean isReady(CycleWork work) {
        UnitChild present = child;
        return present != null && present.has(work);
    }

    @Override
    public boolean prepare(CycleWork work, Outcome outcome) {
        UnitChild ready = loaded();
        if (ready == null) {
            return false;
        }
        if (ready.has(work)) {
            return true;
        }
        Payload setup = work.encoded();
        if (setup == null) {
            return false;
        }
        try {
            ready.setup(work.number(), setup, outcome);
        } catch (IOException gone) {
            ready.explain(gone, outcome);
            replace();
        } finally {
            setup.release();
        }
        return true;
    }

    /** A process that has loaded the application; null when the worker is ending or cannot start one. */
    private @Nullable UnitChild loaded() {
        Outcome start = new Outcome();
        while (failedStarts < MOST_STARTS) {
            start.clear();
            warmUp();
            UnitChild present = child;
            if (isClosed()) {
                return null;
            }
            if (present != null) {
                try {
                    present.awaitLoaded(start);
                    if (!start.isFailure()) {
                        everLoaded = true;
                        failedStarts = 0;
                        return present;
                    }
                } catch (IOException gone) {
                    present.explain(gone, start);
                }
                failedStarts++;
                discard();
            }
        }
        if (!isClosed()) {
            broken.accept(new WorkerException(
                    ErrorCode.NO_UNIT_PROCESS,
                    "process for units: " + start.message() + " (expected: that it starts; tried " + MOST_STARTS
                            + " times)"));
        }
        return null;
    }

    @Override
    public boolean admit(CycleWork work) {
        admitted = work;
        return memory.begin(0);
    }

    /** Computes the unit, again with more memory as long as it is ended for its memory and this host has more. */
    @Override
    public void compute(Decoder inputs, Outcome outcome) {
        byte[] input = inputs.readSized(RawCodec.RAW);
        while (true) {
            boolean killed = false;
            long own;
            try {
                killed = computeOnce(input, outcome);
            } finally {
                own = memory.end(outcome.peakBytes(), killed);
            }
            if (!outcome.isFailure() || !killed && !memory.isStopped()) {
                if (memory.isStopped()) { // as it ended
                    replace();
                }
                return;
            }
            String reason = outcome.message();
            CycleWork again = admitted;
            outcome.clear();
            if (own == 0 || again == null || !prepare(again, outcome) || outcome.isFailure() || !memory.begin(own)) {
                outcome.failed(
                        ErrorCode.UNIT_OUT_OF_MEMORY,
                        "",
                        reason + ", and this host has no more for it (expected: a host with more memory)",
                        "");
                return;
            }
        }
    }

    /** Computes the unit; returns whether the system has ended its process for its memory. */
    private boolean computeOnce(byte[] input, Outcome outcome) {
        UnitChild present = child;
        if (present == null) {
            throw new IllegalStateException("no process (expected: prepared)");
        }
        clock.enter(System.nanoTime());
        try {
            present.compute(site, input, outcome);
            count(present.usage());
        } catch (IOException gone) {
            boolean killed = present.explain(gone, outcome);
            outcome.used(present.seenBytes());
            if (memory.isStopped()) {
                String used = "its process used " + ProcessMemory.amount(present.seenBytes())
                        + " when this host had no memory left";
                outcome.failed(ErrorCode.UNIT_OUT_OF_MEMORY, "", used, "");
            }
            log.warn("the process of a unit has ended: {}", outcome.message());
            replace();
            return killed;
        } finally {
            site.leave();
        }
        if (outcome.code() == ErrorCode.UNIT_OUT_OF_MEMORY) {
            replace(); // who knows what else did not get its memory
        }
        return false;
    }

    private synchronized void count(Usage usage) {
        computeCpuNanos += usage.cpuNanos();
        childCpuNanos = usage.processCpuNanos();
    }

    /** Replaces this process by another. */
    private void replace() {
        discard();
        warmUp();
    }

    private synchronized void discard() {
        UnitChild present = child;
        if (present != null) {
            present.kill();
            child = null;
            formerCpuNanos += childCpuNanos;
            childCpuNanos = 0;
        }
    }

    @Override
    public void interrupt(Thread slot) {
        kill();
    }

    private void kill() {
        UnitChild present = child;
        if (present != null) {
            present.kill();
        }
    }

    @Override
    public String stopped(Outcome outcome) {
        return outcome.isFailure() ? ", and its process was killed" : ", then returned";
    }

    /** CPU time in compute [ns]; any thread. */
    synchronized long computeCpuNanos() {
        return computeCpuNanos;
    }

    /** CPU time of all processes, as far as they have reported it [ns]; any thread. */
    synchronized long processCpuNanos() {
        return formerCpuNanos + childCpuNanos;
    }

    /** The pid of its process; empty if there is none. Any thread. */
    OptionalLong process() {
        UnitChild present = child;
        return present == null ? OptionalLong.empty() : OptionalLong.of(present.pid());
    }

    /** Looks at the memory of its process. Any thread. */
    void look() {
        UnitChild present = child;
        if (present != null) {
            present.look();
            memory.look(() -> ProcessMemory.of(present.pid()).residentBytes());
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    /** Kills the process at once and starts no other; any thread. */
    synchronized void close() {
        closed = true;
        UnitChild present = child;
        if (present != null) {
            present.kill();
        }
    }

    /** Starts no other process, and lets this one finish; any thread, after the slot has left. */
    synchronized void end() {
        UnitChild present = child;
        if (present != null && !closed) {
            present.end();
        }
        closed = true;
    }

    /**
     * Waits until no process is left; false when it had to be killed. Any thread, after {@link #end} or {@link #close}.
     */
    boolean awaitEnd(long deadlineNanos) throws InterruptedException {
        UnitChild present = child;
        return present == null || present.awaitEnd(deadlineNanos);
    }
}
