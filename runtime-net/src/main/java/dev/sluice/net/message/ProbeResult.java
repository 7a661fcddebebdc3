package dev.sluice.net.message;

import dev.sluice.model.ErrorCode;

/**
 * Worker to master: its end of a transfer is over.
 *
 * @param bytes sent or received in all [bytes]
 * @param windowBytes at the counting end: bytes in the middle half of the window [bytes]
 * @param windowNanos actual length of that half [ns]
 * @param code of the failure; NONE if there was none
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
