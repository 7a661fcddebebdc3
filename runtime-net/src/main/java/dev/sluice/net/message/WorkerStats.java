package dev.sluice.net.message;

import dev.sluice.model.ledger.CauseTimes;

/**
 * Resource use of a worker since its process started.
 *
 * @param wallNanos since start [ns]
 * @param cpuNanos CPU time of the process [ns]
 * @param computeNanos wall time within compute, summed over slots [ns]
 * @param computeCpuNanos CPU time within compute, summed over slots, with that of processes that units started [ns]; 0
 *     if the JVM does not report it
 * @param units computed
 * @param causes slot time by cause since the slots began
 * @param loopCpuNanos CPU time of the thread that serves messages [ns]; 0 if the JVM does not report it
 */
public record WorkerStats(
        long wallNanos,
        long cpuNanos,
        long computeNanos,
        long computeCpuNanos,
        long units,
        CauseTimes causes,
        long loopCpuNanos) {
    /** The figures of a worker that has not reported yet. */
    public static final WorkerStats NONE = new WorkerStats(0, 0, 0, 0, 0, CauseTimes.ZERO, 0);

    public WorkerStats {
        Checks.notNegative("wallNanos", wallNanos);
        Checks.notNegative("cpuNanos", cpuNanos);
        Checks.notNegative("computeNanos", computeNanos);
        Checks.notNegative("computeCpuNanos", computeCpuNanos);
        Checks.notNegative("units", units);
        Checks.notNegative("loopCpuNanos", loopCpuNanos);
    }

    /** Resource use since {@code before} was reported. */
    public WorkerStats since(WorkerStats before) {
        return new WorkerStats(
                Math.max(0, wallNanos - before.wallNanos),
                Math.max(0, cpuNanos - before.cpuNanos),
                Math.max(0, computeNanos - before.computeNanos),
                Math.max(0, computeCpuNanos - before.computeCpuNanos),
                Math.max(0, units - before.units),
                causes.minus(before.causes),
                Math.max(0, loopCpuNanos - before.loopCpuNanos));
    }
}
