package dev.sluice.model;

/**
 * Names one worker process of a run, in the order in which they registered; a worker that returns within its lease
 * keeps it. Prints as {@code w3}.
 */
public record WorkerId(int number) implements Comparable<WorkerId> {
    public WorkerId {
        if (number < 1) {
            throw new IllegalArgumentException("worker: " + number + " (expected: at least 1)");
        }
    }

    @Override
    public int compareTo(WorkerId other) {
        return Integer.compare(number, other.number);
    }

    @Override
    public String toString() {
        return "w" + number;
    }
}
