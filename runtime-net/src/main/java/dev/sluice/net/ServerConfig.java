package dev.sluice.net;

/**
 * How an endpoint treats those who connect.
 *
 * @param insecure no TLS, for loopback addresses only; the secrets are proven all the same
 */
public record ServerConfig(RunIdentity identity, RunSecrets secrets, boolean insecure, Limits limits) {
    public ServerConfig(RunIdentity identity, RunSecrets secrets) {
        this(identity, secrets, false, Limits.STANDARD);
    }
}
