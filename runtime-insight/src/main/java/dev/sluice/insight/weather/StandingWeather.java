package dev.sluice.insight.weather;

import dev.sluice.master.weather.Weather;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The state of hosts and links that pools leave for commands: one file for each pool in the user's state directory,
 * which the pool replaces. The latest files stay. Any thread.
 */
public final class StandingWeather {
    private static final String ENDING = ".json";

    /** Files that are kept and read. */
    private static final int MOST_FILES = 8;

    /** A larger file is neither written nor read [bytes]. */
    private static final int MOST_BYTES = 16 << 20;

    private final Path directory;

    /** @param state the directory of the user's persistent data, which may not exist yet */
    public StandingWeather(Path state) {
        this.directory = state.resolve("weather");
    }

    /**
     * Replaces the file of a pool.
     *
     * @throws IOException if it cannot be written; the earlier file stays then
     */
    public void write(RunId pool, Weather weather) throws IOException {
        byte[] json = WeatherJson.of(weather).getBytes(StandardCharsets.UTF_8);
        if (json.length > MOST_BYTES) {
            throw new IOException(json.length + " bytes of weather (expected: at most " + MOST_BYTES + ")");
        }
        Files.createDirectories(directory);
        Path part = Files.createTempFile(
                directory,
                "weather",
                ".part",
                PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        try {
            Files.write(part, json);
            Files.move(
                    part,
                    directory.resolve(pool.text() + ENDING),
                    StandardCopyOption.REPLACE_EXISTING,
                    StandardCopyOption.ATOMIC_MOVE);
        } finally {
            Files.deleteIfExists(part);
        }
        List<Path> all = files();
        for (Path old : all.subList(Math.min(MOST_FILES, all.size()), all.size())) {
            Files.deleteIfExists(old);
        }
    }

    /** The files that pools have left, the latest first; files that cannot be read are skipped. */
    public List<Weather> all() {
        List<Weather> all = new ArrayList<>();
        try {
            for (Path file : files().stream().limit(MOST_FILES).toList()) {
                read(file, all);
            }
        } catch (IOException none) {
            // there is no directory, or it cannot be read
        }
        all.sort(Comparator.comparing(Weather::time).reversed());
        return all;
    }

    private static void read(Path file, List<Weather> all) throws IOException {
        try {
            if (Files.size(file) <= MOST_BYTES) {
                all.add(WeatherFile.read(file));
            }
        } catch (SluiceException unusable) {
            // it has another version, or is damaged
        }
    }

    /** The files, the latest first. */
    private List<Path> files() throws IOException {
        if (!Files.isDirectory(directory)) {
            return List.of();
        }
        record Aged(Path file, long millis) {}
        List<Aged> aged = new ArrayList<>();
        try (Stream<Path> entries = Files.list(directory)) {
            for (Path file :
                    entries.filter(each -> each.toString().endsWith(ENDING)).toList()) {
                aged.add(new Aged(file, Files.getLastModifiedTime(file).toMillis()));
            }
        }
        aged.sort(Comparator.comparingLong(Aged::millis).reversed());
        return aged.stream().map(Aged::file).toList();
    }
}
