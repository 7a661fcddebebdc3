package dev.sluice.model.simulate.network;

import dev.sluice.model.simulate.SimulationReport;
import java.util.List;

/** Carries messages. Confined to its run. */
public interface Network {
    /** Sends a message; its arrival will be an event. */
    void send(Connection connection, int message);

    /** Handles an event of the network. */
    void on(int kind, int argument);

    /** Cuts a connection: messages that have not left are lost. */
    void cut(Connection connection);

    /** A link has another capacity from now on, as its course has said from the beginning. */
    void capacityChanged();

    /** Bytes of a sent message that have arrived by now. */
    long arrivedBytes(int message);

    /** Bytes of a message that have left its sender by now, on this network's idea of leaving. */
    long leftSender(int message);

    /** The use of each server until then. */
    List<SimulationReport.ServerUse> uses(long untilNanos);
}
