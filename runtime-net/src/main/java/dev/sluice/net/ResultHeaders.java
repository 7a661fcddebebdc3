package dev.sluice.net;

import com.google.protobuf.CodedInputStream;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.Acknowledge;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.UnitFailed;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Headers of {@code results.proto}. */
final class ResultHeaders {
    static final HeaderCodec<Results> RESULTS = new HeaderCodec<>() {
        @Override
        public void write(Results message, HeaderWriter out) {
            out.number(1, message.cycle());
            out.number(2, message.sequence());
            out.number(3, message.assignSequence());
            out.number(4, message.assignHeldNanos());
            SharedHeaders.results(5, message.runs(), out);
        }

        @Override
        public Results read(CodedInputStream in, Payload bulk) throws IOException {
            int cycle = 0;
            long sequence = 0;
            long assignSequence = 0;
            long assignHeldNanos = 0;
            List<ResultRun> runs = new ArrayList<>(1);
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> cycle = in.readUInt32();
                    case 2 << 3 -> sequence = in.readUInt64();
                    case 3 << 3 -> assignSequence = in.readUInt64();
                    case 4 << 3 -> assignHeldNanos = in.readUInt64();
                    case 5 << 3 | 2 -> runs.add(SharedHeaders.nested(in, SharedHeaders::results));
                    default -> in.skipField(tag);
                }
            }
            return new Results(cycle, sequence, assignSequence, assignHeldNanos, runs, bulk);
        }
    };

    static final HeaderCodec<UnitFailed> UNIT_FAILED = new HeaderCodec<>() {
        @Override
        public void write(UnitFailed message, HeaderWriter out) {
            out.number(1, message.cycle());
            out.number(2, message.sequence());
            SharedHeaders.held(3, message.unit(), out);
            out.number(4, message.code().number());
            out.text(5, message.type());
            out.text(6, message.message());
            out.text(7, message.stack());
        }

        @Override
        public UnitFailed read(CodedInputStream in, Payload bulk) throws IOException {
            int cycle = 0;
            long sequence = 0;
            @Nullable HeldUnits unit = null;
            int code = 0;
            String type = "";
            String message = "";
            String stack = "";
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> cycle = in.readUInt32();
                    case 2 << 3 -> sequence = in.readUInt64();
                    case 3 << 3 | 2 -> unit = SharedHeaders.nested(in, SharedHeaders::held);
                    case 4 << 3 -> code = in.readUInt32();
                    case 5 << 3 | 2 -> type = in.readStringRequireUtf8();
                    case 6 << 3 | 2 -> message = in.readStringRequireUtf8();
                    case 7 << 3 | 2 -> stack = in.readStringRequireUtf8();
                    default -> in.skipField(tag);
                }
            }
            if (unit == null) {
                throw new IllegalArgumentException("unit failed: no unit (expected: one)");
            }
            type = Text.printable(type, 1_024);
            message = Text.printableLines(message, 8_192);
            stack = Text.printableLines(stack, 65_536);
            return new UnitFailed(cycle, sequence, unit, SharedHeaders.code(code), type, message, stack);
        }
    };

    static final HeaderCodec<Acknowledge> ACKNOWLEDGE = new HeaderCodec<>() {
        @Override
        public void write(Acknowledge message, HeaderWriter out) {
            out.number(1, message.sequence());
            out.number(2, message.windowBytes());
        }

        @Override
        public Acknowledge read(CodedInputStream in, Payload bulk) throws IOException {
            long sequence = 0;
            long windowBytes = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> sequence = in.readUInt64();
                    case 2 << 3 -> windowBytes = in.readUInt64();
                    default -> in.skipField(tag);
                }
            }
            return new Acknowledge(sequence, windowBytes);
        }
    };

    private ResultHeaders() {}
}
