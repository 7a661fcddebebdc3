package dev.sluice.insight.cost;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * One cycle of a calibration, and the setup of it.
 *
 * @param units at least 3
 * @param inputBytes content of each unit
 * @param resultBytes content of each result
 * @param pauseMicros what each unit waits before it answers, so that all threads fall asleep meanwhile
 * @param spinMicros what each unit computes, so that other threads find the processors taken
 */
public record Step(int units, int inputBytes, int resultBytes, int pauseMicros, int spinMicros) {
    public Step {
        if (units < 3 || inputBytes < 0 || resultBytes < 0 || pauseMicros < 0 || spinMicros < 0) {
            throw new IllegalArgumentException(
                    units + " units of " + inputBytes + " and " + resultBytes + " bytes after " + pauseMicros + " and "
                            + spinMicros + " us (expected: at least 3, nothing negative)");
        }
    }

    /** With units that compute nothing. */
    public Step(int units, int inputBytes, int resultBytes, int pauseMicros) {
        this(units, inputBytes, resultBytes, pauseMicros, 0);
    }

    /** As {@code UNITS:INPUT:RESULT:PAUSE}, and perhaps {@code :SPIN}. */
    static Step parse(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length != 4 && parts.length != 5) {
            throw new IllegalArgumentException("'" + text + "' (expected: UNITS:INPUT:RESULT:PAUSE[:SPIN])");
        }
        return new Step(
                Integer.parseInt(parts[0]),
                Integer.parseInt(parts[1]),
                Integer.parseInt(parts[2]),
                Integer.parseInt(parts[3]),
                parts.length == 4 ? 0 : Integer.parseInt(parts[4]));
    }

    /** The same steps, separated by commas, with fewer units. */
    public static String divided(String steps, int divisor) {
        return Arrays.stream(steps.split(","))
                .map(Step::parse)
                .map(step -> new Step(
                        Math.max(3, step.units / divisor),
                        step.inputBytes,
                        step.resultBytes,
                        step.pauseMicros,
                        step.spinMicros))
                .map(Step::toString)
                .collect(Collectors.joining(","));
    }

    /** With so many times the units. */
    public Step times(int factor) {
        return new Step(units * factor, inputBytes, resultBytes, pauseMicros, spinMicros);
    }

    @Override
    public String toString() {
        return units + ":" + inputBytes + ":" + resultBytes + ":" + pauseMicros
                + (spinMicros == 0 ? "" : ":" + spinMicros);
    }
}
