package dev.sluice.insight.weather;

import dev.sluice.json.JsonTree;
import dev.sluice.master.weather.Weather;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.nio.file.Path;

/** Reads what {@link WeatherJson} wrote. */
public final class WeatherFile {
    private WeatherFile() {}

    /**
     * The weather file of a run.
     *
     * @throws SluiceException if there is no such file, or it has another format
     */
    public static Weather read(Path file) {
        JsonTree json = JsonTree.read(file);
        try {
            if (!json.at("schema").text().equals(WeatherJson.SCHEMA)) {
                throw json.at("schema").wrong(WeatherJson.SCHEMA);
            }
            return json.made("weather", each -> each.as(WeatherJson.class).weather());
        } catch (SluiceException e) {
            throw new SluiceException(ErrorCode.WEATHER_UNUSABLE, String.valueOf(e.getMessage()), e);
        }
    }
}
