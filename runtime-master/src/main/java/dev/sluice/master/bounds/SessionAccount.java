package dev.sluice.master.bounds;

import dev.sluice.net.rules.TokenBucket;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Counts what one session has made the master do and keep. Confined to the master loop. */
public final class SessionAccount {
    /** Characters of a failure's text that are kept when the session has used up its part. */
    public static final int SHORT_TEXT = 256;

    /** Memory of what ends with the session. */
    final KeptMemory.Share share = new KeptMemory.Share();

    private final Set<Long> offers = new HashSet<>(2);
    /** Offers of results that go to a file. */
    private final Set<Long> filed = new HashSet<>(2);

    /** Bytes of results without a grant that are not accepted; the loop adds, any thread subtracts. */
    private final AtomicLong openBytes = new AtomicLong();

    private final TokenBucket talk;
    private long aboutUnits;
    private int failureText;
    private long placeBytes;

    public SessionAccount(long nowNanos) {
        this.talk = new TokenBucket(SessionBound.TALK.most(), SessionBound.TALK_PER_SECOND, nowNanos);
    }

    /** Allows the messages that these units need. */
    public void given(long units) {
        aboutUnits += units * SessionBound.TALK_PER_UNIT;
    }

    /**
     * Counts a message; false if the session has said more than its units and its rate allow.
     *
     * @param weight how many messages it counts as
     */
    boolean talks(int weight, long nowNanos) {
        int rest = (int) Math.max(0, weight - aboutUnits);
        aboutUnits -= weight - rest;
        return talk.take(rest, nowNanos);
    }

    /** Counts results without a grant; false if too many are not accepted yet. A single message may be larger. */
    boolean arrives(long bytes) {
        long before = openBytes.getAndAdd(bytes);
        return before == 0 || before + bytes <= SessionBound.RESULTS.most();
    }

    /** Results without a grant were accepted or refused. Any thread. */
    public void settled(long bytes) {
        openBytes.addAndGet(-bytes);
    }

    /** Adds an open offer; false if the session has too many. A known offer is not added again. */
    boolean offers(long offer, KeptMemory memory) {
        if (offers.contains(offer)) {
            return true;
        }
        if (offers.size() >= SessionBound.OFFERS.most() || !memory.take(share, SessionBound.OFFERS.bytes())) {
            return false;
        }
        offers.add(offer);
        return true;
    }

    /** Records that the results of an open offer go to a file; false if that is known. */
    public boolean files(long offer) {
        return filed.add(offer);
    }

    /** Removes an offer whose results have arrived. */
    public void arrived(long offer, KeptMemory memory) {
        filed.remove(offer);
        if (offers.remove(offer)) {
            memory.giveBack(share, SessionBound.OFFERS.bytes());
        }
    }

    /** Removes all offers, because their cycle has ended. */
    public void withdrawn(KeptMemory memory) {
        memory.giveBack(share, (long) SessionBound.OFFERS.bytes() * offers.size());
        offers.clear();
        filed.clear();
    }

    /** Tells whether the text of a failure may be kept in full, and counts it. */
    boolean keepsText(int characters, KeptMemory memory) {
        if (failureText + characters > SessionBound.FAILURE_TEXT.most() || !memory.take(share, characters)) {
            return false;
        }
        failureText += characters;
        return true;
    }

    /** Counts the addresses of a sub-master in place of its earlier ones; false if they are too many. */
    boolean keepsPlace(int characters, KeptMemory memory) {
        memory.giveBack(share, placeBytes);
        placeBytes = 0;
        long bytes = (long) characters * SessionBound.PLACE.bytes();
        if (characters > SessionBound.PLACE.most() || !memory.take(share, bytes)) {
            return false;
        }
        placeBytes = bytes;
        return true;
    }

    /** Gives back the memory of a session that ended. */
    public void closed(KeptMemory memory) {
        offers.clear();
        memory.giveBack(share, share.bytes());
    }
}
