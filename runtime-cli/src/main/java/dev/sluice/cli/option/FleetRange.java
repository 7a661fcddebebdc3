package dev.sluice.cli.option;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.util.List;

/**
 * The size of a fleet: {@code min=0,max=50,slots=4}.
 *
 * @param min tasks that are kept even without work
 * @param max the fleet never has more tasks
 * @param slots of each task; 0: as many as its node has processors
 */
public record FleetRange(int min, int max, int slots) {
    private static final int MOST_TASKS = 10_000;
    private static final int MOST_SLOTS = 1_024;

    /** Tells whether a value of an option is a range and no number. */
    static boolean isMeant(String text) {
        return text.indexOf('=') >= 0;
    }

    /**
     * Parses a range.
     *
     * @param option named in messages
     * @throws SluiceException USAGE
     */
    public static FleetRange parse(String option, String text) {
        KeyedValues keys = KeyedValues.parse(option, List.of(text.split(",", -1)), "min=A", "max=B", "slots=N");
        if (!keys.has("max")) {
            throw new SluiceException(
                    ErrorCode.USAGE, option + ": '" + text + "' without max (expected: min=0,max=50)");
        }
        int max = keys.whole("max", 0, 1, MOST_TASKS);
        return new FleetRange(keys.whole("min", 0, 0, max), max, keys.whole("slots", 0, 1, MOST_SLOTS));
    }

    /** The same range where another option says the slots of each task, unless the range itself does. */
    public FleetRange orSlots(int others) {
        return slots > 0 ? this : new FleetRange(min, max, others);
    }
}
