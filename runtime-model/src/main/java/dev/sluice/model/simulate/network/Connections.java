package dev.sluice.model.simulate.network;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The connections of one run: for each worker one up, to its master, and one down; for workers that need files, one
 * more on which these come. Confined to its run.
 */
public final class Connections {
    /** Connections for files have the numbers from this one on. */
    private static final int FIRST_FOR_FILES = 1 << 26;

    private final List<Connection> all = new ArrayList<>();
    private final List<Connection> forFiles = new ArrayList<>();
    private final Map<Integer, Connection> filesOf = new HashMap<>();

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

    /** Adds the connection on which a worker gets its files. */
    public Connection addForFiles(int worker, int[] servers, long latencyNanos) {
        Connection connection = new Connection(FIRST_FOR_FILES + forFiles.size(), servers, latencyNanos);
        forFiles.add(connection);
        filesOf.put(worker, connection);
        return connection;
    }

    private static int number(int worker, boolean up) {
        return 2 * (worker - 1) + (up ? 0 : 1);
    }

    /** The connection on which this message travels. */
    public Connection of(Messages messages, int message) {
        int worker = messages.worker(message);
        Messages.Kind kind = messages.kind(message);
        Connection forFile = kind == Messages.Kind.FILE ? filesOf.get(worker) : null;
        return forFile == null ? all.get(number(worker, kind.toMaster())) : forFile;
    }

    Connection get(int number) {
        return number < FIRST_FOR_FILES ? all.get(number) : forFiles.get(number - FIRST_FOR_FILES);
    }
}
