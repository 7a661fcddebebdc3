package dev.sluice.worker.unit;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** Recognizes threads on which the application has called {@code System.exit}. */
public final class ExitCall {
    private ExitCall() {}

    /** Tells whether the thread is in that call, in which it waits for the shutdown hooks. Any thread. */
    public static boolean isMadeBy(Thread thread) {
        return isIn(thread.getStackTrace());
    }

    /** All such threads of this process. A signal that ends the process makes no such call. Any thread. */
    public static Set<Thread> callers() {
        return Thread.getAllStackTraces().entrySet().stream()
                .filter(each -> isIn(each.getValue()))
                .map(each -> each.getKey())
                .collect(Collectors.toSet());
    }

    private static boolean isIn(StackTraceElement[] stack) {
        return Arrays.stream(stack)
                .anyMatch(frame -> frame.getMethodName().equals("exit")
                        && frame.getClassName().equals("java.lang.Runtime"));
    }
}
