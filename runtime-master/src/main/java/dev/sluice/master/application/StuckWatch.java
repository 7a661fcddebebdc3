package dev.sluice.master.application;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Notices that a method of the application does not return. Confined to the master loop. */
final class StuckWatch {
    /** A method that has not returned for so long is named [ns]. */
    static final long STUCK_NANOS = 60_000_000_000L;

    private static final int FRAMES = 12;

    /** Its methods call those of the application. */
    private static final String CALLER = "dev.sluice.api.Hosted";

    private static final Pattern OF_JAVA = Pattern.compile("(java|javax|jdk|sun)\\.");

    private long task;
    private long accepted;
    private long sinceNanos;
    private long lookedNanos;
    private long heldNanos;
    /** The sentence about the call that goes on, without the stack; empty before it is named. */
    private String words = "";

    /**
     * The sentence about the method that runs, once for each call.
     *
     * @param now the task that runs; empty between tasks
     * @param acceptedNow units accepted so far: a task may accept many
     */
    Optional<String> look(Optional<Turns.Running> now, long acceptedNow, long nowNanos) {
        long number = now.map(Turns.Running::task).orElse(0L);
        if (number == 0 || number != task || acceptedNow != accepted) {
            task = number;
            accepted = acceptedNow;
            sinceNanos = nowNanos;
            lookedNanos = nowNanos;
            words = "";
            return Optional.empty();
        }
        heldNanos += nowNanos - lookedNanos;
        lookedNanos = nowNanos;
        if (nowNanos - sinceNanos < STUCK_NANOS) {
            return Optional.empty();
        }
        boolean named = !words.isEmpty();
        String text = sentence(now.get().stack(), (nowNanos - sinceNanos) / 1_000_000_000L);
        return named ? Optional.empty() : Optional.of(text);
    }

    /** Time in which one call went on from one look to the next [ns]. */
    long heldNanos() {
        return heldNanos;
    }

    /** The call that has not returned for long, and where it is; empty if there is none. */
    String words() {
        return words;
    }

    private String sentence(List<StackTraceElement> stack, long seconds) {
        int caller = 0;
        while (caller < stack.size() && !stack.get(caller).getClassName().startsWith(CALLER)) {
            caller++;
        }
        StackTraceElement called = caller > 0 && caller < stack.size() ? stack.get(caller - 1) : null;
        String method = called == null
                ? "the application's thread on the master"
                : called.getClassName() + "." + called.getMethodName();
        String waits = method + " has not returned for " + seconds + " s; results wait until it does.";
        words = stack.stream()
                .filter(frame -> !OF_JAVA.matcher(frame.getClassName()).lookingAt())
                .findFirst()
                .map(own -> waits + " It is at " + own.getClassName() + "." + own.getMethodName() + "("
                        + own.getFileName() + ":" + own.getLineNumber() + ").")
                .orElse(waits);
        StringBuilder text = new StringBuilder(waits + " It is at:");
        for (StackTraceElement frame : stack.subList(0, Math.min(FRAMES, called == null ? stack.size() : caller))) {
            text.append(System.lineSeparator()).append("    at ").append(frame);
        }
        return text.toString();
    }
}
