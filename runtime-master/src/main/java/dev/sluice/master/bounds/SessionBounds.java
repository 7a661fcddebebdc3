package dev.sluice.master.bounds;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;
import dev.sluice.net.message.Adopted;
import dev.sluice.net.message.FileNews;
import dev.sluice.net.message.HandedBack;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Offer;
import dev.sluice.net.message.Refuge;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.SubMasterSlots;
import dev.sluice.net.message.SubMasterWorkers;
import dev.sluice.net.message.UnitFailed;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.rules.TokenBucket;
import dev.sluice.net.runfile.LocalSocket;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Holds each session to the limits of {@link SessionBound}, before a message has any effect. An address whose session
 * exceeded one may not register again for a while. Confined to the master loop.
 */
public final class SessionBounds {
    /** Time after the first offence in which the address may not register [ns]; it doubles with each further one. */
    private static final long FIRST_PAUSE_NANOS = 1_000_000_000L;

    private static final int MOST_DOUBLINGS = 6;

    /** Addresses remembered for an offence; the oldest is forgotten first. */
    private static final int MOST_ADDRESSES = 1_024;

    /** An address with sessions that exceeded a limit. */
    private static final class Offender {
        private int offences;
        private long untilNanos;
    }

    private final KeptMemory memory;
    private final KeptMemory workerMemory;
    private final Map<String, KeptMemory.Share> workers = new HashMap<>();
    private final Map<String, Integer> counts = new HashMap<>();
    private final Map<WorkerId, KeptMemory.Share> below = new HashMap<>();
    private final Map<String, Offender> offenders = new LinkedHashMap<>();
    private final Map<String, TokenBucket> registrations = new LinkedHashMap<>();

    /** @param heapBytes the largest heap of the process [bytes] */
    public SessionBounds(long heapBytes) {
        this.memory = new KeptMemory(heapBytes / SessionBound.KEPT_PART);
        this.workerMemory = new KeptMemory(heapBytes / SessionBound.WORKERS_PART);
    }

    /** The memory of what sessions make the master keep. */
    public KeptMemory memory() {
        return memory;
    }

    /** The reason to refuse a registration; null if there is none. */
    public @Nullable Closing refusal(String peer, Register register, boolean known, long nowNanos) {
        Offender offender = offenders.get(peer);
        if (offender != null && nowNanos - offender.untilNanos < 0) {
            long seconds = (offender.untilNanos - nowNanos) / 1_000_000_000L + 1;
            return beyond(
                    "a session from this address exceeded a limit (expected: no registration for " + seconds + " s)");
        }
        if (!mayRegister(peer, nowNanos)) {
            return exceeded(SessionBound.REGISTRATIONS, SessionBound.REGISTRATIONS.most() + 1L);
        }
        int held = register.working().size() + register.finished().size();
        if (held > SessionBound.HELD.most()) {
            return exceeded(SessionBound.HELD, held);
        }
        if (register.cachedJars().size() > SessionBound.JARS.most()) {
            return exceeded(SessionBound.JARS, register.cachedJars().size());
        }
        if (register.slots() > SessionBound.SLOTS.most()) {
            return exceeded(SessionBound.SLOTS, register.slots());
        }
        return known || isRoomFor(peer)
                ? null
                : new Closing(
                        ErrorCode.TOO_MANY_WORKERS,
                        "workers: another one from this address (expected: at most " + SessionBound.WORKERS.most()
                                + ", and a quarter of the master's heap for all)",
                        false);
    }

    private boolean mayRegister(String address, long nowNanos) {
        TokenBucket bucket = registrations.get(address);
        if (bucket == null) {
            bucket =
                    new TokenBucket(SessionBound.REGISTRATIONS.most(), SessionBound.REGISTRATIONS_PER_SECOND, nowNanos);
            registrations.put(address, bucket);
            if (registrations.size() > MOST_ADDRESSES) {
                registrations.remove(registrations.keySet().iterator().next());
            }
        }
        return bucket.take(1, nowNanos);
    }

    private boolean isRoomFor(String address) {
        int before = counts.getOrDefault(address, 0);
        KeptMemory.Share share = workers.computeIfAbsent(address, any -> new KeptMemory.Share());
        boolean room = before < SessionBound.WORKERS.most() && workerMemory.take(share, SessionBound.WORKERS.bytes());
        if (room) {
            counts.put(address, before + 1);
        } else if (before == 0) {
            workers.remove(address);
        }
        return room;
    }

    /**
     * The offence of a message of a registered session; null if there is none.
     *
     * @param below names of the workers below it that are known
     */
    public @Nullable Closing offence(SessionAccount account, Set<String> below, Message message, long nowNanos) {
        if (!mayTalk(account, message, nowNanos)) {
            return exceeded(SessionBound.TALK, SessionBound.TALK.most() + 1L);
        }
        account.received(message.payload().size(), isGranted(account, message));
        if (message instanceof Offer offer && !account.offers(offer.offer(), offer.bytes(), memory)) {
            return exceeded(SessionBound.OFFERS, SessionBound.OFFERS.most() + 1L);
        }
        if (message instanceof Results results) {
            return offence(account, results);
        }
        if (message instanceof SubMasterSlots slots && slots.place() != null) {
            int length = characters(slots.place());
            return account.keepsPlace(length, memory) ? null : exceeded(SessionBound.PLACE, length);
        }
        if (message instanceof Adopted adopted) {
            int held = adopted.working().size() + adopted.finished().size();
            return held > SessionBound.HELD.most() ? exceeded(SessionBound.HELD, held) : null;
        }
        if (message instanceof SubMasterWorkers news) {
            long more = news.workers().stream()
                    .map(SubMasterWorkers.Line::name)
                    .filter(name -> !below.contains(name))
                    .distinct()
                    .count();
            long all = below.size() + more;
            return all > SessionBound.WORKERS_BELOW.most() ? exceeded(SessionBound.WORKERS_BELOW, all) : null;
        }
        return null;
    }

