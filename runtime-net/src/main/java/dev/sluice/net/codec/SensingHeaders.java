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
import dev.sluice.net.message.SizeClass;
import dev.sluice.net.message.WeatherAnswer;
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
}
