package dev.sluice.net.rules;

import java.net.InetAddress;
import java.util.HashMap;
import java.util.Map;

/** Counts unproven connections, in all and by address. Thread-safe. */
public final class Admission {
    private final int most;
    private final int mostPerAddress;
    private final Map<InetAddress, Integer> byAddress = new HashMap<>();
    private int all;

    public Admission(int most, int mostPerAddress) {
        this.most = most;
        this.mostPerAddress = mostPerAddress;
    }

    /** Takes a place for a connection from {@code address}; false if there is none. */
    public synchronized boolean enter(InetAddress address) {
        int same = byAddress.getOrDefault(address, 0);
        if (all >= most || same >= mostPerAddress) {
            return false;
        }
        all++;
        byAddress.put(address, same + 1);
        return true;
    }

    /** Returns the place. */
    public synchronized void leave(InetAddress address) {
        all--;
        byAddress.computeIfPresent(address, (any, same) -> same == 1 ? null : same - 1);
    }
}
