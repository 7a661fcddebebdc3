package dev.sluice.master.weather;

import dev.sluice.net.message.WorkerWeather;
import java.time.Instant;
import java.util.List;

/**
 * The weather of a run at one time: hosts and links.
 *
 * @param run its name
 * @param live whether the run is running; else these are its last values
 * @param time by the master's clock
 * @param workers all that ever joined, by number
 */
public record Weather(String run, boolean live, Instant time, List<WorkerWeather> workers) {
    public Weather {
        workers = List.copyOf(workers);
    }

    /** How many of the workers are connected. */
    public long present() {
        return workers.stream().filter(WorkerWeather::present).count();
    }
}
