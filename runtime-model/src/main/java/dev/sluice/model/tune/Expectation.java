package dev.sluice.model.tune;

/**
 * The effect that a change is expected to have to the rest of the cycle.
 *
 * @param secondsNow the rest of the cycle without the change [s]
 * @param secondsThen the rest with it [s]
 * @param error how much of the gain may be chance and the model's own error, as a logarithm
 */
public record Expectation(double secondsNow, double secondsThen, double error) {
    /** The logarithm of the time without the change over the time with it; above 0 is shorter. */
    public double gain() {
        return Math.log(secondsNow / secondsThen);
    }
}
