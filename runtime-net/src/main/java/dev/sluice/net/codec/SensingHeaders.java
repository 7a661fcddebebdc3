package dev.sluice.net.codec;

import dev.sluice.net.message.AskWeather;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.HostReport.Load;
import dev.sluice.net.message.HostReport.Memory;
import dev.sluice.net.message.HostReport.Processor;
import dev.sluice.net.message.HostReport.Processors;
import dev.sluice.net.message.HostReport.Received;
import dev.sluice.net.message.HostReport.Source;
import dev.sluice.net.message.HostReport.Times;
import dev.sluice.net.message.LinkProbe;
import dev.sluice.net.message.SeriesWeather;
import dev.sluice.net.message.SeriesWeather.Expected;
import dev.sluice.net.message.SeriesWeather.Measurement;
import dev.sluice.net.message.SeriesWeather.Quantity;
import dev.sluice.net.message.SizeClass;
import dev.sluice.net.message.WeatherAnswer;
import dev.sluice.net.message.WorkerWeather;
import dev.sluice.net.rules.Text;
import dev.sluice.proto.ProcessorTimes;
import java.util.Optional;

/** Headers of {@code sensing.proto}; {@link WeatherHeaders} converts what is nested in an answer about weather. */
final class SensingHeaders {
    private static final Source[] SOURCES = Source.values();
    private static final SizeClass[] SIZES = SizeClass.values();
    private static final int LONGEST_MODEL = 128;

    private SensingHeaders() {}

    static HeaderCodec<HostReport> hostReport() {
        return HeaderCodec.of(dev.sluice.proto.HostReport.parser(), SensingHeaders::builder, SensingHeaders::report);
    }

    static HeaderCodec<LinkProbe> linkProbe() {
        return HeaderCodec.withBulk(
                dev.sluice.proto.LinkProbe.parser(),
                message -> dev.sluice.proto.LinkProbe.newBuilder()
                        .setNumber(message.number())
                        .setArrivingNanos(message.arrivingNanos()),
                (read, bulk) -> new LinkProbe(read.getNumber(), read.getArrivingNanos(), bulk));
    }

    static HeaderCodec<AskWeather> askWeather() {
        return HeaderCodec.of(
                dev.sluice.proto.AskWeather.parser(),
                message -> dev.sluice.proto.AskWeather.newBuilder()
                        .setFromWorker(message.fromWorker())
                        .setHistory(message.history()),
                read -> new AskWeather(read.getFromWorker(), read.getHistory()));
    }

    static HeaderCodec<WeatherAnswer> weatherAnswer() {
        return HeaderCodec.of(
                dev.sluice.proto.WeatherAnswer.parser(),
                message -> dev.sluice.proto.WeatherAnswer.newBuilder()
                        .setTimeMillis(message.timeMillis())
                        .setNextWorker(message.nextWorker())
                        .setEnding(message.ending())
                        .addAllWorkers(message.workers().stream()
                                .map(WeatherHeaders::proto)
                                .toList()),
                read -> new WeatherAnswer(
                        read.getTimeMillis(),
                        read.getNextWorker(),
                        read.getEnding(),
                        read.getWorkersList().stream()
                                .map(WeatherHeaders::worker)
                                .toList()));
    }

    static dev.sluice.proto.HostReport.Builder builder(HostReport report) {
        dev.sluice.proto.HostReport.Builder builder = dev.sluice.proto.HostReport.newBuilder()
                .setSequence(report.sequence())
                .setIntervalNanos(report.intervalNanos())
                .setSlots(report.slots())
                .setProcessors(report.processors().count())
                .setQuotaThousandths(report.processors().quotaThousandths())
                .setAvailabilityPlusOne(report.availabilityPlusOne())
                .setRunQueueThousandths(report.load().queueThousandths())
                .setLoadThousandths(report.load().averageThousandths())
                .setTimes(proto(report.load().times()))
                .setFreeMemoryBytes(report.memory().freeBytes())
                .setMemoryBytes(report.memory().bytes())
                .setOwnCpuNanos(report.ownCpuNanos())
                .setSource(report.source().ordinal())
                .addAllReceived(
                        report.received().stream().map(SensingHeaders::proto).toList());
        report.processor()
                .ifPresent(processor -> builder.setProcessor(dev.sluice.proto.Processor.newBuilder()
                        .setModel(processor.model())
                        .setMegaHertz(processor.megaHertz())));
        return builder;
    }

    static HostReport report(dev.sluice.proto.HostReport read) {
        return new HostReport(
                read.getSequence(),
                read.getIntervalNanos(),
                read.getSlots(),
                new Processors(read.getProcessors(), read.getQuotaThousandths()),
                read.getAvailabilityPlusOne(),
                new Load(read.getRunQueueThousandths(), read.getLoadThousandths(), times(read.getTimes())),
                new Memory(read.getFreeMemoryBytes(), read.getMemoryBytes()),
                read.getOwnCpuNanos(),
                SharedHeaders.value(SOURCES, read.getSource(), "source"),
                read.hasProcessor() ? Optional.of(processor(read.getProcessor())) : Optional.empty(),
                read.getReceivedList().stream().map(SensingHeaders::received).toList());
    }

    private static ProcessorTimes proto(Times times) {
        return ProcessorTimes.newBuilder()
                .setUserMillis(times.user())
                .setNiceMillis(times.nice())
                .setSystemMillis(times.system())
                .setIdleMillis(times.idle())
                .setWaitingMillis(times.waiting())
                .setInterruptsMillis(times.interrupts())
                .setStolenMillis(times.stolen())
                .build();
    }

    private static Times times(ProcessorTimes read) {
        return new Times(
                read.getUserMillis(),
                read.getNiceMillis(),
                read.getSystemMillis(),
                read.getIdleMillis(),
                read.getWaitingMillis(),
                read.getInterruptsMillis(),
                read.getStolenMillis());
    }

    private static Processor processor(dev.sluice.proto.Processor read) {
        return new Processor(Text.printable(read.getModel(), LONGEST_MODEL), read.getMegaHertz());
    }

    private static dev.sluice.proto.Received proto(Received received) {
        return dev.sluice.proto.Received.newBuilder()
                .setSizeClass(received.sizes().ordinal())
                .setTransfers(received.transfers())
                .setBytes(received.bytes())
                .setArrivingNanos(received.arrivingNanos())
                .build();
    }

    private static Received received(dev.sluice.proto.Received read) {
        return new Received(sizes(read.getSizeClass()), read.getTransfers(), read.getBytes(), read.getArrivingNanos());
    }

    /** The size class with this number. */
    static SizeClass sizes(int number) {
        return SharedHeaders.value(SIZES, number, "sizeClass");
    }

    /** Converts the nested messages of an answer about weather, of {@code sensing.proto}. */
    private static final class WeatherHeaders {
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
                    read.getRecentList().stream()
                            .map(WeatherHeaders::measurement)
                            .toList());
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
}
