package dev.sluice.cli.run;

import dev.sluice.api.ApplicationClassLoader;
import dev.sluice.model.ErrorCode;
import dev.sluice.worker.unit.ExitCall;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps this process alive when the application calls {@code System.exit} in it, or {@code Runtime.halt}, which its
 * class loader makes the same. The JVM waits for its shutdown hooks while all other threads go on. The hook of this
 * class therefore waits until the command has ended, and then ends the JVM with the command's exit code. A call through
 * reflection, and native code that ends the process, cannot be held up.
 */
public final class ExitGuard {
    /** Deals with a thread that is calling {@code System.exit} at this moment. */
    @FunctionalInterface
    interface Containment {
        /** Returns whether it dealt with this thread; called once for each. */
        boolean contain(Thread calling);
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

    /** The thread that ends the process in order. */
    private static volatile @Nullable Thread ending;

    private ExitGuard() {}

    /** Guards this process until {@link #exit}, which ends its command. */
    public static void begin() {
        Runtime.getRuntime().addShutdownHook(new Thread(ExitGuard::hold, "sluice-exit"));
        ApplicationClassLoader.makeHaltsExits();
    }

    /** Asks this one before those that were added earlier. Any thread. */
    static void protect(Containment contain) {
        CONTAINMENTS.addFirst(contain);
    }

    /**
     * Names the call if the application ends the process before the returned object is closed; the process then ends
     * with the exit code of that error. Any thread.
     *
     * @param what the unit or the application
     */
    static Named name(Thread computing, String what) {
        Containment naming = calling -> end(said(what, calling == computing, calling));
        protect(naming);
        return () -> CONTAINMENTS.remove(naming);
    }

    /**
     * Ends the run if the application ends the process. Any thread.
     *
     * @param expected the thread that calls the application
     * @param ending ends the run; called once, with a sentence
     */
    static void end(Thread expected, Consumer<String> ending) {
        AtomicBoolean told = new AtomicBoolean();
        protect(calling -> {
            if (told.compareAndSet(false, true)) {
                ending.accept(said("the application", calling == expected, calling));
            }
            return true;
        });
    }

    private static String said(String what, boolean byItself, Thread calling) {
        String where = byItself ? "" : " in thread " + calling.getName();
        return what + " called System.exit or Runtime.halt" + where + " (expected: it returns or throws)";
    }

    private static boolean end(String sentence) {
        ErrorCode code = ErrorCode.UNIT_EXITED;
        System.out.flush();
        System.err.println("sluice: " + code + " " + sentence);
        System.err.println("  " + code.remedy());
        Runtime.getRuntime().halt(code.exitCode());
        return true;
    }

    /** Ends the process with the exit code of its command, whatever its hooks do; does not return. */
    public static void exit(int code) {
        ending = Thread.currentThread();
        COMMAND.complete(code);
        try {
            Thread last = new Thread(() -> awaitAnotherCall(code), "sluice-last-call");
            last.setDaemon(true);
            last.start();
        } catch (OutOfMemoryError refused) {
            // the system has no thread for it, nor for the hooks that it would watch
        }
        System.exit(code);
    }

    /** The JVM would wait for ever for a hook that ends the process, and another call may bring its own exit code. */
    private static void haltAtAnotherCall(int code) {
        if (ExitCall.callers().stream().anyMatch(calling -> calling != ending)) {
            Runtime.getRuntime().halt(code);
        }
    }

    private static void awaitAnotherCall(int code) {
        try {
            while (true) {
                TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
                haltAtAnotherCall(code);
            }
        } catch (InterruptedException over) {
            Thread.currentThread().interrupt();
        }
    }

    private static void hold() {
        Integer over = COMMAND.getNow(null);
        if (over != null) {
            haltAtAnotherCall(over);
            return;
        }
        Set<Thread> held = new HashSet<>();
        while (true) {
            for (Thread calling : ExitCall.callers()) {
                if (held.add(calling) && CONTAINMENTS.stream().noneMatch(each -> each.contain(calling))) {
                    end(said("the application", false, calling));
                }
            }
            if (held.isEmpty()) {
                return; // a signal ends the process
            }
            try {
                Runtime.getRuntime().halt(COMMAND.get(LOOK_MILLIS, TimeUnit.MILLISECONDS));
            } catch (TimeoutException stillRunning) {
                // another thread may have called it since
            } catch (InterruptedException | ExecutionException interrupted) {
                return;
            }
        }
    }
}
