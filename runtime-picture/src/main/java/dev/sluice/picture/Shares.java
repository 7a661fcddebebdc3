package dev.sluice.picture;

import dev.sluice.model.ledger.Cause;

/** Slot time by cause in equal stretches of time [ns]. */
final class Shares {
    static final int COLUMNS = 220;

    private final double[][] nanos = new double[Cause.values().length][COLUMNS];
    private final double stretch;

    Shares(double endNanos) {
        this.stretch = endNanos / COLUMNS;
    }

    void add(TaskStream.Span span) {
        double[] row = nanos[span.cause().ordinal()];
        int first = (int) Math.min(COLUMNS, span.fromNanos() / stretch);
        for (int column = first; column < COLUMNS && column * stretch < span.toNanos(); column++) {
            double from = Math.max(span.fromNanos(), column * stretch);
            double to = Math.min(span.toNanos(), (column + 1) * stretch);
            row[column] += Math.max(0, to - from);
        }
    }

    double of(Cause cause, int column) {
        return nanos[cause.ordinal()][column];
    }
}
