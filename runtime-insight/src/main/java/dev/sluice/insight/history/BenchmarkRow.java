package dev.sluice.insight.history;

import java.time.Instant;

/**
 * Unit times of one application on one host.
 *
 * @param run of these units; empty after a benchmark
 * @param time of writing
 * @param processor model of its processors; empty if unknown
 * @param clockHertz of them; NaN if unknown
 * @param units that were measured
 * @param wallSeconds of a unit, by the clock
 * @param cpuSeconds of a unit, by its thread's processor time; NaN if not measured
 * @param spreadSeconds standard deviation between units, by the clock; NaN if not measured
 * @param acceptSeconds of the master for each unit; NaN if not measured
 */
public record BenchmarkRow(
        String run,
        ApplicationKey application,
        Instant time,
        String host,
        String processor,
        double clockHertz,
        int slots,
        long units,
        double wallSeconds,
        double cpuSeconds,
        double spreadSeconds,
        double acceptSeconds) {}
