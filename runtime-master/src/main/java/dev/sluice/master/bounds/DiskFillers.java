package dev.sluice.master.bounds;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Remembers the peers with results that did not fit on the disk, and decides whether they are to blame. Confined to the
 * master loop.
 */
public final class DiskFillers {
    private final Set<String> fillers = new HashSet<>();

    /**
     * Records that a result of this peer did not fit, and tells whether that is the fault of the peers with such
     * results. It is not when two peers had them, unless none of these has computed anything and another one has, or
     * when no other peer is there.
     *
     * @param present the peers that are connected
     * @param hasComputed whether results of a peer were accepted
     */
    public boolean isFaultOf(String peer, Stream<String> present, Predicate<String> hasComputed) {
        fillers.add(peer);
        boolean alone = fillers.size() == 1;
        return (alone || fillers.stream().noneMatch(hasComputed))
                && present.anyMatch(other -> !fillers.contains(other) && (alone || hasComputed.test(other)));
    }
}
