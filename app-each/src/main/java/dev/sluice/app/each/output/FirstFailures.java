package dev.sluice.app.each.output;

import dev.sluice.api.Blob;
import dev.sluice.app.each.job.ByteText;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.job.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Remembers the first failures of a run in bounded memory, for its end. Confined to one thread. */
public final class FirstFailures {
    private static final int SHOWN = 10;
    private static final int LONGEST_COMMAND = 200;
    private static final int TAIL_BYTES = 4096;

    private static final Pattern NAME_OF_EXCEPTION = Pattern.compile("^[a-z][\\w.]*\\.[A-Z]\\w*: ");

    private final List<String> lines = new ArrayList<>();

    void add(Input input, Outcome outcome) throws IOException {
        if (outcome.succeeded() || lines.size() == SHOWN) {
            return;
        }
        lines.add(input.number() + ": " + line(outcome));
    }

    /** One line for a command that failed: how it ended, and the last line of its standard error. */
    public static String line(Outcome outcome) throws IOException {
        String last = lastLine(outcome.standardError());
        return printable(outcome.command()) + ": " + end(outcome) + (last.isEmpty() ? "" : ": " + last);
    }

    void addUntried(Input input, String error) {
        if (lines.size() < SHOWN) {
            lines.add(input.number() + ": no result: "
                    + NAME_OF_EXCEPTION.matcher(error).replaceFirst(""));
        }
    }

    /** One line per failure: number of the input, command, how it ended, last line of standard error. */
    List<String> lines() {
        return List.copyOf(lines);
    }

    private static String end(Outcome outcome) {
        if (outcome.timedOut()) {
            return "time limit";
        }
        if (outcome.outOfMemory()) {
            return "out of memory";
        }
        return outcome.signal() > 0 ? "signal " + outcome.signal() : "exit code " + outcome.exitCode();
    }

    private static String lastLine(Blob error) throws IOException {
        byte[] tail;
        try (InputStream in = error.open()) {
            in.skipNBytes(Math.max(0, error.size() - TAIL_BYTES));
            tail = in.readAllBytes();
        }
        String text = new String(tail, StandardCharsets.ISO_8859_1).stripTrailing();
        return printable(text.substring(text.lastIndexOf('\n') + 1).getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String printable(byte[] bytes) {
        String text = ByteText.shown(bytes);
        String shown = text.length() <= LONGEST_COMMAND ? text : text.substring(0, LONGEST_COMMAND) + "…";
        return shown.replaceAll("\\p{Cntrl}", "?");
    }
}
