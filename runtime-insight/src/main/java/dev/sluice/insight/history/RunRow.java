package dev.sluice.insight.history;

import java.time.Instant;

/**
 * One run.
 *
 * @param run its id
 * @param started when the command began
 * @param hosts of its workers, each once, separated by commas
 * @param acceptSeconds of the master for each unit, decoding included: c_m; NaN if not measured
 * @param error code and sentence; empty without an error
 * @param directory of its report
 */
public record RunRow(
        String run,
        ApplicationKey application,
        Instant started,
        double seconds,
        int cycles,
        long units,
        double unitsPerSecond,
        int slots,
        int workers,
        String hosts,
        String master,
        String policy,
        String outcome,
        int exitCode,
        String error,
        double acceptSeconds,
        String sluice,
        String directory) {}
