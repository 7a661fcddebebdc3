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
 * The state of hosts and links, from running runs, and from the files of the latest runs and of pools. Reads them once,
 * at the first question; for one thread. A run whose weather is unavailable is skipped.
 */
public final class RecentWeather {
    private static final int MOST_RUNS = 12;

    /** Limit of a file [bytes]: larger ones, of thousands of workers, would take too long. */
    private static final long MOST_BYTES = 32L << 20;

    private final History history;
    private final boolean asksMasters;
    private @Nullable List<Weather> latestFirst;

    private RecentWeather(History history, boolean asksMasters) {
        this.history = history;
        this.asksMasters = asksMasters;
    }

    /** Reads only what finished runs and pools have left, and waits for no master. */
    public static RecentWeather left(History history) {
        return new RecentWeather(history, false);
    }

    /** The same, and asks the masters of running runs under this directory. */
    public static RecentWeather now(History history) {
        return new RecentWeather(history, true);
    }

    /** Answers of masters first, then the files, newest first by their time. */
    List<Weather> latestFirst() {
        List<Weather> known = latestFirst;
        if (known == null) {
            known = read();
            latestFirst = known;
        }
        return known;
    }

    private List<Weather> read() {
        List<Weather> live = new ArrayList<>();
        List<Weather> left = new ArrayList<>();
        for (Path run : directories()) {
            boolean goesOn = RunDirectory.goesOn(run);
            if (goesOn && !asksMasters) {
                continue;
            }
            of(run, goesOn).ifPresent(weather -> (weather.live() ? live : left).add(weather));
        }
        left.addAll(new StandingWeather(history.directory()).all());
        left.sort(Comparator.comparing(Weather::time).reversed());
        live.addAll(left);
        return live;
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

    private static Optional<Weather> of(Path run, boolean goesOn) {
        Path file = RunDirectory.weatherFile(run);
        try {
            boolean there = goesOn || Files.isRegularFile(file) && Files.size(file) <= MOST_BYTES;
            return there ? now(run) : Optional.empty();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (SluiceException | IOException unusable) {
            return Optional.empty(); // deleted meanwhile, of another version, or its master has died
        }
    }

    private static Optional<Weather> now(Path run) throws IOException, InterruptedException {
        try (WeatherSource source = WeatherSource.of(Optional.of(run))) {
            return Optional.of(source.now(false));
        }
    }
}
