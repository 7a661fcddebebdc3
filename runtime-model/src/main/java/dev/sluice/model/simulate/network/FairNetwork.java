package dev.sluice.model.simulate.network;

import dev.sluice.model.simulate.SimulationReport.ServerUse;
import dev.sluice.model.simulate.event.EventQueue;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs all transfers at once, each at its max-min fair rate: all rates grow together until a server is full, which
 * fixes the rates of its transfers, and so on (progressive filling; Bertsekas, Gallager 1992, §6.5). Rates change when
 * a transfer begins or ends or a capacity changes, at a cost of O(transfers × servers per path). Confined to its run.
 */
final class FairNetwork implements Network {
    private final Messages messages;
    private final EventQueue events;
    private final Wires wires;
    private final Connections connections;
    private final List<Connection> active = new ArrayList<>();
    private final double[] room;
    private final int[] sharing;
    private final int[] touched;
    private int touchedCount;
    private final long[] bytes;
    private final double[] presentNanos;
    private final int[] most;
    private long settledNanos;
    private int version;
    private boolean dirty;

    FairNetwork(Wires wires, EventQueue events, Messages messages, Connections connections) {
        this.wires = wires;
        this.events = events;
        this.messages = messages;
        this.connections = connections;
        this.room = new double[wires.size()];
        this.sharing = new int[wires.size()];
        this.touched = new int[wires.size()];
        this.bytes = new long[wires.size()];
        this.presentNanos = new double[wires.size()];
        this.most = new int[wires.size()];
    }

    @Override
    public void send(Connection connection, int message) {
        if (connection.isCut()) {
            messages.remove(message);
            return;
        }
        messages.sent(message, events.nanos());
        if (connection.servers.length == 0) {
            messages.arrived(message, messages.bytes(message), events.nanos() + connection.latencyNanos());
            events.add(events.nanos() + connection.latencyNanos(), EventQueue.DELIVER, message);
            messages.tellSetup(message, events, events.nanos());
        } else if (connection.current == Connection.NOTHING) {
            begin(connection, message);
        } else if (messages.overtakes(message)) {
            overtake(connection, message);
        } else {
            connection.add(messages, message);
        }
    }

    /** Sends a small message at the rate of the current one, which ends so much later. */
    private void overtake(Connection connection, int message) {
        long size = messages.bytes(message);
        settle();
        connection.leftBytes += size;
        long nanos = events.nanos()
                + connection.latencyNanos()
                + (connection.rate > 0 ? Math.round(size / connection.rate) : 0);
        for (int server : connection.servers) {
            bytes[server] += size;
        }
        messages.arrived(message, size, nanos);
        events.add(nanos, EventQueue.DELIVER, message);
        changed();
    }

    private void begin(Connection connection, int message) {
        settle();
        connection.current = message;
        connection.leftBytes = messages.bytes(message);
        connection.rate = 0;
        active.add(connection);
        changed();
    }

    /** Marks the rates as outdated. They are recomputed after all other events of this time. */
    private void changed() {
        if (!dirty) {
            dirty = true;
            version = (version + 1) & 0xffffff;
            events.add(events.nanos(), EventQueue.TRANSFER, version);
        }
    }

    @Override
    public void capacityChanged() {
        settle();
        changed();
    }

    /** Advances all transfers to the present time. */
    private void settle() {
        long now = events.nanos();
        double elapsed = now - settledNanos;
        settledNanos = now;
        if (elapsed <= 0) {
            return;
        }
        for (Connection connection : active) {
            connection.leftBytes = Math.max(0, connection.leftBytes - connection.rate * elapsed);
            for (int server : connection.servers) {
                presentNanos[server] += elapsed;
            }
        }
    }

    @Override
    public void on(int kind, int argument) {
        if (argument != version) {
            return;
        }
        dirty = false;
        settle();
        finishDone();
        fill();
        scheduleNext();
    }

