package dev.sluice.net.message;

/**
 * Operator to master: what do the hosts and links of this run do?
 *
 * @param fromWorker the answer begins with this one, or the next above it, by number
 * @param history with what was measured lately, not only the newest
 */
public record AskWeather(int fromWorker, boolean history) implements Message {
    public AskWeather {
        Checks.notNegative("fromWorker", fromWorker);
    }
}
