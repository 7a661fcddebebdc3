package dev.sluice.launch.ssh;

import dev.sluice.launch.PlaceVerdict;
import org.jspecify.annotations.Nullable;

/**
 * The result of a look at a host.
 *
 * @param host its name
 * @param trouble why no worker can be started there; null if one can, or if the host has not been looked at
 * @param cores number of its processors; 0 if unknown
 * @param freeBytes memory available to a new process; negative if unknown [bytes]
 * @param busyShare share of all processors that other processes used, 0 to 1; negative if unknown
 * @param sshSeconds time of the handshake; negative if unknown [s]
 */
public record LookedHost(
        String host, @Nullable PlaceVerdict trouble, int cores, long freeBytes, double busyShare, double sshSeconds) {
    /** A host of which nothing is known. */
    static LookedHost unknown(String host) {
        return new LookedHost(host, null, 0, -1, -1, -1);
    }

    LookedHost with(PlaceVerdict found) {
        return new LookedHost(host, found, cores, freeBytes, busyShare, sshSeconds);
    }

    /** Tells whether the host has answered or failed. */
    public boolean isKnown() {
        return trouble != null || cores > 0;
    }
}
