package dev.sluice.model.pool;

/**
 * The slots of a run on a host. A slot is held from the moment its {@link SlotMove.Grow} is carried out, not only when
 * its worker has registered, until the worker has left.
 *
 * @param slots all slots, draining ones included
 * @param draining slots that finish their unit and then leave
 */
public record PoolHolding(String run, String host, int slots, int draining) {
    public PoolHolding {
        if (slots < 0 || draining < 0 || draining > slots) {
            throw new IllegalArgumentException(
                    run + " on " + host + ": " + draining + " of " + slots + " slots draining (expected: at most all)");
        }
    }
}
