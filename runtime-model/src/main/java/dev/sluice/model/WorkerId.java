package dev.sluice.model;

/**
 * Names one worker process of a run. Numbers follow the order of registration; a worker that returns within its lease
 * keeps its number. Prints as {@code w3}.
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
