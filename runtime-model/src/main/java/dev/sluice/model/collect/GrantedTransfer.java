package dev.sluice.model.collect;

/** A granted offer that has not arrived completely. Confined to its desk. */
final class GrantedTransfer {
    final ResultOffer offer;
    final long waitedNanos;
    final long grantedNanos;
    long bytesSoFar;

    /** True if its sender had nothing else on the way when it was granted. */
    final boolean first;

    /** When its first bytes were seen, and how many those were. */
    private long firstNanos;

    private long firstBytes;
    private long movedNanos;

    /** True if a stall was reported and no bytes have arrived since. */
    boolean stalled;

    /** True if the transfer was silent so long that another may take its place, until bytes arrive again. */
    boolean passedOver;

    GrantedTransfer(ResultOffer offer, boolean first, long waitedNanos, long nowNanos) {
        this.offer = offer;
        this.first = first;
        this.waitedNanos = waitedNanos;
        this.grantedNanos = nowNanos;
    }

    /** Records that so many more bytes arrived. */
    void moved(long more, long nowNanos) {
        bytesSoFar += more;
        stalled = false;
        movedNanos = nowNanos;
        if (firstBytes == 0) {
            firstNanos = nowNanos;
            firstBytes = bytesSoFar;
        }
    }

    /** True if the bytes that have not arrived take at most this long at its rate so far. */
    boolean endsWithin(double nanos) {
        double moved = bytesSoFar - firstBytes;
        return moved > 0 && bytesLeft() * (double) (movedNanos - firstNanos) <= moved * nanos;
    }

    long bytesLeft() {
        return offer.bytes() - bytesSoFar;
    }
}
