package dev.sluice.cli.report;

import dev.sluice.cli.hosts.WeatherFileTest;
import dev.sluice.insight.weather.WeatherFile;
import dev.sluice.insight.weather.WeatherJson;
import dev.sluice.model.SluiceException;
import dev.sluice.testing.FuzzTarget;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The file of measured hosts and paths. */
public final class WeatherFuzz {
    private static final FuzzTarget TARGET =
            FuzzTarget.ofFile("weather.json", WeatherFile::read, SluiceException.class);

    private WeatherFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    static List<byte[]> seeds() {
        return List.of(WeatherJson.of(WeatherFileTest.weather(false)).getBytes(StandardCharsets.UTF_8));
    }
}
