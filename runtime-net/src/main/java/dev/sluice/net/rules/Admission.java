package dev.sluice.net.rules;

import java.util.HashMap;
import java.util.Map;

/** Counts unproven connections, in all and by origin, such as an address. Thread-safe. */
public final class Admission {
    private final int most;
    private final int mostPerOrigin;
    private final Map<Object, Integer> byOrigin = new HashMap<>();
    private int all;

    public Admission(int most, int mostPerOrigin) {
        this.most = most;
        this.mostPerOrigin = mostPerOrigin;
    }

    /** Takes a place for a connection from {@code origin}; false if there is none. */
    public synchronized boolean enter(Object origin) {
        int same = byOrigin.getOrDefault(origin, 0);
        if (all >= most || same >= mostPerOrigin) {
            return false;
        }
        all++;
        byOrigin.put(origin, same + 1);
        return true;
    }

    /** Returns the place. */
    public synchronized void leave(Object origin) {
        all--;
        byOrigin.computeIfPresent(origin, (any, same) -> same == 1 ? null : same - 1);
    }
}
