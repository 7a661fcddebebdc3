package dev.sluice.net.transport;

import dev.sluice.net.rules.Limits;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.runfile.Secret;

/**
 * How to connect to a master.
 *
 * @param fingerprint SHA-256 of the master's certificate, 64 lower-case hexadecimal digits
 * @param role of this side: a worker, an operator, a probe or a peer
 * @param secret the run's secret for that role
 * @param insecure no TLS, for loopback addresses only
 */
public record ClientConfig(String fingerprint, Role role, Secret secret, boolean insecure, Limits limits) {
    public ClientConfig {
        if (role == Role.MASTER) {
            throw new IllegalArgumentException("role: MASTER (expected: WORKER, OPERATOR, PROBE or PEER)");
        }
        RunIdentity.checkFingerprint(fingerprint);
    }

    /** The configuration from a run file of a worker or an operator. */
    public static ClientConfig of(RunFile file) {
        return new ClientConfig(file.fingerprint(), file.role(), file.secret(), file.insecure(), Limits.STANDARD);
    }
}
