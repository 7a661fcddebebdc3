package dev.sluice.model.simulate.network;

import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.event.EventQueue;

/** Makes the network that the terms of a run ask for. */
public final class Networks {
    private Networks() {}

    /** A network with these servers, which carries these messages. */
    public static Network create(
            SimulationTerms terms, Paths paths, EventQueue events, Messages messages, Connections connections) {
        return switch (terms.network()) {
            case FAIR -> new FairNetwork(paths.wires(), events, messages, connections);
            case PACKETS -> new PacketNetwork(terms.packetBytes(), paths, events, messages, connections);
        };
    }
}
