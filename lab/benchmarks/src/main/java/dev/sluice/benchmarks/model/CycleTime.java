package dev.sluice.benchmarks.model;

/**
 * One cycle of a real run of the emulator.
 *
 * @param seconds time from the arrival of its setup to its end on the master
 * @param lateSeconds mean excess of a unit's sleep over the requested time; timers are late, the more so the busier the
 *     machine is
 */
record CycleTime(double seconds, double lateSeconds) {
    /** Parses the form written by {@link #toString}. */
    static CycleTime parse(String text) {
        String[] parts = text.split("\\+", -1);
        if (parts.length != 2) {
            throw new IllegalArgumentException("'" + text + "' (expected: SECONDS+LATE)");
        }
        return new CycleTime(Double.parseDouble(parts[0]), Double.parseDouble(parts[1]));
    }

    @Override
    public String toString() {
        return seconds + "+" + lateSeconds;
    }
}
