package dev.sluice.cli.run;

import dev.sluice.model.ErrorCode;
import dev.sluice.worker.unit.ExitCall;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Keeps this process alive when the application calls {@code System.exit} in it. The JVM waits for its shutdown hooks
 * while all other threads go on. The hook of this class therefore waits until the command has ended, and then ends the
 * JVM with the command's exit code. {@code Runtime.halt} and crashes of native code cannot be held up.
 */
public final class ExitGuard {
    /** Deals with units that are calling {@code System.exit} at this moment. */
    @FunctionalInterface
    interface Containment {
        /** Returns whether there was such a unit. */
        boolean contain();
    }

    /** A thread that has a name here until this is closed. */
    interface Named extends AutoCloseable {
        @Override
        void close();
    }

    private static final long LOOK_MILLIS = 100;
    private static final CompletableFuture<Integer> COMMAND = new CompletableFuture<>();
    /** The latest first, which knows most. */
    private static final Deque<Containment> CONTAINMENTS = new ConcurrentLinkedDeque<>();

    private static boolean hooked;

    private ExitGuard() {}

    /**
     * Guards this process until the command ends. Any thread.
     *
     * @param contain is asked when the JVM shuts down, and from then on several times a second
     */
    static synchronized void protect(Containment contain) {
        if (!hooked) {
            hooked = true;
            Runtime.getRuntime().addShutdownHook(new Thread(ExitGuard::hold, "sluice-exit"));
        }
        CONTAINMENTS.addFirst(contain);
    }

    /**
     * Names the call if the application ends the process on this thread before the returned object is closed; the
     * process then ends with the exit code of that error. Any thread.
     *
     * @param what the unit or the application
     */
    static Named name(Thread computing, String what) {
        Containment naming = () -> {
            if (ExitCall.isMadeBy(computing)) {
                ErrorCode code = ErrorCode.UNIT_EXITED;
                System.out.flush();
                System.err.println("sluice: " + code + " " + said(what));
                System.err.println("  " + code.remedy());
                Runtime.getRuntime().halt(code.exitCode());
            }
            return false;
        };
        protect(naming);
        return () -> CONTAINMENTS.remove(naming);
    }

    /**
     * Ends the run if the application ends the process on this thread. Any thread.
     *
     * @param ending ends the run; called once, with a sentence
     */
    static void end(Thread calling, Consumer<String> ending) {
        AtomicBoolean told = new AtomicBoolean();
        protect(() -> {
            boolean made = ExitCall.isMadeBy(calling);
            if (made && told.compareAndSet(false, true)) {
                ending.accept(said("the application"));
            }
            return made;
        });
    }

    private static String said(String what) {
        return what + " called System.exit (expected: it returns or throws)";
    }

    /** Ends the process with the exit code of its command; does not return. */
    public static void exit(int code) {
        COMMAND.complete(code);
        System.exit(code);
    }

    private static void hold() {
        if (COMMAND.isDone() || !contain()) {
            return;
        }
        while (true) {
            try {
                Runtime.getRuntime().halt(COMMAND.get(LOOK_MILLIS, TimeUnit.MILLISECONDS));
            } catch (TimeoutException stillRunning) {
                contain(); // another unit may have called it since
            } catch (InterruptedException | ExecutionException over) {
                return;
            }
        }
    }

    private static boolean contain() {
        boolean contained = false;
        for (Containment each : CONTAINMENTS) {
            contained |= each.contain();
        }
        return contained;
    }
}
