package dev.sluice.cli.hosts;

import dev.sluice.cli.option.Table;
import dev.sluice.master.weather.Weather;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.SeriesWeather;
import dev.sluice.net.message.SeriesWeather.Measurement;
import dev.sluice.net.message.SeriesWeather.Quantity;
import dev.sluice.net.message.WorkerWeather;
import dev.sluice.picture.ForecastChart;
import dev.sluice.picture.ForecastChart.Panel;
import dev.sluice.picture.ForecastChart.Point;
import dev.sluice.picture.Page;
import dev.sluice.picture.Picture;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Draws forecasts and measurements of each host, as a picture and as a page. */
final class WeatherPictures {
    /** More would not be looked at. */
    private static final int MOST_PANELS = 40;

    private WeatherPictures() {}

    /** @throws SluiceException when no host has said what is available yet */
    public static Picture picture(Weather weather) {
        List<Panel> panels = weather.workers().stream()
                .flatMap(worker -> worker.of(Quantity.AVAILABILITY).stream()
                        .filter(series -> !series.recent().isEmpty())
                        .map(series -> panel(worker, series)))
                .limit(MOST_PANELS)
                .toList();
        if (panels.isEmpty()) {
            throw new SluiceException(
                    ErrorCode.NO_WEATHER,
                    weather.run() + ": no host has said how much of a processor is available (expected: one that has;"
                            + " the first report comes about a second after a worker has joined)");
        }
        return new ForecastChart(
                        "Availability on the hosts of " + weather.run(), summary(weather, panels.size()), panels)
                .picture();
    }

    private static String summary(Weather weather, int shown) {
        int all = weather.workers().size();
        return "What a new process would get of one processor: measured (dots), and what had been forecast for it (line)"
                + " with the mean error of the forecasts until then (band)."
                + (shown < all ? " " + shown + " of " + all + " workers." : "");
    }

    private static Panel panel(WorkerWeather worker, SeriesWeather series) {
        List<Measurement> recent = series.recent();
        double end = recent.get(recent.size() - 1).timeMillis();
        List<Point> points = new ArrayList<>();
        double errors = 0;
        int count = 0;
        for (Measurement each : recent) {
            boolean known = Double.isFinite(each.forecast());
            double band = count > 0 ? errors / count : known ? each.error() : 0;
            points.add(new Point((each.timeMillis() - end) / 1e3, each.value(), each.forecast(), band));
            if (known) {
                errors += Math.abs(each.error());
                count++;
            }
        }
        return new Panel(worker.host() + ", w" + worker.worker(), points, note(series));
    }

    private static String note(SeriesWeather series) {
        double error = series.forecast().meanAbsoluteError();
        return String.format(
                Locale.ROOT,
                "next %.0f %%%s, by %s",
                100 * series.forecast().value(),
                Double.isFinite(error) ? String.format(Locale.ROOT, " ± %.1f", 100 * error) : "",
                series.forecast().predictor());
    }

    public static String page(Weather weather) {
        Table<WorkerWeather> columns = WeatherTable.columns(weather);
        return new Page(
                        "The weather of " + weather.run(),
                        "What its hosts and links did, and what was forecast of them.")
                .picture(picture(weather))
                .heading("Hosts")
                .table(columns.titles(), columns.cells(weather.workers()))
                .text("in, out: MB/s of transfers up to 4 KiB / 64 KiB / 1 MiB / larger.")
                .html();
    }
}
