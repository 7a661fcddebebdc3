package dev.sluice.cli.fleet;

import dev.sluice.net.session.Loop;
import dev.sluice.pool.PoolLoop;
import dev.sluice.pool.PoolView;
import java.util.Collection;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/** Asks the pool on its loop and waits for the answer. Not for the loop's own thread. */
final class LoopFleetPool implements FleetPool {
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
