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
 * @param master its host, the other end of all paths; empty if it is not known
 * @param paths between the master and workers; none if they are not known
 */
public record Weather(
        String run, boolean live, Instant time, List<WorkerWeather> workers, String master, List<PathWeather> paths) {
    public Weather {
        workers = List.copyOf(workers);
        paths = List.copyOf(paths);
    }

    /** Weather of which the paths are not known. */
    public Weather(String run, boolean live, Instant time, List<WorkerWeather> workers) {
        this(run, live, time, workers, "", List.of());
    }

    /** How many of the workers are connected. */
    public long present() {
        return workers.stream().filter(WorkerWeather::present).count();
    }
}
