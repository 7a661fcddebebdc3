package dev.sluice.net.codec;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import dev.sluice.model.Amounts;
import dev.sluice.model.ledger.Lull;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.Acknowledge;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.Results;
import dev.sluice.net.message.RunAges;
import dev.sluice.net.payload.Payload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The headers that may travel once per unit. They are coded by hand, field by field, so that neither a builder nor a
 * generated message is allocated for them. The bytes are those of the generated classes.
 */
final class UnitHeaders {
    private static final Results.Form[] FORMS = Results.Form.values();

    private UnitHeaders() {}

    static HeaderCodec<Assign> assign() {
        return new HeaderCodec<>() {
            @Override
            public void write(Assign message, HeaderWriter out) {
                out.number(1, message.cycle());
                out.number(2, message.sequence());
                attempts(3, message.run(), out);
                out.number(4, message.firstUnit());
                out.number(5, message.units());
                out.number(6, message.lull().dryNanos());
                out.number(7, message.lull().heardNanos());
            }

            @Override
            public Assign read(CodedInputStream in, Payload bulk) throws IOException {
                int cycle = 0;
                long sequence = 0;
                @Nullable AttemptRun run = null;
                long firstUnit = 0;
                int units = 0;
                long dryNanos = 0;
                long heardNanos = 0;
                for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                    switch (tag) {
                        case 1 << 3 -> cycle = in.readUInt32();
                        case 2 << 3 -> sequence = in.readUInt64();
                        case 3 << 3 | 2 -> run = nested(in, UnitHeaders::attempts);
                        case 4 << 3 -> firstUnit = in.readUInt64();
                        case 5 << 3 -> units = in.readUInt32();
                        case 6 << 3 -> dryNanos = in.readUInt64();
                        case 7 << 3 -> heardNanos = in.readUInt64();
                        default -> in.skipField(tag);
                    }
                }
                if (run == null) {
                    throw new IllegalArgumentException("assign: no run (expected: one)");
                }
                return new Assign(cycle, sequence, run, firstUnit, units, new Lull(dryNanos, heardNanos), bulk);
            }
        };
    }

    static HeaderCodec<Results> results() {
        return new HeaderCodec<>() {
            @Override
            public void write(Results message, HeaderWriter out) {
                out.number(1, message.cycle());
                out.number(2, message.sequence());
                out.number(3, message.assignSequence());
                out.number(4, message.assignHeldNanos());
                results(5, message.runs(), out);
                out.number(6, message.form().ordinal());
                out.number(7, message.offer());
                out.number(8, message.ages().slot());
                ages(9, message.ages().micros(), out);
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
                int slot = 0;
                List<Long> ages = List.of();
                for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                    switch (tag) {
                        case 1 << 3 -> cycle = in.readUInt32();
                        case 2 << 3 -> sequence = in.readUInt64();
                        case 3 << 3 -> assignSequence = in.readUInt64();
                        case 4 << 3 -> assignHeldNanos = in.readUInt64();
                        case 5 << 3 | 2 -> runs.add(nested(in, UnitHeaders::results));
                        case 6 << 3 -> form = in.readUInt32();
                        case 7 << 3 -> offer = in.readUInt64();
                        case 8 << 3 -> slot = in.readUInt32();
                        case 9 << 3 | 2 -> ages = ages(in);
                        default -> in.skipField(tag);
                    }
                }
                if (form < 0 || form >= FORMS.length) {
                    throw new IllegalArgumentException("results: form " + form + " (expected: 0 to 2)");
                }
                RunAges known = slot == 0 && ages.isEmpty() ? RunAges.UNKNOWN : new RunAges(slot, ages);
                return new Results(
                        cycle, sequence, assignSequence, assignHeldNanos, FORMS[form], runs, offer, known, bulk);
            }
        };
    }

    static HeaderCodec<Acknowledge> acknowledge() {
        return new HeaderCodec<>() {
            @Override
            public void write(Acknowledge message, HeaderWriter out) {
                out.number(1, message.sequence());
                out.number(2, message.windowBytes());
                out.number(3, message.queuedNanos());
                out.number(4, message.answered());
            }

            @Override
            public Acknowledge read(CodedInputStream in, Payload bulk) throws IOException {
                long sequence = 0;
                long windowBytes = 0;
                long queuedNanos = 0;
                long answered = 0;
                for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                    switch (tag) {
                        case 1 << 3 -> sequence = in.readUInt64();
                        case 2 << 3 -> windowBytes = in.readUInt64();
                        case 3 << 3 -> queuedNanos = in.readUInt64();
                        case 4 << 3 -> answered = in.readUInt64();
                        default -> in.skipField(tag);
                    }
                }
                return new Acknowledge(sequence, windowBytes, queuedNanos, answered);
            }
        };
    }

    /** Reads one nested message. */
    private interface Nested<T> {
        T read(CodedInputStream in) throws IOException;
    }

    private static <T> T nested(CodedInputStream in, Nested<T> reader) throws IOException {
        int size = in.readRawVarint32();
        int outer = in.pushLimit(size);
        T value = reader.read(in);
        in.checkLastTagWas(0);
        in.popLimit(outer);
        return value;
    }

    private static void attempts(int field, AttemptRun run, HeaderWriter out) {
        int mark = out.open(field);
        out.number(1, run.firstAttempt());
        out.fixed(2, run.nonce());
        out.number(3, run.firstUnit());
        out.number(4, run.chunkUnits());
        out.number(5, run.chunks());
        if (!run.needs().isOneSlot()) {
            for (dev.sluice.proto.Amount need : SharedHeaders.proto(run.needs())) {
                int inner = out.open(6);
                out.message(need);
                out.close(inner);
            }
        }
        out.number(7, Integer.toUnsignedLong(CodedOutputStream.encodeZigZag32(run.priority())));
        out.close(mark);
    }

    private static void ages(int field, List<Long> micros, HeaderWriter out) {
        if (!micros.isEmpty()) {
            int mark = out.open(field);
            for (int i = 0; i < micros.size(); i++) {
                out.packed(micros.get(i));
            }
            out.close(mark);
        }
    }

    private static List<Long> ages(CodedInputStream in) throws IOException {
        List<Long> micros = new ArrayList<>(1);
        int outer = in.pushLimit(in.readRawVarint32());
        while (!in.isAtEnd()) {
            micros.add(in.readUInt64());
        }
        in.popLimit(outer);
        return micros;
    }

    static AttemptRun attempts(CodedInputStream in) throws IOException {
        long firstAttempt = 0;
        long nonce = 0;
        long firstUnit = 0;
        int chunkUnits = 0;
        int chunks = 0;
        List<dev.sluice.proto.Amount> needs = List.of();
        int priority = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case 1 << 3 -> firstAttempt = in.readUInt64();
                case 2 << 3 | 1 -> nonce = in.readFixed64();
                case 3 << 3 -> firstUnit = in.readUInt64();
                case 4 << 3 -> chunkUnits = in.readUInt32();
                case 5 << 3 -> chunks = in.readUInt32();
                case 6 << 3 | 2 -> {
                    needs = needs.isEmpty() ? new ArrayList<>(3) : needs;
                    needs.add(nested(in, dev.sluice.proto.Amount::parseFrom));
                }
                case 7 << 3 -> priority = in.readSInt32();
                default -> in.skipField(tag);
            }
        }
        AttemptRun run = new AttemptRun(
                firstAttempt,
                nonce,
                firstUnit,
                chunkUnits,
                chunks,
                needs.isEmpty() ? Amounts.ONE_SLOT : SharedHeaders.amounts(needs),
                priority);
        if (run.endAttempt() < 0) {
            throw new IllegalArgumentException("attempts: beyond the largest number");
        }
        return run;
    }

    private static void results(int field, List<ResultRun> all, HeaderWriter out) {
        for (int i = 0; i < all.size(); i++) {
            ResultRun run = all.get(i);
            int mark = out.open(field);
            out.number(1, run.attempt());
            out.fixed(2, run.nonce());
            out.number(3, run.firstUnit());
            out.number(4, run.units());
            out.number(5, run.computeNanos());
            out.real(6, run.computeSecondsSquared());
            out.number(7, run.peakBytes());
            out.close(mark);
        }
    }

    private static ResultRun results(CodedInputStream in) throws IOException {
        long attempt = 0;
        long nonce = 0;
        long firstUnit = 0;
        int units = 0;
        long computeNanos = 0;
        double squares = 0;
        long peakBytes = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case 1 << 3 -> attempt = in.readUInt64();
                case 2 << 3 | 1 -> nonce = in.readFixed64();
                case 3 << 3 -> firstUnit = in.readUInt64();
                case 4 << 3 -> units = in.readUInt32();
                case 5 << 3 -> computeNanos = in.readUInt64();
                case 6 << 3 | 1 -> squares = in.readDouble();
                case 7 << 3 -> peakBytes = in.readUInt64();
                default -> in.skipField(tag);
            }
        }
        return new ResultRun(attempt, nonce, firstUnit, units, computeNanos, squares, peakBytes);
    }
}
