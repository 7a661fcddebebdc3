package dev.sluice.net.rules;

import static java.util.concurrent.TimeUnit.SECONDS;

/**
 * Limits of a session and of an endpoint.
 *
 * @param maxPayloadBytes the largest payload accepted from a peer [bytes]
 * @param maxQueuedBytes outbound bulk that may wait in one session [bytes]; one payload may exceed it alone
 * @param handshakeNanos from connection to proof [ns]
 * @param stallNanos a peer that reads nothing of its waiting messages for this time is dropped [ns]
 * @param maxUnproven unproven connections at a time
 * @param maxUnprovenPerAddress the same, from one address
 */
public record Limits(
        long maxPayloadBytes,
        long maxQueuedBytes,
        long handshakeNanos,
        long stallNanos,
        int maxUnproven,
        int maxUnprovenPerAddress) {
    /** The ordinary bounds: payloads up to 1 GiB, 256 MiB queued, 5 s, 10 s, 1,024 connections, 64 from one address. */
    public static final Limits STANDARD =
            new Limits(1L << 30, 256L << 20, SECONDS.toNanos(5), SECONDS.toNanos(10), 1_024, 64);

    public Limits {
        if (maxPayloadBytes < 1 || maxQueuedBytes < 1 || handshakeNanos < 1 || stallNanos < 1) {
            throw new IllegalArgumentException("limits: (expected: sizes and times of at least 1)");
        }
        if (maxUnproven < 1 || maxUnprovenPerAddress < 1) {
            throw new IllegalArgumentException("limits: (expected: at least 1 unproven connection)");
        }
    }
}
