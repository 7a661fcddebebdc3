package dev.sluice.net.codec;

import com.google.protobuf.CodedInputStream;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.Acknowledge;
import dev.sluice.net.message.Collect;
import dev.sluice.net.message.Grant;
import dev.sluice.net.message.Offer;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.UnitFailed;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Headers of {@code results.proto}. */
final class ResultHeaders {
    private static final Results.Form[] FORMS = Results.Form.values();

    static final HeaderCodec<Results> RESULTS = new HeaderCodec<>() {
        @Override
        public void write(Results message, HeaderWriter out) {
            out.number(1, message.cycle());
            out.number(2, message.sequence());
            out.number(3, message.assignSequence());
            out.number(4, message.assignHeldNanos());
            SharedHeaders.results(5, message.runs(), out);
            out.number(6, message.form().ordinal());
            out.number(7, message.offer());
        }

        @Override
        public Results read(CodedInputStream in, Payload bulk) throws IOException {
            int cycle = 0;
            long sequence = 0;
            long assignSequence = 0;
            long assignHeldNanos = 0;
            List<ResultRun> runs = new ArrayList<>(1);
            int form = 0;
            long offer = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> cycle = in.readUInt32();
                    case 2 << 3 -> sequence = in.readUInt64();
                    case 3 << 3 -> assignSequence = in.readUInt64();
                    case 4 << 3 -> assignHeldNanos = in.readUInt64();
                    case 5 << 3 | 2 -> runs.add(SharedHeaders.nested(in, SharedHeaders::results));
                    case 6 << 3 -> form = in.readUInt32();
                    case 7 << 3 -> offer = in.readUInt64();
                    default -> in.skipField(tag);
                }
            }
            if (form < 0 || form >= FORMS.length) {
                throw new IllegalArgumentException("results: form " + form + " (expected: 0 to 2)");
            }
            return new Results(cycle, sequence, assignSequence, assignHeldNanos, FORMS[form], runs, offer, bulk);
        }
    };

    static final HeaderCodec<Offer> OFFER = new HeaderCodec<>() {
        @Override
        public void write(Offer message, HeaderWriter out) {
            out.number(1, message.offer());
            out.number(2, message.bytes());
            out.number(3, message.urgent() ? 1 : 0);
        }

        @Override
        public Offer read(CodedInputStream in, Payload bulk) throws IOException {
            long offer = 0;
            long bytes = 0;
            boolean urgent = false;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> offer = in.readUInt64();
                    case 2 << 3 -> bytes = in.readUInt64();
                    case 3 << 3 -> urgent = in.readBool();
                    default -> in.skipField(tag);
                }
            }
            return new Offer(offer, bytes, urgent);
        }
    };

    static final HeaderCodec<Grant> GRANT = new HeaderCodec<>() {
        @Override
        public void write(Grant message, HeaderWriter out) {
            out.number(1, message.offer());
        }

        @Override
        public Grant read(CodedInputStream in, Payload bulk) throws IOException {
            long offer = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> offer = in.readUInt64();
                    default -> in.skipField(tag);
                }
            }
            return new Grant(offer);
        }
    };

    static final HeaderCodec<Collect> COLLECT = new HeaderCodec<>() {
        @Override
        public void write(Collect message, HeaderWriter out) {
            out.number(1, message.cycle());
        }

        @Override
        public Collect read(CodedInputStream in, Payload bulk) throws IOException {
            int cycle = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> cycle = in.readUInt32();
                    default -> in.skipField(tag);
                }
            }
            return new Collect(cycle);
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
            out.number(8, message.workers());
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
            int workers = 1;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> cycle = in.readUInt32();
                    case 2 << 3 -> sequence = in.readUInt64();
                    case 3 << 3 | 2 -> unit = SharedHeaders.nested(in, SharedHeaders::held);
                    case 4 << 3 -> code = in.readUInt32();
                    case 5 << 3 | 2 -> type = in.readStringRequireUtf8();
                    case 6 << 3 | 2 -> message = in.readStringRequireUtf8();
                    case 7 << 3 | 2 -> stack = in.readStringRequireUtf8();
                    case 8 << 3 -> workers = in.readUInt32();
                    default -> in.skipField(tag);
                }
            }
            if (unit == null) {
                throw new IllegalArgumentException("unit failed: no unit (expected: one)");
            }
            type = Text.printable(type, 1_024);
            message = Text.printableLines(message, 8_192);
            stack = Text.printableLines(stack, 65_536);
            return new UnitFailed(cycle, sequence, unit, SharedHeaders.code(code), type, message, stack, workers);
        }
    };

    static final HeaderCodec<Acknowledge> ACKNOWLEDGE = new HeaderCodec<>() {
        @Override
        public void write(Acknowledge message, HeaderWriter out) {
            out.number(1, message.sequence());
            out.number(2, message.windowBytes());
            out.number(3, message.queuedNanos());
        }

        @Override
        public Acknowledge read(CodedInputStream in, Payload bulk) throws IOException {
            long sequence = 0;
            long windowBytes = 0;
            long queuedNanos = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> sequence = in.readUInt64();
                    case 2 << 3 -> windowBytes = in.readUInt64();
                    case 3 << 3 -> queuedNanos = in.readUInt64();
                    default -> in.skipField(tag);
                }
            }
            return new Acknowledge(sequence, windowBytes, queuedNanos);
        }
    };

    private ResultHeaders() {}
}
