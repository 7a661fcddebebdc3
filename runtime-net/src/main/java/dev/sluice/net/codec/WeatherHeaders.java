package dev.sluice.net.codec;

import com.google.protobuf.CodedInputStream;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.SeriesWeather;
import dev.sluice.net.message.SeriesWeather.Expected;
import dev.sluice.net.message.SeriesWeather.Measurement;
import dev.sluice.net.message.SeriesWeather.Quantity;
import dev.sluice.net.message.WorkerWeather;
import dev.sluice.net.rules.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What is nested in the answer about weather, of {@code sensing.proto}. */
final class WeatherHeaders {
    private static final Quantity[] QUANTITIES = Quantity.values();
    private static final int LONGEST_HOST = 255;
    private static final int LONGEST_PREDICTOR = 64;

    private WeatherHeaders() {}

    static void worker(int field, WorkerWeather worker, HeaderWriter out) {
        int mark = out.open(field);
        out.number(1, worker.worker());
        out.text(2, worker.host());
        out.number(3, worker.present() ? 1 : 0);
        out.number(4, worker.reportedMillis());
        int report = out.open(5);
        SensingHeaders.report(worker.report(), out);
        out.close(report);
        worker.series().forEach(series -> series(series, out));
        out.close(mark);
    }

    static WorkerWeather worker(CodedInputStream in) throws IOException {
        int worker = 0;
        String host = "";
        boolean present = false;
        long reportedMillis = 0;
        HostReport report = HostReport.NONE;
        List<SeriesWeather> series = new ArrayList<>();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case 1 << 3 -> worker = in.readUInt32();
                case 2 << 3 | 2 -> host = Text.printable(in.readStringRequireUtf8(), LONGEST_HOST);
                case 3 << 3 -> present = in.readBool();
                case 4 << 3 -> reportedMillis = in.readUInt64();
                case 5 << 3 | 2 -> report = SharedHeaders.nested(in, SensingHeaders::report);
                case 6 << 3 | 2 -> series.add(SharedHeaders.nested(in, WeatherHeaders::series));
                default -> in.skipField(tag);
            }
        }
        return new WorkerWeather(worker, host, present, reportedMillis, report, series);
    }

    private static void series(SeriesWeather series, HeaderWriter out) {
        int mark = out.open(6);
        out.number(1, series.quantity().ordinal());
        out.number(2, series.sizes().ordinal());
        measurement(3, series.newest(), out);
        out.real(4, series.forecast().value());
        out.real(5, series.forecast().meanAbsoluteError());
        out.real(6, series.forecast().rootMeanSquareError());
        out.text(7, series.forecast().predictor());
        out.number(8, series.forecast().measurements());
        series.recent().forEach(each -> measurement(9, each, out));
        out.close(mark);
    }

    private static SeriesWeather series(CodedInputStream in) throws IOException {
        int quantity = 0;
        int sizes = 0;
        Measurement newest = new Measurement(0, 0, Double.NaN, Double.NaN, 0);
        double forecast = 0;
        double meanAbsoluteError = 0;
        double rootMeanSquareError = 0;
        String predictor = "";
        long measurements = 0;
        List<Measurement> recent = new ArrayList<>();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case 1 << 3 -> quantity = in.readUInt32();
                case 2 << 3 -> sizes = in.readUInt32();
                case 3 << 3 | 2 -> newest = SharedHeaders.nested(in, WeatherHeaders::measurement);
                case 4 << 3 | 1 -> forecast = in.readDouble();
                case 5 << 3 | 1 -> meanAbsoluteError = in.readDouble();
                case 6 << 3 | 1 -> rootMeanSquareError = in.readDouble();
                case 7 << 3 | 2 -> predictor = Text.printable(in.readStringRequireUtf8(), LONGEST_PREDICTOR);
                case 8 << 3 -> measurements = in.readUInt64();
                case 9 << 3 | 2 -> recent.add(SharedHeaders.nested(in, WeatherHeaders::measurement));
                default -> in.skipField(tag);
            }
        }
        SensingHeaders.check("quantity", quantity, QUANTITIES.length);
        return new SeriesWeather(
                QUANTITIES[quantity],
                SensingHeaders.sizes(sizes),
                newest,
                new Expected(forecast, meanAbsoluteError, rootMeanSquareError, predictor, measurements),
                recent);
    }

    private static void measurement(int field, Measurement measurement, HeaderWriter out) {
        int mark = out.open(field);
        out.number(1, measurement.timeMillis());
        out.real(2, measurement.value());
        out.real(3, measurement.forecast());
        out.real(4, measurement.error());
        out.real(5, measurement.ownTraffic());
        out.close(mark);
    }

    private static Measurement measurement(CodedInputStream in) throws IOException {
        long timeMillis = 0;
        double value = 0;
        double forecast = 0;
        double error = 0;
        double ownTraffic = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case 1 << 3 -> timeMillis = in.readUInt64();
                case 2 << 3 | 1 -> value = in.readDouble();
                case 3 << 3 | 1 -> forecast = in.readDouble();
                case 4 << 3 | 1 -> error = in.readDouble();
                case 5 << 3 | 1 -> ownTraffic = in.readDouble();
                default -> in.skipField(tag);
            }
        }
        return new Measurement(timeMillis, value, forecast, error, ownTraffic);
    }
}
