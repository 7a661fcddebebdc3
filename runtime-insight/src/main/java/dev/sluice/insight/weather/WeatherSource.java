package dev.sluice.insight.weather;

import dev.sluice.insight.history.StateDirectory;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.master.weather.Weather;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.AskWeather;
import dev.sluice.net.message.WeatherAnswer;
import dev.sluice.net.message.WorkerWeather;
import dev.sluice.net.runfile.RunFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A source of weather: the master of a running run, or the file of a finished one. Used by one thread. */
public final class WeatherSource implements AutoCloseable {
    private final String run;
    private final @Nullable OperatorCall call;
    private final @Nullable Weather left;
    private boolean ending;

    private WeatherSource(String run, @Nullable OperatorCall call, @Nullable Weather left) {
        this.run = run;
        this.call = call;
        this.left = left;
    }

    /**
     * Finds the source.
     *
     * @param told a run's directory, its operator's run file or its weather.json; empty for the newest run, or for what
     *     a pool has left where there is no run
     */
    public static WeatherSource of(Optional<Path> told) throws IOException, InterruptedException {
        if (told.isEmpty() && RunDirectory.latest(1).isEmpty()) {
            List<Weather> standing = new StandingWeather(StateDirectory.of(System.getenv())).all();
            if (!standing.isEmpty()) {
                return over(standing.get(0));
            }
        }
        Path run = told.isPresent() ? told.get() : RunDirectory.newest();
        if (Files.isRegularFile(run) && run.toString().endsWith(".json")) {
            return over(WeatherFile.read(run));
        }
        if (Files.isDirectory(run) && !RunDirectory.goesOn(run)) {
            Path file = RunDirectory.weatherFile(run);
            if (!Files.exists(file)) {
                throw new SluiceException(
                        ErrorCode.NO_WEATHER,
                        "run: " + run + " is over and has no weather file (expected: a running run, or one with "
                                + file.getFileName() + ")");
            }
            return over(WeatherFile.read(file));
        }
        RunFile file = RunDirectory.operatorsOf(run);
        return new WeatherSource(file.run().text(), OperatorCall.open(file), null);
    }

    private static WeatherSource over(Weather weather) {
        return new WeatherSource(weather.run(), null, weather);
    }

    /** Tells whether newer weather will come. */
    public boolean goesOn() {
        return call != null && !ending;
    }

    /** The current weather. */
    public Weather now(boolean history) throws InterruptedException {
        if (left != null) {
            return left;
        }
        OperatorCall open = call;
        if (open == null) {
            throw new IllegalStateException(run + ": neither a master nor a file");
        }
        List<WorkerWeather> workers = new ArrayList<>();
        long timeMillis = 0;
        int next = 0;
        do {
            WeatherAnswer page = open.ask(new AskWeather(next, history), WeatherAnswer.class);
            workers.addAll(page.workers());
            timeMillis = page.timeMillis();
            ending |= page.ending();
            int before = next;
            next = page.nextWorker() > before ? page.nextWorker() : 0;
        } while (next > 0);
        return new Weather(run, true, Instant.ofEpochMilli(timeMillis), workers);
    }

    @Override
    public void close() {
        if (call != null) {
            call.close();
        }
    }
}
