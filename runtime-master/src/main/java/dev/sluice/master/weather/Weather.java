package dev.sluice.master.weather;

import dev.sluice.net.message.WorkerWeather;
import java.time.Instant;
import java.util.List;

/**
 * What is known of the hosts and links of a run at one time.
 *
 * @param run its name
 * @param live whether the run goes on; else this is what it left
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
