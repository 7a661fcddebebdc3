package dev.sluice.model.simulate.network;

import java.util.ArrayList;
import java.util.List;

/** The connections of one run: for each worker one up, to its master, and one down. Confined to its run. */
public final class Connections {
    private final List<Connection> all = new ArrayList<>();

    /**
     * Adds a direction of a worker's connection.
     *
     * @param worker number, from 1; workers come in the order of their numbers, and of each the way up first
     */
    public Connection add(int worker, boolean up, int[] servers, long latencyNanos) {
        int number = number(worker, up);
        if (number != all.size()) {
            throw new IllegalArgumentException("connection " + number + " (expected: " + all.size() + ")");
        }
        Connection connection = new Connection(number, servers, latencyNanos);
        all.add(connection);
        return connection;
    }

    private static int number(int worker, boolean up) {
        return 2 * (worker - 1) + (up ? 0 : 1);
    }

    /** The connection on which this message travels. */
    public Connection of(Messages messages, int message) {
        return all.get(number(messages.worker(message), messages.kind(message).toMaster()));
    }

    Connection get(int number) {
        return all.get(number);
    }
}
