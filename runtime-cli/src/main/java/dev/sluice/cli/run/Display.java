package dev.sluice.cli.run;

import dev.sluice.master.RunProgress;
import dev.sluice.master.report.TreeForetold;
import dev.sluice.model.record.PromiseNow;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Shows progress: a bar on a terminal, a plain line now and then elsewhere. Owns the thread {@code sluice-display}. */
final class Display implements AutoCloseable {
    private final Output output;
    private final RunProgress progress;
    private final Thread thread;
    private final @Nullable TreeForetold foretold;
    private final Supplier<@Nullable PromiseNow> promise;
    private final ProgressLine line;

    private Display(
            Output output,
            RunProgress progress,
            @Nullable TreeForetold foretold,
            Supplier<@Nullable PromiseNow> promise) {
        this.output = output;
        this.progress = progress;
        this.foretold = foretold;
        this.promise = promise;
        this.line = new ProgressLine(output.unit());
        this.thread = new Thread(this::draw, "sluice-display");
        this.thread.setDaemon(true);
    }

    /**
     * @param foretold shown beside what happens; null where nothing was
     * @param promise the finish time that was asked for, as it was last looked at
     */
    static Display start(
            Output output,
            RunProgress progress,
            @Nullable TreeForetold foretold,
            Supplier<@Nullable PromiseNow> promise) {
        Display display = new Display(output, progress, foretold, promise);
        if (output.showsProgress()) {
            display.thread.start();
        }
        return display;
    }

    private void draw() {
        try {
            while (true) {
                TimeUnit.MILLISECONDS.sleep(output.progressMillis());
                RunProgress.Snapshot now = progress.snapshot().taken();
                PromiseNow asked = promise.get();
                output.progress(line.next(now)
                        + (asked == null ? "" : ", " + asked.words())
                        + (foretold == null ? "" : foretold.beside(now)));
            }
        } catch (InterruptedException closed) {
            // the run is over
        }
    }

    @Override
    public void close() throws InterruptedException {
        if (thread.isAlive()) {
            thread.interrupt();
            thread.join();
        }
        output.progressDone();
    }
}
