package dev.sluice.worker.outbox;

import dev.sluice.api.CodecException;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.rules.FileTrouble;
import dev.sluice.worker.unit.WorkerException;
import java.io.UncheckedIOException;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;

/** Sends kept results on a thread of its own, because it waits for room in transit and may encode a large value. */
public final class Collector {
    private final ResultOutbox outbox;
    private final Consumer<WorkerException> failed;
    private final ExecutorService thread;

    public Collector(ResultOutbox outbox, ExecutorService thread, Consumer<WorkerException> failed) {
        this.outbox = outbox;
        this.thread = thread;
        this.failed = failed;
    }

    /** Sends the kept results of this cycle, and those that are kept until it has finished; any thread. */
    public void collect(int cycle) {
        thread.execute(() -> {
            try {
                outbox.sendKept(cycle);
            } catch (CodecException e) {
                failed.accept(
                        new WorkerException(ErrorCode.RESULT_ENCODING, "accumulated value: " + e.getMessage(), e));
            } catch (UncheckedIOException e) {
                failed.accept(new WorkerException(FileTrouble.ofWriting(e), String.valueOf(e.getMessage()), e));
            } catch (RuntimeException | Error e) {
                failed.accept(new WorkerException(ErrorCode.RESULT_ENCODING, "accumulated value: " + e, e));
            }
        });
    }

    public void stop() {
        thread.shutdownNow();
    }
}