    private void finishDone() {
        for (int i = 0; i < active.size(); i++) {
            Connection connection = active.get(i);
            // Less than the bytes of half a nanosecond is a rounding residue.
            if (connection.leftBytes <= connection.rate * 0.5 + 1e-9) {
                int last = active.size() - 1;
                active.set(i--, active.get(last));
                active.remove(last);
                finish(connection);
            }
        }
    }

    private void finish(Connection connection) {
        int message = connection.current;
        long nanos = events.nanos() + connection.latencyNanos();
        for (int server : connection.servers) {
            bytes[server] += messages.bytes(message);
        }
        messages.arrived(message, messages.bytes(message), nanos);
        events.add(nanos, EventQueue.DELIVER, message);
        messages.tellSetup(message, events, events.nanos());
        int next = connection.isCut() ? -1 : connection.take(messages);
        connection.current = Connection.NOTHING;
        if (next >= 0) {
            connection.current = next;
            connection.leftBytes = messages.bytes(next);
            connection.rate = 0;
            active.add(connection);
        }
    }

    /** Computes the rates by progressive filling. */
    private void fill() {
        touchedCount = 0;
        for (Connection connection : active) {
            connection.rate = -1;
            for (int server : connection.servers) {
                if (sharing[server]++ == 0) {
                    touched[touchedCount++] = server;
                    room[server] = wires.course(server).at(events.nanos());
                }
            }
        }
        for (int i = 0; i < touchedCount; i++) {
            most[touched[i]] = Math.max(most[touched[i]], sharing[touched[i]]);
        }
        for (int unfixed = active.size(); unfixed > 0; ) {
            int tightest = tightest();
            double share = room[tightest] / sharing[tightest];
            for (Connection connection : active) {
                if (connection.rate < 0 && passes(connection, tightest)) {
                    fix(connection, share);
                    unfixed--;
                }
            }
        }
        for (int i = 0; i < touchedCount; i++) {
            sharing[touched[i]] = 0;
        }
    }

    private int tightest() {
        int tightest = -1;
        for (int i = 0; i < touchedCount; i++) {
            int server = touched[i];
            if (sharing[server] > 0
                    && (tightest < 0 || room[server] * sharing[tightest] < room[tightest] * sharing[server])) {
                tightest = server;
            }
        }
        return tightest;
    }

    private static boolean passes(Connection connection, int server) {
        for (int each : connection.servers) {
            if (each == server) {
                return true;
            }
        }
        return false;
    }

    private void fix(Connection connection, double share) {
        connection.rate = share;
        for (int server : connection.servers) {
            room[server] = Math.max(0, room[server] - share);
            sharing[server]--;
        }
    }

    private void scheduleNext() {
        double soonest = Double.POSITIVE_INFINITY;
        for (Connection connection : active) {
            soonest = Math.min(soonest, connection.leftBytes / connection.rate);
        }
        version = (version + 1) & 0xffffff;
        if (soonest < Long.MAX_VALUE / 4.0) {
            events.add(events.nanos() + (long) Math.ceil(soonest), EventQueue.TRANSFER, version);
        }
    }

    @Override
    public void cut(Connection connection) {
        connection.cut();
        if (active.remove(connection)) {
            settle();
            changed();
        }
    }

    @Override
    public long arrivedBytes(int message) {
        Connection connection = connections.of(messages, message);
        if (connection.current != message) {
            return messages.arrivedBytes(message);
        }
        double left = connection.leftBytes - connection.rate * (events.nanos() - settledNanos);
        return Math.max(0, messages.bytes(message) - (long) Math.ceil(left));
    }

    @Override
    public long leftSender(int message) {
        return arrivedBytes(message);
    }

    @Override
    public List<ServerUse> uses(long untilNanos) {
        List<ServerUse> uses = new ArrayList<>();
        for (int server = 0; server < bytes.length; server++) {
            if (most[server] > 0 && untilNanos > 0) {
                double possible = wires.course(server).possible(untilNanos);
                uses.add(wires.use(
                        server,
                        possible == 0 ? 0 : Math.min(1, bytes[server] / possible),
                        presentNanos[server] / untilNanos,
                        most[server],
                        bytes[server]));
            }
        }
        return uses;
    }
}
