package dev.sluice.model.collect;

import dev.sluice.model.WorkerId;

/**
 * A large result that a worker holds and wants to send.
 *
 * @param id identifies it among the offers of this worker
 * @param bytes its size
 * @param urgent true if sending it frees memory that the worker waits for, or ends a cycle
 */
public record ResultOffer(WorkerId worker, long id, long bytes, boolean urgent) {
    public ResultOffer {
        if (bytes < 0) {
            throw new IllegalArgumentException("offer of " + worker + ": " + bytes + " bytes (expected: at least 0)");
        }
    }
}
