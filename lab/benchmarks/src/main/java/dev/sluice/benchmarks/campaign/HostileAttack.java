package dev.sluice.benchmarks.campaign;

import java.util.Locale;

/** The deeds of a hostile session until it is ended. */
enum HostileAttack {
    /** Offers large results, one after the other, and sends none. */
    OFFERS,
    /** A sub-master that names workers without end. */
    WORKERS_BELOW,
    /** A sub-master that changes the number of its slots without end. */
    SLOTS,
    /** Says again and again that it leaves. */
    LEAVING,
    /** Registers with the longest names, and holds thousands of jars. */
    BIG_NAMES,
    /** Sends results of, and hands back and adopts, units that other sessions were given. */
    WRONG_OWNERS,
    /** Sends every kind of frame, in any order. */
    OUT_OF_TURN,
    /** Sends half frames, frames without an end, and noise. */
    HALF_FRAMES,
    /** Comes, goes, and comes back under another name. */
    OTHER_NAMES,
    /** Takes as many units as it gets, and computes none. */
    HOARD;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
