package dev.sluice.model.predict;

/**
 * The measurements of an executed unit.
 *
 * @param computeSeconds compute time on one slot of the executing machine [s]
 * @param inputBytes encoded input [bytes]
 * @param resultBytes encoded result [bytes]
 * @param acceptSeconds time to decode and accept its result on the master [s]
 * @param cpuSeconds processor time within the compute time; NaN if not measured [s]
 */
public record SampledUnit(
        long index, double computeSeconds, long inputBytes, long resultBytes, double acceptSeconds, double cpuSeconds) {
    /** A unit whose processor time was not measured. */
    public SampledUnit(long index, double computeSeconds, long inputBytes, long resultBytes, double acceptSeconds) {
        this(index, computeSeconds, inputBytes, resultBytes, acceptSeconds, Double.NaN);
    }

    /** Copies the measurements with this time to accept the result [s]. */
    public SampledUnit withAccept(double seconds) {
        return new SampledUnit(index, computeSeconds, inputBytes, resultBytes, seconds, cpuSeconds);
    }

    /** The shorter computing of the same unit, with the sizes of this one. */
    public SampledUnit shorter(SampledUnit again) {
        SampledUnit timed = again.computeSeconds < computeSeconds ? again : this;
        return new SampledUnit(index, timed.computeSeconds, inputBytes, resultBytes, acceptSeconds, timed.cpuSeconds);
    }
}
