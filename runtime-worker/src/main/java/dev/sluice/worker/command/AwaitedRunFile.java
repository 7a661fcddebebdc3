package dev.sluice.worker.command;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.rules.NetException;
import dev.sluice.net.runfile.RunFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * A run file that is waited for: without limit until it is there, and then until it is whole. A file that is being
 * copied is not whole; it gets ten seconds after its last change. Used by one thread.
 */
final class AwaitedRunFile {
    static final long LOOK_MILLIS = 200;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final Path path;
    private final LongSupplier nanoTime;
    private final Pause pause;
    private final Consumer<String> say;
    private boolean told;
    private long bytes = -1;
    private long changedNanos;

    /** Waits for a while. */
    interface Pause {
        void sleep(long millis) throws InterruptedException;
    }

    /** @param say receives a line when the wait begins */
    AwaitedRunFile(Path path, LongSupplier nanoTime, Pause pause, Consumer<String> say) {
        this.path = path;
        this.nanoTime = nanoTime;
        this.pause = pause;
        this.say = say;
    }

    /**
     * Returns the file when it is whole.
     *
     * @throws NetException as {@link RunFile#read}, except that a missing file is waited for
     */
    RunFile read() throws InterruptedException {
        while (true) {
            try {
                return RunFile.read(path);
            } catch (NetException notYet) {
                boolean absent = notYet.code() == ErrorCode.FILE_NOT_FOUND;
                if (!absent && (notYet.code() != ErrorCode.RUN_FILE_INVALID || isStuck())) {
                    throw notYet;
                }
            }
            if (!told) {
                say.accept("waiting for " + path);
                told = true;
            }
            pause.sleep(LOOK_MILLIS);
        }
    }

    /** Returns whether the file has not grown for so long that nobody is copying it. */
    private boolean isStuck() {
        long now = nanoTime.getAsLong();
        long size = size();
        if (size != bytes) {
            bytes = size;
            changedNanos = now;
        }
        return now - changedNanos >= PATIENCE_NANOS;
    }

    private long size() {
        try {
            return Files.size(path);
        } catch (IOException e) {
            return -1; // removed meanwhile, or unreadable, which does not change either
        }
    }
}
