package dev.sluice.model.delivery;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Messages with results on their way to the master: numbered in the order of sending, and kept until they are
 * acknowledged, because they are sent again on the next session. Large ones are offered first and sent when granted.
 * Guarded by the lock of its owner, or confined to its thread.
 */
public final class OnTheWay<M extends OnTheWay.Message> {
    /** A message, with its number and the name of its grant. */
    public abstract static class Message {
        private long sequence;
        private long offer;

        /** Its size in the result window [bytes]. */
        public abstract long bytes();

        /** True if it may be sent without a grant, however large it is. */
        public abstract boolean needsNoGrant();

        /** Its number in this session; 0 while it has not been sent in it. */
        public long sequence() {
            return sequence;
        }

        /** Name of its grant in this session; 0 if it needed no grant. */
        public long offer() {
            return offer;
        }
    }

    /** Sends and offers messages. */
    public interface Link<M> {
        /** Offers a large message under this name. */
        void offer(long name, M what, boolean urgent);

        /** Sends a message that has its number. */
        void send(M what);

        /** The master has the message safely, or does not want it any more. */
        void forget(M what);
    }

    private final Link<M> link;
    private final Deque<M> kept = new ArrayDeque<>();
    private final Map<Long, M> offered = new LinkedHashMap<>(2);

    /** Names of dropped offers that the master has not granted yet. */
    private final Set<Long> dropped = new HashSet<>(2);

    private boolean open;
    private long offerAbove = Long.MAX_VALUE;
    private long newestOffer;
    private long bytes;
    private long windowBytes;
    private long sequence;

    /** Starts without messages, and without a session. */
    public OnTheWay(Link<M> link) {
        this.link = link;
    }

    /** True if this many more bytes fit into the master's window; a single message always fits. */
    public boolean fits(long moreBytes) {
        return ResultWindow.fits(bytes, moreBytes, windowBytes);
    }

    /** Sends, or offers, or keeps until there is a session. */
    public void send(M what, boolean urgent) {
        bytes += what.bytes();
        if (isLarge(what)) {
            offer(what, urgent);
        } else {
            dispatch(what);
        }
    }

    private boolean isLarge(M what) {
        return what.bytes() > offerAbove && !what.needsNoGrant();
    }

    private void offer(M what, boolean urgent) {
        offered.put(++newestOffer, what);
        if (open) {
            link.offer(newestOffer, what, urgent);
        }
    }

    private void dispatch(M what) {
        kept.addLast(what);
        if (open) {
            transmit(what);
        }
    }

    private void transmit(M what) {
        Message message = what;
        message.sequence = ++sequence;
        link.send(what);
    }

    /**
     * Sends the message that was offered under this name. If it is no longer wanted, an empty one is sent, because the
     * master waits for it.
     */
    public void granted(long name, Supplier<M> empty) {
        M what = offered.remove(name);
        if (what != null) {
            Message message = what;
            message.offer = name;
            dispatch(what);
        } else if (open && dropped.remove(name)) {
            M nothing = empty.get();
            Message message = nothing;
            message.offer = name;
            transmit(nothing);
        }
    }

    /** Records that everything up to this number is safe. Returns false if that was never sent. */
    public boolean acknowledged(long upTo, long window) {
        if (upTo > sequence) {
            return false;
        }
        windowBytes = window;
        for (M first = kept.peekFirst(); first != null && isSent(first, upTo); first = kept.peekFirst()) {
            kept.removeFirst();
            forget(first);
        }
        return true;
    }

    private boolean isSent(M what, long upTo) {
        return what.sequence() != 0 && what.sequence() <= upTo;
    }

    private void forget(M what) {
        bytes -= what.bytes();
        link.forget(what);
    }

    /** The session is lost: messages that were sent and not acknowledged will be sent again. */
    public void detach() {
        open = false;
        for (Message each : kept) {
            each.sequence = 0;
            each.offer = 0; // the next session gives its names to other messages
        }
    }

    /**
     * Begins a session: numbers and names start again, and everything is sent or offered again.
     *
     * @param offerAboveBytes size above which messages need a grant
     */
    public void attach(long window, long offerAboveBytes, boolean urgent) {
        open = true;
        offerAbove = offerAboveBytes;
        windowBytes = window;
        sequence = 0;
        newestOffer = 0;
        dropped.clear();
        List<M> large = new ArrayList<>(offered.values());
        offered.clear();
        for (M each : List.copyOf(kept)) {
            if (isLarge(each)) {
                kept.remove(each);
                large.add(each);
            }
        }
        large.forEach(each -> offer(each, urgent));
        kept.forEach(this::transmit);
    }

    /** Forgets these messages among those that were sent. */
    public void dropSent(Predicate<M> unwanted) {
        kept.removeIf(each -> {
            boolean drops = unwanted.test(each);
            if (drops) {
                forget(each);
            }
            return drops;
        });
    }

    /**
     * Forgets these messages among those that are offered. The master may still expect them, even those of an ended
     * cycle: an offer may reach it after it has ended that cycle and forgotten all others.
     */
    public void dropOffered(Predicate<M> unwanted) {
        offered.entrySet().removeIf(entry -> {
            boolean drops = unwanted.test(entry.getValue());
            if (drops) {
                dropped.add(entry.getKey());
                forget(entry.getValue());
            }
            return drops;
        });
    }

    /** Messages that are not acknowledged, or wait for a session, in their order. */
    public Collection<M> kept() {
        return kept;
    }

    /** Messages that wait for a grant, in their order. */
    public Collection<M> offered() {
        return offered.values();
    }

    /** True if every message is acknowledged. */
    public boolean isEmpty() {
        return kept.isEmpty() && offered.isEmpty();
    }

    /** Size of all messages [bytes]. */
    public long bytes() {
        return bytes;
    }

    /** The number of the latest message. */
    public long sequence() {
        return sequence;
    }

    /** Ends the session. Removes all messages and returns them; the link does not hear of it. */
    public List<M> clear() {
        open = false;
        List<M> all = new ArrayList<>(kept);
        all.addAll(offered.values());
        kept.clear();
        offered.clear();
        bytes = 0;
        return all;
    }
}
