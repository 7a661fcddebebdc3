package dev.sluice.worker.unit;

import java.util.Arrays;

/** Recognizes a thread on which the application has called {@code System.exit}. */
public final class ExitCall {
    private ExitCall() {}

    /** Tells whether the thread is in that call, in which it waits for the shutdown hooks. Any thread. */
    public static boolean isMadeBy(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .anyMatch(frame -> frame.getMethodName().equals("exit")
                        && (frame.getClassName().equals("java.lang.Runtime")
                                || frame.getClassName().equals("java.lang.Shutdown")));
    }
}
