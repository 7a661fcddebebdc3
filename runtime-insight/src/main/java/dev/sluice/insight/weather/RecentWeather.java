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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What hosts and links do, from runs that go on and from what the latest runs have left. Reads it once, when it is
 * first asked for; for one thread. A run whose weather cannot be had is passed over.
 */
public final class RecentWeather {
    private static final int MOST_RUNS = 12;

    /** Of thousands of workers: too much to be read for one answer. */
    private static final long MOST_BYTES = 32L << 20;

    private final History history;
    private final boolean asksMasters;
    private @Nullable List<Weather> latestFirst;

    private RecentWeather(History history, boolean asksMasters) {
        this.history = history;
        this.asksMasters = asksMasters;
    }

    /** What runs have left that are over: nobody is waited for. */
    public static RecentWeather left(History history) {
        return new RecentWeather(history, false);
    }

    /** The same, and what the masters of runs under this directory say that go on. */
    public static RecentWeather now(History history) {
        return new RecentWeather(history, true);
    }

    /** What masters say now, then what runs have left, the latest first by the order in which they ended. */
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
        live.addAll(left);
        return live;
    }

    /** Those here that may go on, and those that the history knows. */
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
            // the history may know more
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
