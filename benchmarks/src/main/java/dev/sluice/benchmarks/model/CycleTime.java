package dev.sluice.benchmarks.model;

/**
 * One cycle of a real run of the emulator.
 *
 * @param seconds from when its setup was there to its end on the master
 * @param lateSeconds by how much longer than asked a unit slept, on average: timers are late, the more the busier the
 *     machine is
 */
record CycleTime(double seconds, double lateSeconds) {
    /** As {@link #toString} writes it. */
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
