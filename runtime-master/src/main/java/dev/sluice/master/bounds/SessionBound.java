package dev.sluice.master.bounds;

/**
 * Everything that one session can make the master keep or do, with its limit. The table in docs/protocol.md shows the
 * same rows.
 */
public enum SessionBound {
    /**
     * Messages that are not about units, and those beyond {@link #TALK_PER_UNIT}; the limit is refilled by
     * {@link #TALK_PER_SECOND}.
     */
    TALK(16_384, 0, "messages beyond those about its units", Beyond.SESSION_ENDS),

    /** Offers that are neither dropped with their cycle nor answered by the results. */
    OFFERS(2_048, 320, "results offered and not sent", Beyond.SESSION_ENDS),

    /**
     * Bytes of results that came without a grant and that the application has not had yet: twice the window of the
     * session. This is the limit for the largest window. A single message may be larger.
     */
    RESULTS(
            128 << 20,
            0,
            "bytes of results without a grant, not accepted yet; at most two windows",
            Beyond.SESSION_ENDS),

    /**
     * Bytes of one result that came without a grant: those above which REGISTERED asks for an offer. This is the
     * largest such size.
     */
    RESULT(64 << 20, 0, "bytes of one result without a grant; fewer if REGISTERED says so", Beyond.SESSION_ENDS),

    /** Bytes of a granted result that were not offered. */
    UNOFFERED(0, 0, "bytes of a granted result beyond its offer", Beyond.SESSION_ENDS),

    /** Seconds by which granted results are late. {@link GrantProgress} has the rate. */
    GRANT_SECONDS(10, 0, "seconds by which granted results are behind 64 KiB in 10 s", Beyond.SESSION_ENDS),

    /** Entries of one registration or adoption. */
    HELD(65_536, 0, "entries of units held, in one message", Beyond.SESSION_ENDS),

    /** Hashes of cached jars in one registration. */
    JARS(4_096, 0, "cached jars named, in one registration", Beyond.SESSION_ENDS),

    /** Slots of a worker. A sub-master registers without slots and counts those of its workers later. */
    SLOTS(1_024, 0, "slots, in one registration", Beyond.SESSION_ENDS),

    /** Workers that a sub-master names; the report keeps a row for each. */
    WORKERS_BELOW(65_536, 1_024, "workers reported below a sub-master", Beyond.SESSION_ENDS),

    /** Characters of the addresses at which a sub-master listens; those of its latest report are kept. */
    PLACE(4_096, 2, "characters of the addresses of a sub-master", Beyond.SESSION_ENDS),

    /** Characters of type, message and stack of failures, which are kept until their units are done. */
    FAILURE_TEXT(1 << 20, 1, "characters of failures kept", Beyond.SHORTENED),

    /** Registrations of one address; the limit is refilled by {@link #REGISTRATIONS_PER_SECOND}. */
    REGISTRATIONS(4_096, 0, "registrations from one address", Beyond.REGISTRATION_REFUSED),

    /** Workers that ever registered from one address, without returns of the same process. */
    WORKERS(32_768, 4_096, "workers registered from one address", Beyond.REGISTRATION_REFUSED);

    /** The consequence for a session that exceeds the limit. */
    public enum Beyond {
        /** The session ends with E458, and its units go to others. */
        SESSION_ENDS("the session ends with E458"),
        /** The registration is answered with E404 or E458. */
        REGISTRATION_REFUSED("the registration is refused"),
        /** The text is cut to {@link SessionAccount#SHORT_TEXT} characters. */
        SHORTENED("further texts are cut to 256 characters");

        private final String words;

        Beyond(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /** The part of the heap for what all sessions make the master keep, without {@link #WORKERS}. */
    public static final int KEPT_PART = 8;

    /** The part of the heap for the records of all workers that ever registered. */
    public static final int WORKERS_PART = 4;

    /** Messages by which a session may exceed its units, in each second. */
    public static final int TALK_PER_SECOND = 256;

    /** Entries of an adoption, or workers below a sub-master, that count as one message. */
    static final int ENTRIES_PER_MESSAGE = 16;

    /** Registrations that one address may add in each second. */
    public static final int REGISTRATIONS_PER_SECOND = 16;

    /** Slots by which the number of a sub-master changes that count as one message. */
    static final int SLOTS_PER_MESSAGE = 64;

    /** Messages about units that a session may send for each unit that it is given. */
    public static final int TALK_PER_UNIT = 4;

    private final int most;
    private final int bytes;
    private final String unit;
    private final Beyond beyond;

    SessionBound(int most, int bytes, String unit, Beyond beyond) {
        this.most = most;
        this.bytes = bytes;
        this.unit = unit;
        this.beyond = beyond;
    }

    /** The limit for one session, or for one address, in {@link #unit}. */
    public int most() {
        return most;
    }

    /** Memory that one of them may take in the master [bytes]; 0 if none stays. */
    public int bytes() {
        return bytes;
    }

    /** The things that the limit counts. */
    public String unit() {
        return unit;
    }

    public Beyond beyond() {
        return beyond;
    }
}
