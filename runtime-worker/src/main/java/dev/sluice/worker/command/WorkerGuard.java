package dev.sluice.worker.command;

import dev.sluice.net.guard.LoopFailure;
import dev.sluice.net.guard.LoopGuard;
import dev.sluice.net.rules.WorkerExits;
import dev.sluice.net.session.Loop;
import dev.sluice.worker.Ending;
import dev.sluice.worker.WorkerLoop;
import dev.sluice.worker.unit.WorkerException;
import java.util.concurrent.CompletableFuture;

/** Ends a worker whose loop has failed: it tells the master why, and its units go to others. */
record WorkerGuard(Loop loop, WorkerLoop worker) implements LoopGuard.Guarded {
    @Override
    public void end(LoopFailure why) {
        loop.execute(() -> worker.fail(new WorkerException(why.code(), why.text())));
    }

    @Override
    public CompletableFuture<Ending> ended() {
        return worker.ending();
    }

    @Override
    public void lastResort(LoopFailure why) {
        try {
            Report.error(why.code(), why.text());
        } finally {
            Runtime.getRuntime().halt(WorkerExits.of(why.code()));
        }
    }
}
