package dev.sluice.model.delivery;

import dev.sluice.model.WorkerId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Large results that were granted to a worker in one session and have not arrived. Confined to the owner of its
 * {@link GrantBook}.
 */
public final class GrantedResults {
    /**
     * One result on its way.
     *
     * @param memoryBytes memory that the result occupies until it is accepted
     */
    private record Granted(long bytes, long memoryBytes) {}

    final WorkerId worker;

    /** Granted results by offer id, the oldest first. */
    private final Map<Long, Granted> results = new LinkedHashMap<>(2);

    /** Creates a session of this worker, without granted results. */
    public GrantedResults(WorkerId worker) {
        this.worker = worker;
    }

    /** True if all granted results have arrived. */
    public boolean isEmpty() {
        return results.isEmpty();
    }

    /** The offer that was granted first and has not arrived, or 0. A session sends one result at a time. */
    public long oldest() {
        return results.isEmpty() ? 0 : results.keySet().iterator().next();
    }

    void add(long offer, long bytes, long memoryBytes) {
        results.put(offer, new Granted(bytes, memoryBytes));
    }

    /** The size of a granted result [bytes]; 0 if the offer is unknown. */
    long bytes(long offer) {
        Granted granted = results.get(offer);
        return granted == null ? 0 : granted.bytes;
    }

    /** Removes a result that has arrived. Returns the memory it occupies, or -1 if it was not granted. */
    long remove(long offer) {
        Granted granted = results.remove(offer);
        return granted == null ? -1 : granted.memoryBytes;
    }

    /** Removes all results. Returns the memory they occupy together. */
    long clear() {
        long sum = 0;
        for (Granted granted : results.values()) {
            sum += granted.memoryBytes;
        }
        results.clear();
        return sum;
    }
}
