package dev.sluice.insight.discover;

import dev.sluice.model.topology.DiscoveryPlan;
import dev.sluice.model.topology.Probe;
import java.util.List;

/** Told how a discovery goes, on its loop; must not block. */
public interface DiscoveryListener {
    /** A worker is there. */
    void joined(String host, int slots);

    /** A host is gone, and left out from here on. */
    void lost(String host, String why);

    /** It begins: so much it may come to. */
    void planned(DiscoveryPlan plan);

    /**
     * A probe begins.
     *
     * @param tests made so far
     * @param ways its transfers: "a to b"
     */
    void probing(Probe probe, int tests, List<String> ways);
}
