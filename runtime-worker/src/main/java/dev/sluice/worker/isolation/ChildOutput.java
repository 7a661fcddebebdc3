package dev.sluice.worker.isolation;

import dev.sluice.api.unit.Printout;
import dev.sluice.api.unit.UnitSite;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Copies what the process of a unit prints to standard error of its worker, on a thread of its own. */
final class ChildOutput {
    private static final int BUFFER_BYTES = 16_384;

    private final InputStream from;
    private final Supplier<PrintStream> to;
    private final Thread thread;
    private volatile @Nullable UnitSite of;

    private ChildOutput(InputStream from, Supplier<PrintStream> to) {
        this.from = from;
        this.to = to;
        this.thread = new Thread(this::copy, "unit-output");
        thread.setDaemon(true);
    }

    /** @param to asked for each piece, because the worker may replace its streams */
    static ChildOutput start(InputStream from, Supplier<PrintStream> to) {
        ChildOutput output = new ChildOutput(from, to);
        output.thread.start();
        return output;
    }

    /** Says whose output follows; null: no unit's. */
    void of(@Nullable UnitSite unit) {
        of = unit;
    }

    private void copy() {
        byte[] buffer = new byte[BUFFER_BYTES];
        try (from) {
            for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
                UnitSite site = of;
                if (site != null) {
                    site.print(Printout.ERROR, buffer, 0, count);
                }
                PrintStream stream = to.get();
                stream.write(buffer, 0, count);
                stream.flush();
            }
        } catch (IOException e) {
            // the process was killed
        }
    }

    /** Waits until all is copied, but not for long: a process that the unit left behind may hold the pipe open. */
    void await(long millis) throws InterruptedException {
        thread.join(millis);
    }
}
