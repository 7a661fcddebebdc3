package dev.sluice.worker.unit;

import dev.sluice.api.language.ForeignException;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Describes an exception of the application for the master, bounded, and safe against exceptions that fail to describe
 * themselves.
 */
public final class FailureText {
    private static final int MESSAGE_CHARACTERS = 2_000;
    private static final int STACK_CHARACTERS = 8 * 1024;
    private static final int FRAMES_EACH = 40;

    /** Packages whose frames call the application; a stack trace ends above them. */
    private static final List<String> RUNTIME = List.of("dev.sluice.worker.slot.", "dev.sluice.worker.isolation.");

    private FailureText() {}

    /** The message, or the class if there is none. */
    static String message(Throwable failure) {
        String message = describe(failure);
        return message == null ? failure.getClass().getSimpleName() : cut(message, MESSAGE_CHARACTERS);
    }

    /** The type: the class, or what another language calls it. */
    static String type(Throwable failure) {
        return failure instanceof ForeignException foreign
                ? foreign.type()
                : failure.getClass().getName();
    }

    /** The stack trace with its causes, or that of another language: at most 8 Ki characters. */
    public static String stack(Throwable failure) {
        if (failure instanceof ForeignException foreign) {
            return cutFront(foreign.trace(), STACK_CHARACTERS);
        }
        StringBuilder text = new StringBuilder(1024);
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        String prefix = "";
        for (Throwable each = failure;
                each != null && seen.add(each) && text.length() < STACK_CHARACTERS;
                each = each.getCause()) {
            append(text, prefix, each);
            prefix = "Caused by: ";
        }
        return cut(text.toString(), STACK_CHARACTERS);
    }

    /** The stack of a thread, as text. */
    public static String stack(StackTraceElement[] frames) {
        StringBuilder text = new StringBuilder(1024);
        append(text, frames);
        return cut(text.toString(), STACK_CHARACTERS);
    }

    private static void append(StringBuilder text, String prefix, Throwable failure) {
        String message = describe(failure);
        text.append(prefix).append(failure.getClass().getName());
        if (message != null) {
            text.append(": ").append(cut(message, MESSAGE_CHARACTERS));
        }
        text.append('\n');
        append(text, failure.getStackTrace());
    }

    private static void append(StringBuilder text, StackTraceElement[] frames) {
        int shown = Math.min(FRAMES_EACH, frames.length);
        for (int index = 0; index < shown; index++) {
            if (RUNTIME.stream().anyMatch(frames[index].getClassName()::startsWith)) {
                return;
            }
            text.append("\tat ").append(frames[index]).append('\n');
        }
        if (shown < frames.length) {
            text.append("\t… ").append(frames.length - shown).append(" more\n");
        }
    }

    private static @Nullable String describe(Throwable failure) {
        try {
            return failure.getMessage();
        } catch (Throwable e) {
            return "(its getMessage failed: " + e.getClass().getName() + ")";
        }
    }

    /** Keeps the end, because other languages print the innermost call last. */
    private static String cutFront(String text, int most) {
        return text.length() <= most ? text : "…" + text.substring(text.length() - most + 1);
    }

    private static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most - 1) + "…";
    }
}
