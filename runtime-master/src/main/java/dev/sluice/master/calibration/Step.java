package dev.sluice.master.calibration;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * One cycle of a calibration, and the setup of it.
 *
 * @param units at least 3
 * @param inputBytes content of each unit
 * @param resultBytes content of each result
 * @param pauseMicros what each unit waits before it answers, so that all threads fall asleep meanwhile
 */
public record Step(int units, int inputBytes, int resultBytes, int pauseMicros) {
    public Step {
        if (units < 3 || inputBytes < 0 || resultBytes < 0 || pauseMicros < 0) {
            throw new IllegalArgumentException(units + " units of " + inputBytes + " and " + resultBytes
                    + " bytes after " + pauseMicros + " us (expected: at least 3, nothing negative)");
        }
    }

    /** As {@code UNITS:INPUT:RESULT:PAUSE}. */
    static Step parse(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != 4) {
            throw new IllegalArgumentException("'" + text + "' (expected: UNITS:INPUT:RESULT:PAUSE)");
        }
        return new Step(
                Integer.parseInt(parts[0]),
                Integer.parseInt(parts[1]),
                Integer.parseInt(parts[2]),
                Integer.parseInt(parts[3]));
    }

    /** The same steps, separated by commas, with fewer units. */
    public static String divided(String steps, int divisor) {
        return Arrays.stream(steps.split(","))
                .map(Step::parse)
                .map(step -> new Step(
                        Math.max(3, step.units / divisor), step.inputBytes, step.resultBytes, step.pauseMicros))
                .map(Step::toString)
                .collect(Collectors.joining(","));
    }

    @Override
    public String toString() {
        return units + ":" + inputBytes + ":" + resultBytes + ":" + pauseMicros;
    }
}
