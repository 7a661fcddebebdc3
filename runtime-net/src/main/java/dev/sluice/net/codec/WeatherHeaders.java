package dev.sluice.net.codec;

import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.SeriesWeather;
import dev.sluice.net.message.SeriesWeather.Expected;
import dev.sluice.net.message.SeriesWeather.Measurement;
import dev.sluice.net.message.SeriesWeather.Quantity;
import dev.sluice.net.message.WorkerWeather;
import dev.sluice.net.rules.Text;

/** Converts the nested messages of an answer about weather, of {@code sensing.proto}. */
final class WeatherHeaders {
    private static final Quantity[] QUANTITIES = Quantity.values();
    private static final Measurement NO_MEASUREMENT = new Measurement(0, 0, Double.NaN, Double.NaN, 0);
    private static final int LONGEST_HOST = 255;
    private static final int LONGEST_PREDICTOR = 64;

    private WeatherHeaders() {}

    static dev.sluice.proto.WorkerWeather proto(WorkerWeather worker) {
        return dev.sluice.proto.WorkerWeather.newBuilder()
                .setWorker(worker.worker())
                .setHost(worker.host())
                .setPresent(worker.present())
                .setReportedMillis(worker.reportedMillis())
                .setReport(SensingHeaders.builder(worker.report()))
                .addAllSeries(
                        worker.series().stream().map(WeatherHeaders::proto).toList())
                .build();
    }

    static WorkerWeather worker(dev.sluice.proto.WorkerWeather read) {
        return new WorkerWeather(
                read.getWorker(),
                Text.printable(read.getHost(), LONGEST_HOST),
                read.getPresent(),
                read.getReportedMillis(),
                read.hasReport() ? SensingHeaders.report(read.getReport()) : HostReport.NONE,
                read.getSeriesList().stream().map(WeatherHeaders::series).toList());
    }

    private static dev.sluice.proto.SeriesWeather proto(SeriesWeather series) {
        return dev.sluice.proto.SeriesWeather.newBuilder()
                .setQuantity(series.quantity().ordinal())
                .setSizeClass(series.sizes().ordinal())
                .setNewest(proto(series.newest()))
                .setForecast(series.forecast().value())
                .setMeanAbsoluteError(series.forecast().meanAbsoluteError())
                .setRootMeanSquareError(series.forecast().rootMeanSquareError())
                .setPredictor(series.forecast().predictor())
                .setMeasurements(series.forecast().measurements())
                .addAllRecent(
                        series.recent().stream().map(WeatherHeaders::proto).toList())
                .build();
    }

    private static SeriesWeather series(dev.sluice.proto.SeriesWeather read) {
        return new SeriesWeather(
                SharedHeaders.value(QUANTITIES, read.getQuantity(), "quantity"),
                SensingHeaders.sizes(read.getSizeClass()),
                read.hasNewest() ? measurement(read.getNewest()) : NO_MEASUREMENT,
                new Expected(
                        read.getForecast(),
                        read.getMeanAbsoluteError(),
                        read.getRootMeanSquareError(),
                        Text.printable(read.getPredictor(), LONGEST_PREDICTOR),
                        read.getMeasurements()),
                read.getRecentList().stream().map(WeatherHeaders::measurement).toList());
    }

    private static dev.sluice.proto.Measurement proto(Measurement measurement) {
        return dev.sluice.proto.Measurement.newBuilder()
                .setTimeMillis(measurement.timeMillis())
                .setValue(measurement.value())
                .setForecast(measurement.forecast())
                .setError(measurement.error())
                .setOwnTraffic(measurement.ownTraffic())
                .build();
    }

    private static Measurement measurement(dev.sluice.proto.Measurement read) {
        return new Measurement(
                read.getTimeMillis(), read.getValue(), read.getForecast(), read.getError(), read.getOwnTraffic());
    }
}
