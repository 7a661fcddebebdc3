package dev.sluice.model.simulate;

import java.util.List;

/** Carries messages. Confined to its run. */
interface Network {
    /** Sends a message; its arrival will be an event. */
    void send(Connection connection, int message);

    /** Handles an event of the network. */
    void on(int kind, int argument);

    /** Cuts a connection: messages that have not left are lost. */
    void cut(Connection connection);

    /** Bytes of a sent message that have arrived by now. */
    long arrivedBytes(int message);

    /** The use of each server until then. */
    List<SimulationReport.ServerUse> uses(long untilNanos);
}
