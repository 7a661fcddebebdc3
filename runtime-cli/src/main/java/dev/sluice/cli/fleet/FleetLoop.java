package dev.sluice.cli.fleet;

import dev.sluice.launch.fleet.FleetSystem;
import dev.sluice.net.session.Loop;
import dev.sluice.pool.PoolLoop;
import dev.sluice.pool.PoolView;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/**
 * Owns the thread of a fleet, {@code pool-fleet}, on which the commands of its system run. Its methods may be called
 * from any thread.
 */
public final class FleetLoop implements AutoCloseable {
    private static final long PERIOD_MILLIS = 1_000;

    /** Longer than a command of the system may take [s]. */
    private static final long END_SECONDS = 75;

    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread made = new Thread(task, "pool-fleet");
        made.setDaemon(true);
        return made;
    });
    private final Loop loop;
    private final FleetKeeper keeper;
    private final Consumer<String> say;
    private volatile FleetStatus status;

    private FleetLoop(Loop loop, FleetKeeper keeper, Consumer<String> say) {
        this.loop = loop;
        this.keeper = keeper;
        this.say = say;
        this.status = keeper.status(loop.nanoTime());
    }

    /**
     * Begins to follow the work of a pool.
     *
     * @param loop of the pool
     * @param say takes lines for the log of the pool
     */
    public static FleetLoop start(
            FleetRequest request, FleetSystem system, FleetStore store, PoolOnLoop pool, Consumer<String> say) {
        FleetKeeper keeper = new FleetKeeper(request, system, new LoopFleetPool(pool.loop(), pool.pool()), store, say);
        FleetLoop made = new FleetLoop(pool.loop(), keeper, say);
        made.thread.execute(() -> made.carryOut(keeper::begin));
        made.thread.scheduleWithFixedDelay(() -> made.carryOut(keeper::step), 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        return made;
    }

    /** A pool and the loop that it is confined to. */
    public record PoolOnLoop(PoolLoop pool, Loop loop) {}

    /** A step of the keeper at a time. */
    private interface Step {
        void at(long nowNanos) throws InterruptedException;
    }

    private void carryOut(Step step) {
        try {
            step.at(loop.nanoTime());
            status = keeper.status(loop.nanoTime());
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException defect) {
            say.accept("fleet: it stays as it is, because of a defect in Sluice: " + defect);
            thread.shutdown();
        }
    }

    /** The state after the last step, which is about a second old. */
    public FleetStatus status() {
        return status;
    }

    /** Lets a paused fleet go on. */
    public void unpause() {
        try {
            thread.execute(() -> carryOut(keeper::resume));
        } catch (RejectedExecutionException over) {
            say.accept("fleet: it has ended");
        }
    }

    /** Ends the fleet with its pool: tasks that have not started are cancelled. Waits for it. */
    public void end() throws InterruptedException {
        try {
            Future<?> ended = thread.submit(() -> carryOut(keeper::close));
            ended.get(END_SECONDS, TimeUnit.SECONDS);
        } catch (RejectedExecutionException | ExecutionException | TimeoutException late) {
            say.accept("fleet: its end is not confirmed: " + late);
        }
    }

    /** Ends the thread. The tasks go on. */
    @Override
    public void close() {
        thread.shutdownNow();
        try {
            thread.awaitTermination(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /** Asks the pool on its loop and waits for the answer. Not for the loop's own thread. */
    private static final class LoopFleetPool implements FleetPool {
        private final Loop loop;
        private final PoolLoop pool;

        LoopFleetPool(Loop loop, PoolLoop pool) {
            this.loop = loop;
            this.pool = pool;
        }

        @Override
        public PoolView view() throws InterruptedException {
            return await(loop.ask(pool::view));
        }

        @Override
        public void retire(Collection<String> tasks) throws InterruptedException {
            await(CompletableFuture.runAsync(() -> pool.retire(tasks), loop));
        }

        @Override
        public void forget(Collection<String> tasks) throws InterruptedException {
            await(CompletableFuture.runAsync(() -> pool.forget(tasks), loop));
        }

        private static <T> T await(CompletableFuture<T> answer) throws InterruptedException {
            try {
                return answer.get();
            } catch (ExecutionException defect) {
                throw new IllegalStateException(defect.getCause());
            }
        }
    }
}
