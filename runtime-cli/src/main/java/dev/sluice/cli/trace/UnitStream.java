package dev.sluice.cli.trace;

import dev.sluice.master.record.ResultTrace;
import dev.sluice.net.rules.FileTrouble;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes a row for each run of results while the run is running, on the thread {@code sluice-units}. Rows are left out
 * when the disk is too slow or the file too large. The loop adds rows; another thread awaits the end.
 */
final class UnitStream implements ResultTrace {
    /** Limit of the file [bytes]. */
    static final long MOST_BYTES = 1L << 30;

    private static final int MOST_WAITING = 16_384;

    private final Path file;
    private final long mostBytes;
    private final Consumer<String> news;
    private final BlockingQueue<Row> waiting = new ArrayBlockingQueue<>(MOST_WAITING);
    private @Nullable Thread thread;
    private volatile boolean closed;
    private volatile boolean full;
    private volatile boolean failed;
    private volatile long omitted;

    /** @param news told at the end if rows were left out */
    UnitStream(Path file, long mostBytes, Consumer<String> news) {
        this.file = file;
        this.mostBytes = mostBytes;
        this.news = news;
    }

    @Override
    public synchronized void run(Row row) {
        if (thread == null) {
            thread = new Thread(this::write, "sluice-units");
            thread.setDaemon(true);
            thread.start();
        }
        if (full || !waiting.offer(row)) {
            leaveOut();
        }
    }

    private synchronized void leaveOut() {
        omitted++;
    }

    @Override
    public void close() {
        closed = true;
    }

    /** Waits until all rows are written. */
    void awaitEnd(long millis) throws InterruptedException {
        close();
        Thread writing;
        synchronized (this) {
            writing = thread;
        }
        if (writing != null) {
            writing.join(millis);
        }
        if (omitted > 0) {
            news.accept(file.getFileName() + ": " + omitted + " rows were left out, as " + why());
        }
        if (writing != null && writing.isAlive()) {
            news.accept(file.getFileName() + ": its end is missing, as the disk is too slow");
        }
    }

    private String why() {
        if (failed) {
            return "the file could not be written";
        }
        return full ? "the file has " + (mostBytes >> 20) + " MiB" : "the disk is too slow";
    }

    private void write() {
        long bytes = 0;
        try (Writer writer = Files.newBufferedWriter(file)) {
            writer.write(UnitsFile.HEADER);
            while (!closed || !waiting.isEmpty()) {
                Row next = waiting.poll(20, TimeUnit.MILLISECONDS);
                String row = next == null ? "" : UnitsFile.row(next);
                bytes += row.getBytes(StandardCharsets.UTF_8).length;
                full |= bytes > mostBytes;
                if (!full) {
                    writer.write(row);
                } else if (next != null) {
                    leaveOut();
                }
            }
        } catch (IOException e) {
            failed = true;
            full = true;
            news.accept(file + ": " + FileTrouble.said(e));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
