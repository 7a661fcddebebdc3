package dev.sluice.net.message;

import dev.sluice.model.RunId;
import dev.sluice.net.runfile.LocalSocket;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.Secret;
import dev.sluice.net.runfile.UnitNeeds;
import java.net.InetSocketAddress;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Another master of the same run, to which a worker goes when its master is lost.
 *
 * @param addresses not resolved, in the order in which to try; empty only if there is a socket
 * @param socket for peers of its own machine; null for none
 * @param fingerprint SHA-256 of its certificate, 64 lower-case hexadecimal digits
 * @param secret proves that the peer is a worker of the run
 */
public record Refuge(
        List<InetSocketAddress> addresses,
        @Nullable LocalSocket socket,
        String fingerprint,
        Secret secret,
        boolean insecure) {
    private static final int MOST_ADDRESSES = 16;

    public Refuge {
        Checks.between("addresses", addresses.size(), socket == null ? 1 : 0, MOST_ADDRESSES);
        Checks.sha256(fingerprint);
        addresses = List.copyOf(addresses);
    }

    /** The master that a worker's run file names. */
    public static Refuge of(RunFile file) {
        List<InetSocketAddress> first = file.addresses()
                .subList(0, Math.min(MOST_ADDRESSES, file.addresses().size()));
        return new Refuge(first, file.socket(), file.fingerprint(), file.secret(), file.insecure());
    }

    /** The run file with which a worker joins there. */
    public RunFile file(RunId run) {
        return new RunFile(run, addresses, socket, fingerprint, Role.WORKER, secret, insecure, UnitNeeds.NONE);
    }
}
