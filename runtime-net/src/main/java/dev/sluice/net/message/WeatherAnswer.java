package dev.sluice.net.message;

import java.util.List;

/**
 * Master to operator, in answer to {@link AskWeather}: one page of it.
 *
 * @param timeMillis since 1970 by the master's clock [ms]
 * @param nextWorker to ask for next; 0 for the last page
 * @param ending whether the run ends: its weather will be in its directory
 * @param workers by ascending number
 */
public record WeatherAnswer(long timeMillis, int nextWorker, boolean ending, List<WorkerWeather> workers)
        implements Message {
    /** Workers in one answer. */
    public static final int MOST_WORKERS = 1_024;

    public WeatherAnswer {
        Checks.notNegative("timeMillis", timeMillis);
        Checks.notNegative("nextWorker", nextWorker);
        Checks.between("workers", workers.size(), 0, MOST_WORKERS);
        workers = List.copyOf(workers);
    }
}
