package dev.sluice.insight.discover;

import dev.sluice.model.topology.DiscoveryPlan;
import dev.sluice.model.topology.Probe;
import java.util.List;

/** Listens to a discovery, on its loop; must not block. */
public interface DiscoveryListener {
    /** A worker has joined. */
    void joined(String host, int slots);

    /** A host is lost, and left out from here on. */
    void lost(String host, String why);

    /** The discovery begins; {@code plan} has the upper bounds of its cost. */
    void planned(DiscoveryPlan plan);

    /**
     * The rates of all hosts alone are known.
     *
     * @param way the slowest transfer: "a to b"
     * @param bytesPerSecond its rate [bytes/s]
     */
    void slowest(String way, double bytesPerSecond);

    /**
     * The whole is expected to take another time than was told before.
     *
     * @param seconds from the beginning to the end [s]
     */
    void expected(double seconds, String why);

    /**
     * A probe begins.
     *
     * @param tests made so far
     * @param ways its transfers: "a to b"
     */
    void probing(Probe probe, int tests, List<String> ways);
}