    private static boolean isGranted(SessionAccount account, Message message) {
        return message instanceof Results results && account.grantedBytes(results.offer()) >= 0;
    }

    private static @Nullable Closing offence(SessionAccount account, Results results) {
        long bytes = results.results().size();
        long granted = account.grantedBytes(results.offer());
        if (granted >= 0) {
            return bytes > granted ? exceeded(SessionBound.UNOFFERED, bytes - granted) : null;
        }
        if (bytes > account.plainBytes()) {
            return exceeded(SessionBound.RESULT, bytes, account.plainBytes());
        }
        boolean fits = !isCounted(account, results) || account.arrives(bytes);
        return fits ? null : exceeded(SessionBound.RESULTS, account.mostOpenBytes() + 1, account.mostOpenBytes());
    }

    /** Tells whether results count until the application has had them. Granted ones have a budget of their own. */
    public static boolean isCounted(SessionAccount account, Results results) {
        return account.grantedBytes(results.offer()) < 0 && results.form() != Results.Form.COMPLETED;
    }

    /**
     * The offence of a session whose granted results arrive too slowly; null if there is none.
     *
     * @param nanos since the last call [ns]
     * @param receivedBytes bytes of payloads that the session has received, also those of an unfinished message
     */
    public static @Nullable Closing lateness(SessionAccount account, long nanos, long receivedBytes) {
        int most = SessionBound.GRANT_SECONDS.most();
        return account.passes(nanos, receivedBytes) ? null : exceeded(SessionBound.GRANT_SECONDS, most);
    }

    private static int characters(Refuge place) {
        LocalSocket socket = place.socket();
        int local = socket == null
                ? 0
                : socket.path().toString().length() + socket.machine().length();
        return local
                + place.addresses().stream()
                        .mapToInt(address -> address.getHostString().length())
                        .sum();
    }

    /** Counts a message as one for each entry that the scheduler looks up; false if it is one too many. */
    private static boolean mayTalk(SessionAccount account, Message message, long nowNanos) {
        if (message instanceof Results results) {
            return account.answers(Math.max(1, results.runs().size()), nowNanos);
        }
        if (message instanceof HandedBack back) {
            return account.answers(Math.max(1, back.units().size()), nowNanos);
        }
        if (message instanceof Offer || message instanceof UnitFailed || message instanceof FileNews) {
            return account.answers(1, nowNanos);
        }
        if (message instanceof SubMasterSlots slots) {
            return account.talks(1 + account.changes(slots.slots()) / SessionBound.SLOTS_PER_MESSAGE, nowNanos);
        }
        if (message instanceof Adopted adopted) {
            int held = adopted.working().size() + adopted.finished().size();
            return account.answers(1 + held / SessionBound.ENTRIES_PER_MESSAGE, nowNanos);
        }
        if (message instanceof SubMasterWorkers news) {
            int entries = news.workers().size()
                    + news.times().starts().size()
                    + news.times().roundTrips().size();
            return account.talks(1 + entries / SessionBound.ENTRIES_PER_MESSAGE, nowNanos);
        }
        return account.talks(1, nowNanos);
    }

    /**
     * Tells whether there is memory for another worker below this sub-master; those that find none are counted with
     * their sub-master only.
     */
    public boolean hasRoomBelow(WorkerId subMaster) {
        return memory.take(
                below.computeIfAbsent(subMaster, any -> new KeptMemory.Share()), SessionBound.WORKERS_BELOW.bytes());
    }

    /** The same failure with a shorter text, if the session has used up its part. */
    public UnitFailed kept(SessionAccount account, UnitFailed failed) {
        int characters = failed.type().length()
                + failed.message().length()
                + failed.stack().length();
        boolean isShort = characters <= SessionAccount.SHORT_TEXT;
        return isShort || account.keepsText(characters, memory) ? failed : shortened(failed);
    }

    private static UnitFailed shortened(UnitFailed failed) {
        String message = failed.message();
        String type = failed.type();
        return new UnitFailed(
                failed.cycle(),
                failed.sequence(),
                failed.unit(),
                failed.code(),
                type.substring(0, Math.min(SessionAccount.SHORT_TEXT / 2, type.length())),
                message.substring(0, Math.min(SessionAccount.SHORT_TEXT / 2, message.length())),
                "",
                failed.workers(),
                failed.ages(),
                failed.computeNanos());
    }

    /** Records that a session of this peer exceeded a limit. */
    public void offended(String peer, long nowNanos) {
        Offender offender = offenders.remove(peer);
        offender = offender == null ? new Offender() : offender;
        offenders.put(peer, offender);
        if (offenders.size() > MOST_ADDRESSES) {
            offenders.remove(offenders.keySet().iterator().next());
        }
        offender.untilNanos = nowNanos + (FIRST_PAUSE_NANOS << Math.min(MOST_DOUBLINGS, offender.offences));
        offender.offences++;
    }

    private static Closing exceeded(SessionBound bound, long count) {
        return exceeded(bound, count, bound.most());
    }

    private static Closing exceeded(SessionBound bound, long count, long most) {
        return beyond(bound.unit() + ": " + count + " (expected: at most " + most + ")");
    }

    private static Closing beyond(String text) {
        return new Closing(ErrorCode.SESSION_BOUND, text, false);
    }
}
