package dev.sluice.insight.history;

import java.time.Instant;

/**
 * What the units of one application took on one host.
 *
 * @param run whose units they were; empty after a benchmark
 * @param time when it was written down
 * @param processor model of its processors; empty where it is not known
 * @param clockHertz of them; NaN where it is not known
 * @param units that were measured
 * @param wallSeconds of a unit, by the clock
 * @param cpuSeconds of a unit, by its thread's processor time; NaN where it was not measured
 * @param spreadSeconds standard deviation between units, by the clock; NaN where it was not measured
 * @param acceptSeconds of the master for each unit; NaN where it was not measured
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
