package dev.sluice.cli.hosts;

import dev.sluice.cli.option.PictureOptions;
import dev.sluice.cli.option.Table;
import dev.sluice.cli.option.TerminalOutput;
import dev.sluice.insight.weather.WeatherJson;
import dev.sluice.insight.weather.WeatherSource;
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
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what hosts and links of a run do, and what is forecast of them. */
@Command(
        name = "weather",
        mixinStandardHelpOptions = true,
        description = {
            "Shows available processor time now and next, load, "
                    + "memory, round trips and bandwidth. For a finished run, shows the last recorded values.",
            "On a terminal, refreshes the table every two seconds until Ctrl-C or the end of the run."
        },
        exitCodeList = {
            "0:success",
            "2:usage error, or no such run",
            "3:the master cannot be reached",
            "4:the run recorded no weather, or its file cannot be read",
            "5:internal error in Sluice",
            "130:stopped by Ctrl-C"
        })
final class WeatherCommand implements Callable<Integer> {
    private static final long REFRESH_SECONDS = 2;
    private static final int ROWS_OF_A_SCREEN = 40;
    private static final int MOST_ROWS = 10_000;

    /** Up so many lines, to the first column, and nothing below it. */
    private static final String BACK = "\u001b[%dF\u001b[J";

    @Parameters(
            arity = "0..1",
            paramLabel = "RUN",
            description = "directory of the run, its operator's run file, or its weather.json (default: the newest "
                    + "run in sluice-runs; without any, the hosts of the latest pool)")
    private @Nullable Path run;

    @Option(names = "--once", description = "print one table, also on a terminal")
    private boolean once;

    @Option(names = "--json", description = "print one JSON object (docs/weather.schema.json)")
    private boolean json;

    @Mixin
    private final PictureOptions pictures = new PictureOptions();

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    WeatherCommand() {}

    @Override
    public Integer call() throws Exception {
        PrintWriter out = spec.commandLine().getOut();
        try (WeatherSource source = WeatherSource.of(Optional.ofNullable(run))) {
            boolean drawn = pictures.asked();
            boolean terminal = TerminalOutput.isThere();
            Weather weather = source.now(json || drawn);
            pictures.write(() -> WeatherPictures.picture(weather).svg(), () -> WeatherPictures.page(weather));
            if (json) {
                out.println(WeatherJson.of(weather));
                out.flush();
            } else if (terminal && !once && !drawn) {
                watch(source, weather, out);
            } else {
                out.print(WeatherTable.of(weather, MOST_ROWS));
                out.flush();
            }
        }
        return 0;
    }

    /** In place until the run ends. */
    private static void watch(WeatherSource source, Weather first, PrintWriter out) throws InterruptedException {
        Weather weather = first;
        int lines = 0;
        while (true) {
            String text = WeatherTable.of(weather, ROWS_OF_A_SCREEN);
            out.print(lines > 0 ? String.format(BACK, lines) + text : text);
            out.flush();
            lines = (int) text.lines().count();
            if (!source.goesOn()) {
                return;
            }
            TimeUnit.SECONDS.sleep(REFRESH_SECONDS);
            try {
                weather = source.now(false);
            } catch (SluiceException e) {
                if (e.code() == ErrorCode.RUN_OVER || e.code() == ErrorCode.CONNECTION_LOST) {
                    return; // the run is over, and the last table stays
                }
                throw e;
            }
        }
    }

    /** Draws forecasts and measurements of each host, as a picture and as a page. */
    static final class WeatherPictures {
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
                        weather.run()
                                + ": no host has said how much of a processor is available (expected: one that has;"
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
}
