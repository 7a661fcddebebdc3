package dev.sluice.net.handshake;

import dev.sluice.net.payload.SpillSpace;
import dev.sluice.net.rules.Limits;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.runfile.RunSecrets;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an endpoint for incoming connections.
 *
 * @param identity of TLS; null for an endpoint on a local socket, if the master has no other
 * @param insecure no TLS, for loopback addresses only; the secrets are proven nevertheless
 * @param spill stores payloads of peers that are too large for memory
 */
public record ServerConfig(
        @Nullable RunIdentity identity, RunSecrets secrets, boolean insecure, Limits limits, SpillSpace spill) {
    public ServerConfig(RunIdentity identity, RunSecrets secrets) {
        this(identity, secrets, false, Limits.STANDARD);
    }

    /** One that keeps all payloads in memory. */
    public ServerConfig(RunIdentity identity, RunSecrets secrets, boolean insecure, Limits limits) {
        this(identity, secrets, insecure, limits, SpillSpace.NONE);
    }

    /** The certificate's fingerprint, which is part of the proofs. */
    public String fingerprint() {
        return identity == null ? RunFile.WITHOUT_CERTIFICATE : identity.fingerprint();
    }
}
