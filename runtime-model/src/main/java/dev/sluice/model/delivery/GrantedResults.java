package dev.sluice.model.delivery;

import dev.sluice.model.WorkerId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Large results that a worker was granted in one session and that have not arrived. Belongs to its {@link GrantBook}.
 */
public final class GrantedResults {
    /**
     * One result on its way.
     *
     * @param memoryBytes what it takes of the memory for results until it is accepted
     */
    private record Granted(long bytes, long memoryBytes) {}

    final WorkerId worker;

    /** The oldest first, by the name of the offer. */
    private final Map<Long, Granted> results = new LinkedHashMap<>(2);

    /** A session of this worker, to which nothing is granted. */
    public GrantedResults(WorkerId worker) {
        this.worker = worker;
    }

    /** Whether everything that was granted has arrived. */
    public boolean isEmpty() {
        return results.isEmpty();
    }

    /** The offer that was granted first and has not arrived; 0 when there is none. A session sends one at a time. */
    public long oldest() {
        return results.isEmpty() ? 0 : results.keySet().iterator().next();
    }

    void add(long offer, long bytes, long memoryBytes) {
        results.put(offer, new Granted(bytes, memoryBytes));
    }

    /** The size of a granted result; 0 when there is none under this name. */
    long bytes(long offer) {
        Granted granted = results.get(offer);
        return granted == null ? 0 : granted.bytes;
    }

    /** Removes a result that has arrived. Returns what it takes of the memory, or -1 when it was not granted. */
    long remove(long offer) {
        Granted granted = results.remove(offer);
        return granted == null ? -1 : granted.memoryBytes;
    }

    /** Removes all of them. Returns what they take of the memory together. */
    long clear() {
        long sum = 0;
        for (Granted granted : results.values()) {
            sum += granted.memoryBytes;
        }
        results.clear();
        return sum;
    }
}
