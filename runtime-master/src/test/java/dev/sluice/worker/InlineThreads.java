package dev.sluice.worker;

import dev.sluice.net.session.Cancellable;
import dev.sluice.net.session.Loop;
import dev.sluice.net.virtual.VirtualLoop;
import dev.sluice.worker.queue.WorkQueue;
import dev.sluice.worker.sense.HostSensor;
import dev.sluice.worker.slot.Slot;
import dev.sluice.worker.slot.WorkerThreads;
import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A worker without threads: slots and collector run on the loop, in virtual time, and nothing looks at the host. */
record InlineThreads(VirtualLoop virtual) implements WorkerThreads {
    @Override
    public Loop loop() {
        return virtual;
    }

    @Override
    public void run(Slot slot) {
        new InlineSlot(virtual, slot).start();
    }

    @Override
    public void pause(long nanos) {
        virtual.spend(nanos);
    }

    @Override
    public ExecutorService collector() {
        return new LoopExecutor(virtual);
    }

    @Override
    public long ownNanos() {
        return 0;
    }

    @Override
    public long startedNanos() {
        return 0;
    }

    @Override
    public void watch(HostSensor sensor) {}

    /** Takes the steps of one slot. A unit computes when it begins; its result is there when its time has passed. */
    private static final class InlineSlot {
        private final VirtualLoop loop;
        private final Slot slot;
        private boolean idle;
        private @Nullable Cancellable anotherLook;

        InlineSlot(VirtualLoop loop, Slot slot) {
            this.loop = loop;
            this.slot = slot;
        }

        void start() {
            slot.claim().wakeBy(() -> loop.execute(this::woken));
            slot.enter();
            loop.execute(() -> look(true));
        }

        private void look(boolean first) {
            WorkQueue.Look look = slot.look(first);
            switch (look) {
                case TAKEN -> {
                    slot.openClaim();
                    next();
                }
                case CLOSED -> slot.leave();
                case IDLE -> idle = true;
                case BESIDE_WAITING -> {
                    idle = true;
                    anotherLook = loop.schedule(WorkQueue.STALL_NANOS, this::woken);
                }
            }
        }

        private void woken() {
            if (idle) {
                idle = false;
                if (anotherLook != null) {
                    anotherLook.cancel();
                    anotherLook = null;
                }
                slot.endWait();
                look(false);
            }
        }

        private void next() {
            long unit = slot.claim().startNext();
            if (unit < 0) {
                slot.closeClaim();
                look(true);
                return;
            }
            slot.compute(unit);
            loop.schedule(loop.takeSpent(), () -> {
                slot.deliver(unit);
                next();
            });
        }
    }

    /** Runs tasks on the loop until it is shut down. */
    private static final class LoopExecutor extends AbstractExecutorService {
        private final VirtualLoop loop;
        private boolean shut;

        LoopExecutor(VirtualLoop loop) {
            this.loop = loop;
        }

        @Override
        public void execute(Runnable task) {
            loop.execute(() -> {
                if (!shut) {
                    task.run();
                }
            });
        }

        @Override
        public void shutdown() {
            shut = true;
        }

        @Override
        public List<Runnable> shutdownNow() {
            shut = true;
            return List.of();
        }

        @Override
        public boolean isShutdown() {
            return shut;
        }

        @Override
        public boolean isTerminated() {
            return shut;
        }

        @Override
        public boolean awaitTermination(long timeout, TimeUnit unit) {
            return shut;
        }
    }
}
