package dev.sluice.model.tune;

import java.util.HashMap;
import java.util.Map;

/**
 * Finds sub-masters that serve nobody any more: their workers are gone, or have had nothing to compute for a long time
 * while others had. A sub-master that waits for its first worker is none of them. Pure. Confined to its owner.
 */
public final class QuietSites {
    /** Time for which workers of a site may be away: they reconnect, or move [s]. */
    static final double GONE_SECONDS = 10;

    /** Time for which workers may have nothing to compute [s]. */
    static final double IDLE_SECONDS = 120;

    /** Since when a sub-master has had no slots, and no units; absent while it has. */
    private final Map<Integer, Double> emptySince = new HashMap<>();

    private final Map<Integer, Double> idleSince = new HashMap<>();

    /**
     * Looks at a sub-master; returns whether it should leave.
     *
     * @param number of the sub-master
     * @param slots of the workers below it
     * @param idle whether it has no units while others have
     * @param seconds now [s]
     */
    public boolean isQuiet(int number, int slots, boolean idle, double seconds) {
        if (slots > 0) {
            emptySince.put(number, Double.POSITIVE_INFINITY); // it has had workers
        } else {
            emptySince.computeIfPresent(number, (key, since) -> Math.min(since, seconds));
        }
        if (idle) {
            idleSince.putIfAbsent(number, seconds);
        } else {
            idleSince.remove(number);
        }
        Double empty = emptySince.get(number);
        if (empty == null) {
            return false; // its first worker is still to come
        }
        return seconds - empty >= GONE_SECONDS
                || seconds - idleSince.getOrDefault(number, Double.POSITIVE_INFINITY) >= IDLE_SECONDS;
    }
}
