package dev.sluice.net.codec;

import com.google.protobuf.CodedInputStream;
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
import dev.sluice.net.message.WorkerWeather;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Headers of {@code sensing.proto}; what is nested in the answer is in {@link WeatherHeaders}. */
final class SensingHeaders {
    private static final Source[] SOURCES = Source.values();
    private static final SizeClass[] SIZES = SizeClass.values();
    private static final int LONGEST_MODEL = 128;

    static final HeaderCodec<HostReport> HOST_REPORT = new HeaderCodec<>() {
        @Override
        public void write(HostReport message, HeaderWriter out) {
            report(message, out);
        }

        @Override
        public HostReport read(CodedInputStream in, Payload bulk) throws IOException {
            return report(in);
        }
    };

    static final HeaderCodec<LinkProbe> LINK_PROBE = new HeaderCodec<>() {
        @Override
        public void write(LinkProbe message, HeaderWriter out) {
            out.number(1, message.number());
            out.number(2, message.arrivingNanos());
        }

        @Override
        public LinkProbe read(CodedInputStream in, Payload bulk) throws IOException {
            long number = 0;
            long arrivingNanos = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> number = in.readUInt64();
                    case 2 << 3 -> arrivingNanos = in.readUInt64();
                    default -> in.skipField(tag);
                }
            }
            return new LinkProbe(number, arrivingNanos, bulk);
        }
    };

    static final HeaderCodec<AskWeather> ASK_WEATHER = new HeaderCodec<>() {
        @Override
        public void write(AskWeather message, HeaderWriter out) {
            out.number(1, message.fromWorker());
            out.number(2, message.history() ? 1 : 0);
        }

        @Override
        public AskWeather read(CodedInputStream in, Payload bulk) throws IOException {
            int fromWorker = 0;
            boolean history = false;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> fromWorker = in.readUInt32();
                    case 2 << 3 -> history = in.readBool();
                    default -> in.skipField(tag);
                }
            }
            return new AskWeather(fromWorker, history);
        }
    };

    static final HeaderCodec<WeatherAnswer> WEATHER_ANSWER = new HeaderCodec<>() {
        @Override
        public void write(WeatherAnswer message, HeaderWriter out) {
            out.number(1, message.timeMillis());
            out.number(2, message.nextWorker());
            out.number(3, message.ending() ? 1 : 0);
            message.workers().forEach(worker -> WeatherHeaders.worker(4, worker, out));
        }

        @Override
        public WeatherAnswer read(CodedInputStream in, Payload bulk) throws IOException {
            long timeMillis = 0;
            int nextWorker = 0;
            boolean ending = false;
            List<WorkerWeather> workers = new ArrayList<>();
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> timeMillis = in.readUInt64();
                    case 2 << 3 -> nextWorker = in.readUInt32();
                    case 3 << 3 -> ending = in.readBool();
                    case 4 << 3 | 2 -> workers.add(SharedHeaders.nested(in, WeatherHeaders::worker));
                    default -> in.skipField(tag);
                }
            }
            return new WeatherAnswer(timeMillis, nextWorker, ending, workers);
        }
    };

    private SensingHeaders() {}

    /** The fields of a report. */
    static void report(HostReport report, HeaderWriter out) {
        out.number(1, report.sequence());
        out.number(2, report.intervalNanos());
        out.number(3, report.slots());
        out.number(4, report.processors().count());
        out.number(5, report.processors().quotaThousandths());
        out.number(6, report.availabilityPlusOne());
        out.number(7, report.load().queueThousandths());
        out.number(8, report.load().averageThousandths());
        times(report.load().times(), out);
        out.number(10, report.memory().freeBytes());
        out.number(11, report.memory().bytes());
        out.number(12, report.ownCpuNanos());
        out.number(13, report.source().ordinal());
        report.processor().ifPresent(processor -> {
            int mark = out.open(14);
            out.text(1, processor.model());
            out.number(2, processor.megaHertz());
            out.close(mark);
        });
        for (Received received : report.received()) {
            int mark = out.open(15);
            out.number(1, received.sizes().ordinal());
            out.number(2, received.transfers());
            out.number(3, received.bytes());
            out.number(4, received.arrivingNanos());
            out.close(mark);
        }
    }

    static HostReport report(CodedInputStream in) throws IOException {
        long[] numbers = new long[14];
        Times times = Times.NONE;
        Optional<Processor> processor = Optional.empty();
        List<Received> received = new ArrayList<>();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            int field = tag >>> 3;
            switch (tag) {
                case 1 << 3, 2 << 3, 10 << 3, 11 << 3, 12 << 3 -> numbers[field] = in.readUInt64();
                case 3 << 3, 4 << 3, 5 << 3, 6 << 3, 7 << 3, 8 << 3, 13 << 3 -> numbers[field] = in.readUInt32();
                case 9 << 3 | 2 -> times = SharedHeaders.nested(in, SensingHeaders::times);
                case 14 << 3 | 2 -> processor = Optional.of(SharedHeaders.nested(in, SensingHeaders::processor));
                case 15 << 3 | 2 -> {
                    received.add(SharedHeaders.nested(in, SensingHeaders::received));
                    check("received", received.size() - 1, SIZES.length);
                }
                default -> in.skipField(tag);
            }
        }
        check("source", (int) numbers[13], SOURCES.length);
        return new HostReport(
                numbers[1],
                numbers[2],
                (int) numbers[3],
                new Processors((int) numbers[4], (int) numbers[5]),
                (int) numbers[6],
                new Load((int) numbers[7], (int) numbers[8], times),
                new Memory(numbers[10], numbers[11]),
                numbers[12],
                SOURCES[(int) numbers[13]],
                processor,
                received);
    }

    private static void times(Times times, HeaderWriter out) {
        int mark = out.open(9);
        out.number(1, times.user());
        out.number(2, times.nice());
        out.number(3, times.system());
        out.number(4, times.idle());
        out.number(5, times.waiting());
        out.number(6, times.interrupts());
        out.number(7, times.stolen());
        out.close(mark);
    }

    private static Times times(CodedInputStream in) throws IOException {
        long[] millis = new long[8];
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            int field = tag >>> 3;
            if ((tag & 7) == 0 && field < millis.length) {
                millis[field] = in.readUInt64();
            } else {
                in.skipField(tag);
            }
        }
        return new Times(millis[1], millis[2], millis[3], millis[4], millis[5], millis[6], millis[7]);
    }

    private static Processor processor(CodedInputStream in) throws IOException {
        String model = "";
        int megaHertz = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case 1 << 3 | 2 -> model = Text.printable(in.readStringRequireUtf8(), LONGEST_MODEL);
                case 2 << 3 -> megaHertz = in.readUInt32();
                default -> in.skipField(tag);
            }
        }
        return new Processor(model, megaHertz);
    }

    private static Received received(CodedInputStream in) throws IOException {
        int sizes = 0;
        long transfers = 0;
        long bytes = 0;
        long arrivingNanos = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case 1 << 3 -> sizes = in.readUInt32();
                case 2 << 3 -> transfers = in.readUInt64();
                case 3 << 3 -> bytes = in.readUInt64();
                case 4 << 3 -> arrivingNanos = in.readUInt64();
                default -> in.skipField(tag);
            }
        }
        return new Received(sizes(sizes), transfers, bytes, arrivingNanos);
    }

    /** The class of sizes with this number. */
    static SizeClass sizes(int number) {
        check("sizeClass", number, SIZES.length);
        return SIZES[number];
    }

    /** Refuses what is no index of an enumeration. */
    static void check(String name, int index, int size) {
        if (index < 0 || index >= size) {
            throw new IllegalArgumentException(name + ": " + index + " (expected: 0 to " + (size - 1) + ")");
        }
    }
}
