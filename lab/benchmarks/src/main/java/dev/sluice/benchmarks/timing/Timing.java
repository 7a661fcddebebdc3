package dev.sluice.benchmarks.timing;

/**
 * The time of one cycle.
 *
 * @param units units of the cycle
 * @param nanos from the request for the cycle to the last unit's acceptance
 * @param steadyUnits units accepted in the middle half of the cycle
 * @param steadyNanos time they took: from the acceptance of the first quarter to that of the third
 */
public record Timing(long units, long nanos, long steadyUnits, long steadyNanos) {

    public double unitsPerSecond() {
        return units * 1e9 / Math.max(1, nanos);
    }

    public double steadyUnitsPerSecond() {
        return steadyUnits * 1e9 / Math.max(1, steadyNanos);
    }

    public double seconds() {
        return nanos / 1e9;
    }

    /** Formats one line for {@link #parse}. */
    public String line() {
        return "cycle " + units + " " + nanos + " " + steadyUnits + " " + steadyNanos;
    }

    /** Reads a line written by {@link #line}. */
    public static Timing parse(String line) {
        String[] words = line.strip().split(" ");
        if (words.length != 5 || !words[0].equals("cycle")) {
            throw new IllegalArgumentException(
                    "\"" + line + "\" (expected: cycle UNITS NANOS STEADY_UNITS STEADY_NANOS)");
        }
        return new Timing(
                Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]), Long.parseLong(words[4]));
    }
}
