package dev.sluice.net.message;

import dev.sluice.model.ErrorCode;

/**
 * Worker to master: its end of a transfer is over.
 *
 * @param bytes sent or received in all [bytes]
 * @param windowBytes of the end that counts: those in the middle half of the window [bytes]
 * @param windowNanos how long that half was in fact [ns]
 * @param code why it broke; NONE when it did not
 */
public record ProbeResult(long transfer, long bytes, long windowBytes, long windowNanos, ErrorCode code, String text)
        implements Message {
    public ProbeResult {
        Checks.notNegative("transfer", transfer);
        Checks.notNegative("bytes", bytes);
        Checks.notNegative("windowBytes", windowBytes);
        Checks.notNegative("windowNanos", windowNanos);
        text = Checks.atMost(1_024, text);
    }
}
