package dev.sluice.worker.command;

import dev.sluice.model.ErrorCode;
import dev.sluice.worker.unit.WorkerException;
import org.jspecify.annotations.Nullable;

/** The line {@code seat SLOTS}, with which an agent gives a process its seat. */
final class SeatLine {
    private static final String WORD = "seat ";

    private SeatLine() {}

    /**
     * The slots of a line.
     *
     * @param line null at the end of the input, which ends a process that was started ahead and not needed
     * @throws WorkerException USAGE for any other line
     */
    static int slots(@Nullable String line) {
        String number = line != null && line.startsWith(WORD) ? line.substring(WORD.length()) : "";
        if (!number.matches("[1-9][0-9]{0,3}")) {
            throw new WorkerException(
                    ErrorCode.USAGE,
                    "--seat: standard input " + (line == null ? "ended" : "begins with another line")
                            + " (expected: 'seat SLOTS', then a run file)");
        }
        return Integer.parseInt(number);
    }
}
