package dev.sluice.net.message;

/**
 * Operator to master: asks for the state of the run's hosts and links.
 *
 * @param fromWorker the answer begins with this one, or the next above it, by number
 * @param history whether to include recent measurements, not only the newest
 */
public record AskWeather(int fromWorker, boolean history) implements Message {
    public AskWeather {
        Checks.notNegative("fromWorker", fromWorker);
    }
}
