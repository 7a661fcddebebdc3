package dev.sluice.insight.weather;

import dev.sluice.insight.history.History;
import dev.sluice.insight.history.RunRow;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.master.weather.Weather;
import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The state of hosts and links as the latest runs and pools left it in files. Waits for no master. Reads the files
 * once, at the first question; for one thread. A run whose weather is unavailable is skipped.
 */
public final class RecentWeather {
    private static final int MOST_RUNS = 12;

    /** Limit of a file [bytes]: larger ones, of thousands of workers, would take too long. */
    private static final long MOST_BYTES = 32L << 20;

    private final History history;
    private @Nullable List<Weather> latestFirst;

    public RecentWeather(History history) {
        this.history = history;
    }

    /** The files, newest first by their time. */
    public List<Weather> latestFirst() {
        List<Weather> known = latestFirst;
        if (known == null) {
            known = read();
            latestFirst = known;
        }
        return known;
    }

    private List<Weather> read() {
        List<Weather> left = new ArrayList<>(new StandingWeather(history.directory()).all());
        for (Path run : directories()) {
            if (!RunDirectory.goesOn(run)) {
                of(run).ifPresent(left::add);
            }
        }
        left.sort(Comparator.comparing(Weather::time).reversed());
        return left;
    }

    /** Directories of runs here that may be running, and of runs in the history. */
    private Set<Path> directories() {
        Set<Path> all = new LinkedHashSet<>();
        for (RunRow run : history.runs(MOST_RUNS)) {
            if (!run.directory().isEmpty()) {
                all.add(Path.of(run.directory()));
            }
        }
        try {
            RunDirectory.latest(MOST_RUNS)
                    .forEach(run -> all.add(run.toAbsolutePath().normalize()));
        } catch (IOException unreadable) {
            // the history may have more
        }
        return all;
    }

    private static Optional<Weather> of(Path run) {
        Path file = RunDirectory.weatherFile(run);
        try {
            boolean there = Files.isRegularFile(file) && Files.size(file) <= MOST_BYTES;
            return there ? Optional.of(WeatherFile.read(file)) : Optional.empty();
        } catch (SluiceException | IOException unusable) {
            return Optional.empty(); // deleted meanwhile, or of another version
        }
    }
}
