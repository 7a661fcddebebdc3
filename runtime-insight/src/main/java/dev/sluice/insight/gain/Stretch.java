package dev.sluice.insight.gain;

import java.util.ArrayList;
import java.util.List;

/** Consecutive parts of a run in which a quantity was about the same. */
final class Stretch {
    private final long fromNanos;
    private double amount;
    private double weight;

    /**
     * A part of a run.
     *
     * @param amount of which the quantity is the share of {@code weight}
     * @param other factor from which the quantity is another one
     */
    record Part(long fromNanos, double amount, double weight, double other) {}

    private Stretch(Part first) {
        fromNanos = first.fromNanos;
        add(first);
    }

    /** Joins parts, given in the order of time. One part that differs is chance; two are a change. */
    static List<Stretch> of(List<Part> parts) {
        List<Stretch> stretches = new ArrayList<>();
        Stretch now = null;
        Stretch next = null;
        for (Part part : parts) {
            if (now == null) {
                now = new Stretch(part);
                stretches.add(now);
            } else if (now.fits(part)) {
                now.add(part);
                next = null;
            } else if (next == null || !next.fits(part)) {
                next = new Stretch(part);
            } else {
                next.add(part);
                stretches.add(next);
                now = next;
                next = null;
            }
        }
        return stretches;
    }

    private boolean fits(Part part) {
        double times = part.amount / part.weight / value();
        return times < part.other && times > 1 / part.other;
    }

    private void add(Part part) {
        amount += part.amount;
        weight += part.weight;
    }

    long fromNanos() {
        return fromNanos;
    }

    /** The mean of the quantity. */
    double value() {
        return amount / weight;
    }
}
