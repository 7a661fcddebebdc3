package dev.sluice.picture;

import java.util.List;

/** Checks values before they are drawn. */
public final class DrawingChecks {
    private DrawingChecks() {}

    /** 0 or more; unlimited is allowed. */
    public static void amount(String name, double value) {
        if (!(value >= 0)) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: 0 or more)");
        }
    }

    public static void finite(String name, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(name + ": " + value + " (expected: a number)");
        }
    }

    static void index(String name, int index, int size) {
        if (index < 0 || index >= size) {
            throw new IllegalArgumentException(name + ": " + index + " (expected: an index below " + size + ")");
        }
    }

    /** Positive, ascending, at least two. */
    static void axis(String name, List<Double> values) {
        if (values.size() < 2) {
            throw new IllegalArgumentException(name + ": " + values.size() + " (expected: at least 2)");
        }
        for (int i = 0; i < values.size(); i++) {
            double value = values.get(i);
            if (!(value > (i == 0 ? 0 : values.get(i - 1))) || !Double.isFinite(value)) {
                throw new IllegalArgumentException(name + ": " + value + " (expected: positive, ascending)");
            }
        }
    }
}
