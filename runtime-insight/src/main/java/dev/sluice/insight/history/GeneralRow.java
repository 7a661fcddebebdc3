package dev.sluice.insight.history;

import java.time.Instant;

/**
 * The general benchmark of one host: a fixed computation, in seconds of processor time.
 *
 * @param processor model of its processors; empty if unknown
 * @param clockHertz of them; NaN if unknown
 * @param seconds all three parts
 * @param errorSeconds mean absolute deviation between repetitions; NaN for a single one
 */
public record GeneralRow(
        Instant time,
        String host,
        String processor,
        double clockHertz,
        int slots,
        double seconds,
        double floatingSeconds,
        double integerSeconds,
        double memorySeconds,
        double errorSeconds) {}
