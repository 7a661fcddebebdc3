package dev.sluice.cli.pool;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A request to stop that lies in the pool's directory, which only its owner may enter. It does not depend on the
 * protocol, so that {@code pool stop} ends a pool of another version. The pool looks for it every second and leaves its
 * answer in another file.
 *
 * @param pool directory of the pool
 */
record StopNote(Path pool) {
    private static final long LOOK_MILLIS = 50;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(15);
    private static final String STOPS = "stops";

    private Path request() {
        return pool.resolve("stop");
    }

    private Path answer() {
        return pool.resolve("stop.answer");
    }

    /**
     * Asks, and waits for the answer.
     *
     * @param why the pool does not understand this command
     * @throws SluiceException POOL_BUSY if it refuses, or why if it does not answer either
     */
    void ask(boolean now, SluiceException why) throws IOException, InterruptedException {
        Files.deleteIfExists(answer());
        put(request(), now ? "now\n" : "\n");
        try {
            for (long start = System.nanoTime(); System.nanoTime() - start < PATIENCE_NANOS; ) {
                if (Files.exists(answer())) {
                    String text = Files.readString(answer()).strip();
                    if (!text.equals(STOPS)) {
                        throw new SluiceException(ErrorCode.POOL_BUSY, text);
                    }
                    return;
                }
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
            }
        } finally {
            Files.deleteIfExists(request());
        }
        throw new SluiceException(
                why.code(),
                why.getMessage() + "; nor does it answer " + request()
                        + " (expected: a pool that looks for this file; 'kill' ends the process that has "
                        + pool.resolve("lock") + ")",
                why);
    }

    /** The words of a request that waits, as those of {@code pool stop}; null if none does. */
    @Nullable
    List<String> taken() throws IOException {
        if (!Files.exists(request())) {
            return null;
        }
        List<String> words = Files.readString(request()).strip().equals("now") ? List.of("--now") : List.of();
        Files.deleteIfExists(request());
        return words;
    }

    /** Answers. */
    void answered(@Nullable String refusal) throws IOException {
        put(answer(), (refusal == null ? STOPS : refusal) + "\n");
    }

    private static void put(Path file, String text) throws IOException {
        Path made = file.resolveSibling(file.getFileName() + ".new");
        Files.writeString(made, text);
        Files.move(made, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
