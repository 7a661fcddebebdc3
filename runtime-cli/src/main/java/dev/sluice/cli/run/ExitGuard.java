package dev.sluice.cli.run;

import dev.sluice.model.ErrorCode;
import dev.sluice.worker.unit.ExitCall;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/**
 * Keeps this process alive when a unit calls {@code System.exit} in it. The JVM waits for its shutdown hooks while all
 * other threads go on. The hook of this class therefore waits until the command has ended, and then ends the JVM with
 * the command's exit code. {@code Runtime.halt} and crashes of native code cannot be held up.
 */
public final class ExitGuard {
    /** Deals with units that are calling {@code System.exit} at this moment. */
    @FunctionalInterface
    interface Containment {
        /** Returns whether there was such a unit. */
        boolean contain();
    }

    private static final long LOOK_MILLIS = 100;
    private static final CompletableFuture<Integer> COMMAND = new CompletableFuture<>();
    private static volatile @Nullable Containment containment;

    private ExitGuard() {}

    /**
     * Guards this process until the command ends. Any thread.
     *
     * @param contain is asked when the JVM shuts down, and from then on several times a second
     */
    static synchronized void protect(Containment contain) {
        if (containment == null) {
            Runtime.getRuntime().addShutdownHook(new Thread(ExitGuard::hold, "sluice-exit"));
        }
        containment = contain;
    }

    /**
     * Names the call if the application ends the process on this thread before {@link #release}; the process then ends
     * with the exit code of that error. Any thread.
     *
     * @param what the unit or the application
     */
    static void name(Thread computing, String what) {
        protect(() -> {
            if (ExitCall.isMadeBy(computing)) {
                ErrorCode code = ErrorCode.UNIT_EXITED;
                System.out.flush();
                System.err.println(
                        "sluice: " + code + " " + what + " called System.exit (expected: it returns or throws)");
                System.err.println("  " + code.remedy());
                Runtime.getRuntime().halt(code.exitCode());
            }
            return false;
        });
    }

    /** The application runs no more. Any thread. */
    static void release() {
        containment = null;
    }

    /** Ends the process with the exit code of its command; does not return. */
    public static void exit(int code) {
        COMMAND.complete(code);
        System.exit(code);
    }

    private static void hold() {
        if (COMMAND.isDone() || !containment().contain()) {
            return;
        }
        while (true) {
            try {
                Runtime.getRuntime().halt(COMMAND.get(LOOK_MILLIS, TimeUnit.MILLISECONDS));
            } catch (TimeoutException stillRunning) {
                containment().contain(); // another unit may have called it since
            } catch (InterruptedException | ExecutionException over) {
                return;
            }
        }
    }

    private static Containment containment() {
        Containment contain = containment;
        return contain == null ? () -> false : contain;
    }
}
