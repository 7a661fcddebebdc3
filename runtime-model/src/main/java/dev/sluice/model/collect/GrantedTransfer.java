package dev.sluice.model.collect;

/** A granted offer that has not arrived wholly. Confined to its desk. */
final class GrantedTransfer {
    final ResultOffer offer;
    final long waitedNanos;
    final long grantedNanos;
    long bytesSoFar;

    /** It stalled, which was told, and it has not moved since. */
    boolean stalled;

    /** It was silent so long that another may go in its place; it counts again once it moves. */
    boolean passedOver;

    GrantedTransfer(ResultOffer offer, long waitedNanos, long nowNanos) {
        this.offer = offer;
        this.waitedNanos = waitedNanos;
        this.grantedNanos = nowNanos;
    }

    long bytesLeft() {
        return offer.bytes() - bytesSoFar;
    }
}
