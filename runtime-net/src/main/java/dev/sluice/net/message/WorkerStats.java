package dev.sluice.net.message;

/**
 * What a worker has used since its process started.
 *
 * @param wallNanos since start [ns]
 * @param cpuNanos CPU time of the process [ns]
 * @param computeNanos wall time within compute, summed over slots [ns]
 * @param computeCpuNanos CPU time within compute, summed over slots [ns]; 0 where the JVM cannot tell
 * @param units computed
 */
public record WorkerStats(long wallNanos, long cpuNanos, long computeNanos, long computeCpuNanos, long units) {
    public WorkerStats {
        Checks.notNegative("wallNanos", wallNanos);
        Checks.notNegative("cpuNanos", cpuNanos);
        Checks.notNegative("computeNanos", computeNanos);
        Checks.notNegative("computeCpuNanos", computeCpuNanos);
        Checks.notNegative("units", units);
    }
}
