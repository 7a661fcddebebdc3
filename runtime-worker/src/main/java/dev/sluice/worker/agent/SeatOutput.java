package dev.sluice.worker.agent;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the output of a worker to its log, on a thread of its own, and keeps the last of it. Without room for the log
 * it still reads, so that the worker never waits.
 */
final class SeatOutput {
    private static final Logger log = LoggerFactory.getLogger(SeatOutput.class);
    private static final int LAST_BYTES = 4_096;
    private static final int BLOCK = 8_192;
    private static final String JOINED = "sluice: joined ";
    private static final String ERROR = "sluice-worker: ";

    private final InputStream from;
    private final Path file;
    private final SeatWorkers.News news;
    private final Thread thread;
    private boolean joined;
    private volatile byte[] last = {};

    SeatOutput(InputStream from, Path file, SeatWorkers.News news) {
        this.from = from;
        this.file = file;
        this.news = news;
        this.thread = new Thread(this::run, "seat-output");
        this.thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    private void run() {
        try (InputStream in = from;
                OutputStream out = open()) {
            byte[] block = new byte[BLOCK];
            OutputStream to = out;
            for (int read = in.read(block); read >= 0; read = in.read(block)) {
                keep(block, read);
                to = write(to, block, read);
            }
        } catch (IOException ended) {
            // the process is gone
        }
    }

    private OutputStream open() {
        try {
            return new FileOutputStream(file.toFile());
        } catch (IOException failure) {
            log.warn("the output of a worker is not kept: {}", failure.toString());
            return OutputStream.nullOutputStream();
        }
    }

    private static OutputStream write(OutputStream to, byte[] block, int length) {
        try {
            to.write(block, 0, length);
            return to;
        } catch (IOException failure) {
            log.warn("the rest of the output of a worker is not kept: {}", failure.toString());
            return OutputStream.nullOutputStream();
        }
    }

    private void keep(byte[] block, int length) {
        byte[] before = last;
        byte[] all = Arrays.copyOf(before, before.length + length);
        System.arraycopy(block, 0, all, before.length, length);
        if (!joined && text(all).lines().anyMatch(line -> line.startsWith(JOINED))) {
            joined = true;
            news.joined();
        }
        last = Arrays.copyOfRange(all, Math.max(0, all.length - LAST_BYTES), all.length);
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** The last words, after the process has ended; waits at most a second for a process that it left behind. */
    String lastWords() {
        try {
            thread.join(TimeUnit.SECONDS.toMillis(1));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return lastWords(text(last));
    }

    /** The error of a worker, or else the last line that is not empty. */
    static String lastWords(String output) {
        List<String> lines = output.lines().filter(line -> !line.isBlank()).toList();
        return lines.stream()
                .filter(line -> line.startsWith(ERROR))
                .reduce((first, second) -> second)
                .orElse(lines.isEmpty() ? "" : lines.get(lines.size() - 1));
    }
}
