package dev.sluice.master.bounds;

import dev.sluice.model.schedule.Event;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Remembers who sent results that could not be decoded. One peer that does so is faulty; if two do for the same unit,
 * or no other peer is left, the codec is. Confined to the master loop.
 */
public final class BadResults {
    private final Map<Long, String> peerOf = new HashMap<>();
    private final Set<String> peers = new HashSet<>();
    private final List<Event.VoidResult> failures = new ArrayList<>();
    private int cycle = -1;

    /**
     * Records a bad result of this peer. Returns true if it is no longer the fault of one peer.
     *
     * @param others peers that are connected
     */
    public boolean isConfirmed(int ofCycle, String peer, Event.VoidResult bad, Set<String> others) {
        if (ofCycle != cycle) {
            cycle = ofCycle;
            peerOf.clear();
            failures.clear();
        }
        peers.add(peer);
        failures.add(bad);
        String first = peerOf.putIfAbsent(bad.unit(), peer);
        return first != null && !first.equals(peer) || peers.containsAll(others);
    }

    /** The bad results of this cycle so far. */
    public List<Event.VoidResult> all(int ofCycle) {
        return ofCycle == cycle ? List.copyOf(failures) : List.of();
    }
}
