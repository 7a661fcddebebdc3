package dev.sluice.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

/** The threads of this process and the processes below it at one moment. */
record Living(Set<Thread> threads, Set<ProcessHandle> processes) {
    /** Threads of the platform and of test libraries, which come when they are first needed and stay. */
    private static final List<String> RESIDENTS = List.of(
            "Attach Listener",
            "Cleaner-",
            "Common-Cleaner",
            "ForkJoinPool.commonPool-",
            "JNA Cleaner",
            "awaitility",
            "globalEventExecutor-",
            "junit-",
            "process reaper",
            "surefire-");

    static Living now() {
        return new Living(
                Set.copyOf(Thread.getAllStackTraces().keySet()),
                ProcessHandle.current().descendants().collect(Collectors.toUnmodifiableSet()));
    }

    /**
     * Waits for what came since to end.
     *
     * @return a line for each thread and process that did not
     */
    List<String> leaksWithin(int seconds, List<String> stay) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        List<String> leaks = new ArrayList<>();
        Living after = now();
        for (Thread thread : after.threads) {
            if (!threads.contains(thread) && !resident(thread, stay) && !ends(thread, deadline)) {
                leaks.add(describe(thread));
            }
        }
        for (ProcessHandle process : after.processes) {
            if (!processes.contains(process) && !ends(process, deadline)) {
                leaks.add(describe(process));
                process.destroyForcibly();
            }
        }
        return leaks;
    }

    private static boolean resident(Thread thread, List<String> stay) {
        String name = thread.getName();
        return RESIDENTS.stream().anyMatch(name::startsWith) || stay.stream().anyMatch(name::startsWith);
    }

    private static boolean ends(Thread thread, long deadline) throws InterruptedException {
        long millis = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
        thread.join(Math.max(1, millis));
        return !thread.isAlive();
    }

    private static boolean ends(ProcessHandle process, long deadline) throws InterruptedException {
        try {
            process.onExit().get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException | ExecutionException e) {
            return !process.isAlive();
        }
    }

    private static String describe(Thread thread) {
        StringBuilder text =
                new StringBuilder("thread '").append(thread.getName()).append("' at");
        for (StackTraceElement frame : thread.getStackTrace()) {
            text.append("\n    ").append(frame);
        }
        return text.toString();
    }

    private static String describe(ProcessHandle process) {
        return "process " + process.pid() + " " + process.info().commandLine().orElse("(command unknown)");
    }
}
