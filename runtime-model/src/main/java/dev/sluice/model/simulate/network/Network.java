package dev.sluice.model.simulate.network;

import dev.sluice.model.simulate.SimulationReport;
import java.util.List;

/** Carries messages. Confined to its run. */
public interface Network {
    /** A message leaves; its arrival will be an event. */
    void send(Connection connection, int message);

    /** An event of its own. */
    void on(int kind, int argument);

    /** The connection is gone: what has not left never will. */
    void cut(Connection connection);

    /** A link has another capacity from now on, as its course has said from the beginning. */
    void capacityChanged();

    /** How much of a message that was sent has arrived by now [bytes]. */
    long arrivedBytes(int message);

    /** What each server did until then. */
    List<SimulationReport.ServerUse> uses(long untilNanos);
}
