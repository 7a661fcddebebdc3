package dev.sluice.cli.option;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

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
    private static final String EXPECTED = " (expected: min=0,max=50 or min=0,max=50,slots=4)";
    private static final Set<String> KEYS = Set.of("min", "max", "slots");

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
        Map<String, Integer> values = new HashMap<>();
        for (String part : text.split(",", -1)) {
            String[] word = part.strip().split("=", 2);
            if (word.length < 2 || !KEYS.contains(word[0]) || values.containsKey(word[0])) {
                throw new SluiceException(ErrorCode.USAGE, option + ": '" + part + "'" + EXPECTED);
            }
            values.put(word[0], number(option, word[1]));
        }
        if (!values.containsKey("max")) {
            throw new SluiceException(ErrorCode.USAGE, option + ": '" + text + "' without max" + EXPECTED);
        }
        int max = OptionRange.between(option + " max", values.get("max"), 1, MOST_TASKS);
        return new FleetRange(
                OptionRange.between(option + " min", values.getOrDefault("min", 0), 0, max),
                max,
                values.containsKey("slots")
                        ? OptionRange.between(option + " slots", values.get("slots"), 1, MOST_SLOTS)
                        : 0);
    }

    private static int number(String option, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException wrong) {
            throw new SluiceException(ErrorCode.USAGE, option + ": '" + text + "'" + EXPECTED, wrong);
        }
    }

    /** The same range where another option says the slots of each task, unless the range itself does. */
    public FleetRange orSlots(int others) {
        return slots > 0 ? this : new FleetRange(min, max, others);
    }
}
