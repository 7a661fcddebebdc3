package dev.sluice.model.simulate.network;

import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.event.EventQueue;
import java.util.Arrays;
import java.util.List;

/**
 * Store and forward: each packet passes the servers of its path one after the other, and each server serves packets in
 * the order of their arrival. A connection sends its next packet when the previous one has left the first server, so
 * that connections that share the server take turns. A connection has a bounded number of bytes between its ends, so
 * that it does not fill the queue of a narrow link. Small messages overtake those that have not left. Confined to its
 * run.
 */
final class PacketNetwork implements Network {
    /** Bytes of a connection that may be on their way, as far as they fill packets: what its buffers take. */
    private static final int WINDOW_BYTES = 131_072;

    private static final int LEAST_WINDOW = 2;

    /** Packets of a large setup that may be on their way. */
    private static final int SETUP_WINDOW = 16;

    private final Messages messages;
    private final EventQueue events;
    private final Wires wires;
    private final Connections connections;
    private final Paths paths;
    private final int packetBytes;
    private final int window;

    private int[] packetMessages = new int[64];
    private int[] packetHops = new int[64];
    private long[] packetSizes = new long[64];
    private int free = -1;
    private int used;

    PacketNetwork(int packetBytes, Paths paths, EventQueue events, Messages messages, Connections connections) {
        this.packetBytes = packetBytes;
        this.window = Math.max(LEAST_WINDOW, WINDOW_BYTES / packetBytes);
        this.paths = paths;
        this.wires = paths.wires();
        this.events = events;
        this.messages = messages;
        this.connections = connections;
    }

    @Override
    public void send(Connection connection, int message) {
        if (connection.isCut()) {
            messages.remove(message);
            return;
        }
        messages.sent(message, events.nanos());
        if (messages.overtakes(message)) {
            forward(connection, message, 0, messages.takeLeft(message, Long.MAX_VALUE));
        } else if (connection.current != Connection.NOTHING) {
            connection.add(messages, message);
        } else {
            push(connection, message);
        }
    }

    /** Sends the next packet of a message. */
    private void push(Connection connection, int message) {
        // Pieces of files are single packets, so that large files need few events.
        boolean whole = connection.servers.length == 0 || messages.kind(message) == Messages.Kind.FILE;
        long most = whole ? Long.MAX_VALUE : packetBytes;
        long size = messages.takeLeft(message, most);
        boolean last = messages.leftBytes(message) == 0;
        connection.onTheWay += isCounted(connection, message) ? 1 : 0;
        long departure = forward(connection, message, 0, size);
        if (last) {
            messages.tellSetup(message, events, departure);
        }
        if (last && connection.isEmpty()) {
            connection.current = Connection.NOTHING;
            return;
        }
        connection.current = last ? Connection.BETWEEN : message;
        if (connection.onTheWay >= (messages.isLargeSetup(message) ? SETUP_WINDOW : window)) {
            connection.waits = true;
        } else if (departure != Long.MAX_VALUE) {
            events.add(departure, EventQueue.CONNECTION, connection.number);
        }
    }

    /** Setups and inputs of several packets may fill the queue of a narrow link on their way. */
    private boolean isCounted(Connection connection, int message) {
        return messages.isLargeSetup(message)
                || connection.servers.length > 1
                        && messages.bytes(message) > packetBytes
                        && messages.kind(message) == Messages.Kind.UNITS;
    }

    private void pushNext(Connection connection) {
        if (connection.isCut()) {
            return;
        }
        int message = connection.current == Connection.BETWEEN ? connection.take(messages) : connection.current;
        if (message >= 0) {
            push(connection, message);
        } else {
            connection.current = Connection.NOTHING;
        }
    }

    /**
     * Serves a packet at the server after {@code hop} others, and at further servers as long as the order of arrivals
     * there is known.
     *
     * @return when it leaves the first of these servers
     */
    private long forward(Connection connection, int message, int hop, long size) {
        int[] servers = connection.servers;
        long now = events.nanos();
        long at = now;
        long left = now;
        for (int next = hop; next < servers.length; next++) {
            if (next > hop && at > now && !paths.fedByOne(servers[next])) {
                events.add(at, EventQueue.HOP, packet(message, next, size));
                return left;
            }
            at = wires.serve(servers[next], at, size);
            left = next == hop ? at : left;
            if (at == Long.MAX_VALUE) {
                return left;
            }
        }
        arrive(connection, message, size, at + connection.latencyNanos());
        return left;
    }

    private void arrive(Connection connection, int message, long size, long nanos) {
        if (isCounted(connection, message)) {
            events.add(nanos - connection.latencyNanos(), EventQueue.PACKET, connection.number);
        }
        messages.arrived(message, size, nanos);
        if (messages.arrivedBytes(message) == messages.bytes(message)) {
            events.add(nanos, EventQueue.DELIVER, message);
        }
    }

    private int packet(int message, int hop, long size) {
        int packet = free;
        if (packet >= 0) {
            free = packetHops[packet];
        } else {
            packet = used++;
            if (packet == packetHops.length) {
                packetMessages = Arrays.copyOf(packetMessages, 2 * packet);
                packetHops = Arrays.copyOf(packetHops, 2 * packet);
                packetSizes = Arrays.copyOf(packetSizes, 2 * packet);
            }
        }
        packetMessages[packet] = message;
        packetHops[packet] = hop;
        packetSizes[packet] = size;
        return packet;
    }

    @Override
    public void on(int kind, int argument) {
        if (kind == EventQueue.HOP) {
            int message = packetMessages[argument];
            int hop = packetHops[argument];
            long size = packetSizes[argument];
            packetHops[argument] = free;
            free = argument;
            forward(connections.of(messages, message), message, hop, size);
        } else if (kind == EventQueue.PACKET) {
            Connection connection = connections.get(argument);
            connection.onTheWay--;
            if (connection.waits) {
                connection.waits = false;
                pushNext(connection);
            }
        } else {
            pushNext(connections.get(argument));
        }
    }

    @Override
    public void capacityChanged() {
        // Each packet asks the course of a server when it is served.
    }

    @Override
    public void cut(Connection connection) {
        connection.cut();
    }

    @Override
    public long arrivedBytes(int message) {
        return messages.arrivedBytes(message);
    }

    @Override
    public long leftSender(int message) {
        return messages.bytes(message) - messages.leftBytes(message);
    }

    @Override
    public List<SimulationReport.ServerUse> uses(long untilNanos) {
        return wires.uses(untilNanos);
    }
}
