package dev.sluice.master.bounds;

import dev.sluice.net.rules.TokenBucket;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Counts what one session has made the master do and keep. Confined to the master loop. */
public final class SessionAccount {
    /** Characters of a failure's text that are kept when the session has used up its part. */
    public static final int SHORT_TEXT = 256;

    /** Memory of what ends with the session. */
    final KeptMemory.Share share = new KeptMemory.Share();

    /** Sizes of the results that are offered and have not arrived, by offer [bytes]; the first size counts. */
    private final Map<Long, Long> offers = new HashMap<>(2);

    /** Tells of open offers whether their results go to a file. */
    private final Map<Long, Boolean> filed = new HashMap<>(2);

    /** Results that were granted and have not arrived; kept when their cycle ends. */
    private final GrantProgress granted = new GrantProgress();

    private long plainBytes = Long.MAX_VALUE;

    /** The largest window that the session was given [bytes]; 0 before it is known. */
    private long windowBytes;

    /** Bytes of results without a grant that are not accepted; the loop adds, any thread subtracts. */
    private final AtomicLong openBytes = new AtomicLong();

    private final TokenBucket talk;
    private long aboutUnits;
    private int slotsTold;
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
     * Counts a message about units; false if the session has said more than its units and its rate allow.
     *
     * @param weight how many messages it counts as
     */
    boolean answers(int weight, long nowNanos) {
        int rest = (int) Math.max(0, weight - aboutUnits);
        aboutUnits -= weight - rest;
        return talk.take(rest, nowNanos);
    }

    /**
     * Counts another message; false if the session has said more than its rate allows.
     *
     * @param weight how many messages it counts as
     */
    boolean talks(int weight, long nowNanos) {
        return talk.take(weight, nowNanos);
    }

    /** Records the slots of a sub-master; returns by how many they differ from those before. */
    int changes(int slots) {
        int difference = Math.abs(slots - slotsTold);
        slotsTold = slots;
        return difference;
    }

    /** Notes the bytes of results that the session may send before they are acknowledged [bytes]. */
    public void window(long bytes) {
        windowBytes = Math.max(windowBytes, bytes);
    }

    /** Limit of the results without a grant that are not accepted yet: twice the window, at most {@code RESULTS}. */
    long mostOpenBytes() {
        long most = SessionBound.RESULTS.most();
        return windowBytes == 0 ? most : Math.min(most, 2 * windowBytes);
    }

    /** Counts results without a grant; false if too many are not accepted yet. A single message may be larger. */
    boolean arrives(long bytes) {
        long before = openBytes.getAndAdd(bytes);
        return before == 0 || before + bytes <= mostOpenBytes();
    }

    /** Results without a grant were accepted or refused. Any thread. */
    public void settled(long bytes) {
        openBytes.addAndGet(-bytes);
    }

    /** Adds an open offer; false if the session has too many. A known offer is not added again. */
    boolean offers(long offer, long bytes, KeptMemory memory) {
        if (offers.containsKey(offer)) {
            return true;
        }
        if (offers.size() >= SessionBound.OFFERS.most() || !memory.take(share, SessionBound.OFFERS.bytes())) {
            return false;
        }
        offers.put(offer, bytes);
        return true;
    }

    /** The size of an open offer, as it was named first [bytes]. */
    public long offeredBytes(long offer) {
        return offers.getOrDefault(offer, 0L);
    }

    /** Sets the size above which a result must be granted [bytes]. */
    public void plain(long mostBytes) {
        plainBytes = mostBytes;
    }

    /** The size above which a result must be granted [bytes]. */
    public long plainBytes() {
        return plainBytes;
    }

    /** Records that a result of this size may be sent; false if that is known. */
    public boolean grants(long offer, long bytes) {
        return granted.grants(offer, bytes);
    }

    /** The size that was granted and has not arrived [bytes]; -1 if there is none. */
    public long grantedBytes(long offer) {
        return granted.bytes(offer);
    }

    /** Lets so many bytes of other payloads wait for the link before a granted result [bytes]. It never gets less. */
    public void allows(long otherBytes) {
        granted.allows(otherBytes);
    }

    /** Records that a payload is complete [bytes]. */
    void received(long bytes, boolean ofGrant) {
        granted.received(bytes, ofGrant);
    }

    /** Lets time pass [ns]; false if granted results arrive too slowly. See {@link GrantProgress#passes}. */
    boolean passes(long nanos, long receivedBytes) {
        return granted.passes(nanos, receivedBytes);
    }

    /** Records whether the results of an open offer go to a file; returns what was recorded before, or null. */
    public @Nullable Boolean files(long offer, boolean inFile) {
        return filed.putIfAbsent(offer, inFile);
    }

    /** Removes an offer whose results have arrived. */
    public void arrived(long offer, KeptMemory memory) {
        filed.remove(offer);
        granted.arrived(offer);
        if (offers.remove(offer) != null) {
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
