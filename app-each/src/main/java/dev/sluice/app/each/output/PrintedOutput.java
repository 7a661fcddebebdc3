package dev.sluice.app.each.output;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Prints the output of commands, one after the other: as it comes, or by index. A command's standard output comes
 * before its standard error. Confined to one thread.
 */
final class PrintedOutput implements Closeable {
    private static final int BLOCK = 1 << 16;

    /** Receives what the journal has to remember when output is printed. */
    @FunctionalInterface
    interface Printed {
        void due(EarlyOutput.Due due) throws IOException;
    }

    private final OutputStream out;
    private final OutputStream error;
    private final boolean keepOrder;
    private final Printed printed;
    private final EarlyOutput early;
    private volatile long next;
    private @Nullable LiveOutput live;

    PrintedOutput(OutputContext context, boolean keepOrder, EarlyOutput early, Printed printed) {
        this.out = new BufferedOutputStream(Outlet.to(context.out(), "standard output"), BLOCK);
        this.error = new BufferedOutputStream(Outlet.to(context.error(), "standard error"), BLOCK);
        this.keepOrder = keepOrder;
        this.early = early;
        this.printed = printed;
    }

    /** Prints commands while they run; with an order, the one whose turn it is. Called before the first. */
    void live(LiveOutput output) {
        live = output;
        output.to(out, error, number -> !keepOrder || number == next);
    }

    void add(long index, TaggedOutput output, Optional<EarlyOutput.Due> due, int tries) throws IOException {
        if (keepOrder && index != next) {
            early.put(index, output, due);
            return;
        }
        LiveOutput printing = live;
        if (printing != null) {
            printing.end(index, output, tries);
        } else {
            TaggedOutput.write(output.out(), output.tag(), out);
            out.flush();
            TaggedOutput.write(output.error(), output.tag(), error);
            error.flush();
        }
        report(due);
        if (keepOrder) {
            next++;
            printFollowing();
        }
    }

    private void printFollowing() throws IOException {
        if (early.isEmpty()) {
            return;
        }
        for (Optional<EarlyOutput.Waiting> waiting = early.take(next); waiting.isPresent(); ) {
            print(waiting.get());
            next++;
            waiting = early.take(next);
        }
        early.shrink();
    }

    private void print(EarlyOutput.Waiting waiting) throws IOException {
        waiting.printTo(out, error);
        out.flush();
        error.flush();
        report(waiting.due());
    }

    private void report(Optional<EarlyOutput.Due> due) throws IOException {
        if (due.isPresent()) {
            printed.due(due.get());
        }
    }

    /** Prints what waits for commands that will not end any more, in order. */
    void finish() throws IOException {
        for (long index = next; !early.isEmpty() && index <= early.lastIndex(); index++) {
            Optional<EarlyOutput.Waiting> waiting = early.take(index);
            if (waiting.isPresent()) {
                print(waiting.get());
            }
        }
        out.flush();
        error.flush();
    }

    @Override
    public void close() throws IOException {
        early.close();
    }
}
