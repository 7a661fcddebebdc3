package dev.sluice.model.collect;

/** A granted offer that has not arrived completely. Confined to its desk. */
final class GrantedTransfer {
    final ResultOffer offer;
    final long waitedNanos;
    final long grantedNanos;
    long bytesSoFar;

    /** True if a stall was reported and no bytes have arrived since. */
    boolean stalled;

    /** True if the transfer was silent so long that another may take its place, until bytes arrive again. */
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
