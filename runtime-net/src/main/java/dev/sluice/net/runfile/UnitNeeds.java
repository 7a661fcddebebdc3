package dev.sluice.net.runfile;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The resources that each unit of a run needs of its host while it is computed. A worker has as many slots as its host
 * has room for. Zero means that a resource was not told.
 *
 * @param cpus processors
 * @param memoryBytes memory [bytes]
 * @param gpus graphics processors
 */
public record UnitNeeds(int cpus, long memoryBytes, int gpus) {
    /** Nothing was told: a worker has a slot for each core. */
    public static final UnitNeeds NONE = new UnitNeeds(0, 0, 0);

    private static final Pattern FORM = Pattern.compile("cpus:([0-9]{1,6}) memory:([0-9]{1,18}) gpus:([0-9]{1,6})");

    public UnitNeeds {
        if (cpus < 0 || memoryBytes < 0 || gpus < 0) {
            throw new IllegalArgumentException("needs of a unit: below 0 (expected: 0 or more)");
        }
    }

    /** Reads the form of {@link #text}. */
    static UnitNeeds parse(String text) {
        Matcher form = FORM.matcher(text);
        if (!form.matches()) {
            throw new IllegalArgumentException("needs: (expected: cpus:N memory:BYTES gpus:N)");
        }
        return new UnitNeeds(
                Integer.parseInt(form.group(1)), Long.parseLong(form.group(2)), Integer.parseInt(form.group(3)));
    }

    String text() {
        return "cpus:" + cpus + " memory:" + memoryBytes + " gpus:" + gpus;
    }
}
