package dev.sluice.net.codec;

import com.google.protobuf.CodedInputStream;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.WorkerStats;
import dev.sluice.net.payload.Payload;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/** The messages nested in several kinds of header. */
public final class SharedHeaders {
    /** By their numbers in {@code CauseTimes}, from 1. */
    private static final Cause[] CAUSES = {
        Cause.COMPUTE, Cause.RUNTIME, Cause.MASTER, Cause.RESULTS_LINK, Cause.INPUTS_LINK, Cause.SETUP, Cause.NO_WORK
    };

    private SharedHeaders() {}

    /** Reads one nested message. */
    interface Nested<T> {
        T read(CodedInputStream in) throws IOException;
    }

    static <T> T nested(CodedInputStream in, Nested<T> reader) throws IOException {
        int size = in.readRawVarint32();
        int outer = in.pushLimit(size);
        T value = reader.read(in);
        in.checkLastTagWas(0);
        in.popLimit(outer);
        return value;
    }

    /** Of a message that names units of a cycle, and nothing else. */
    static <M extends Message> HeaderCodec<M> unitsOfCycle(
            ToIntFunction<M> cycleOf, Function<M, List<HeldUnits>> unitsOf, UnitsOfCycle<M> maker) {
        return new HeaderCodec<>() {
            @Override
            public void write(M message, HeaderWriter out) {
                out.number(1, cycleOf.applyAsInt(message));
                held(2, unitsOf.apply(message), out);
            }

            @Override
            public M read(CodedInputStream in, Payload bulk) throws IOException {
                int cycle = 0;
                List<HeldUnits> units = new ArrayList<>();
                for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                    switch (tag) {
                        case 1 << 3 -> cycle = in.readUInt32();
                        case 2 << 3 | 2 -> units.add(nested(in, SharedHeaders::held));
                        default -> in.skipField(tag);
                    }
                }
                return maker.make(cycle, units);
            }
        };
    }

    /** Makes such a message. */
    interface UnitsOfCycle<M> {
        M make(int cycle, List<HeldUnits> units);
    }

    static void attempts(int field, AttemptRun run, HeaderWriter out) {
        int mark = out.open(field);
        out.number(1, run.firstAttempt());
        out.fixed(2, run.nonce());
        out.number(3, run.firstUnit());
        out.number(4, run.chunkUnits());
        out.number(5, run.chunks());
        out.close(mark);
    }

    static AttemptRun attempts(CodedInputStream in) throws IOException {
        long firstAttempt = 0;
        long nonce = 0;
        long firstUnit = 0;
        int chunkUnits = 0;
        int chunks = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case 1 << 3 -> firstAttempt = in.readUInt64();
                case 2 << 3 | 1 -> nonce = in.readFixed64();
                case 3 << 3 -> firstUnit = in.readUInt64();
                case 4 << 3 -> chunkUnits = in.readUInt32();
                case 5 << 3 -> chunks = in.readUInt32();
                default -> in.skipField(tag);
            }
        }
        AttemptRun run = new AttemptRun(firstAttempt, nonce, firstUnit, chunkUnits, chunks);
        if (run.endAttempt() < 0) {
            throw new IllegalArgumentException("attempts: beyond the largest number");
        }
        return run;
    }

    static void held(int field, List<HeldUnits> all, HeaderWriter out) {
        for (int i = 0; i < all.size(); i++) {
            held(field, all.get(i), out);
        }
    }

    static void held(int field, HeldUnits units, HeaderWriter out) {
        int mark = out.open(field);
        out.number(1, units.attempt());
        out.fixed(2, units.nonce());
        out.number(3, units.firstUnit());
        out.number(4, units.units());
        out.close(mark);
    }

    static HeldUnits held(CodedInputStream in) throws IOException {
        long attempt = 0;
        long nonce = 0;
        long firstUnit = 0;
        long units = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case 1 << 3 -> attempt = in.readUInt64();
                case 2 << 3 | 1 -> nonce = in.readFixed64();
                case 3 << 3 -> firstUnit = in.readUInt64();
                case 4 << 3 -> units = in.readUInt64();
                default -> in.skipField(tag);
            }
        }
        return new HeldUnits(attempt, nonce, firstUnit, units);
    }

    static void results(int field, List<ResultRun> all, HeaderWriter out) {
        for (int i = 0; i < all.size(); i++) {
            ResultRun run = all.get(i);
            int mark = out.open(field);
            out.number(1, run.attempt());
            out.fixed(2, run.nonce());
            out.number(3, run.firstUnit());
            out.number(4, run.units());
            out.number(5, run.computeNanos());
            out.real(6, run.computeSecondsSquared());
            out.close(mark);
        }
    }

    static ResultRun results(CodedInputStream in) throws IOException {
        long attempt = 0;
        long nonce = 0;
        long firstUnit = 0;
        int units = 0;
        long computeNanos = 0;
        double squares = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case 1 << 3 -> attempt = in.readUInt64();
                case 2 << 3 | 1 -> nonce = in.readFixed64();
                case 3 << 3 -> firstUnit = in.readUInt64();
                case 4 << 3 -> units = in.readUInt32();
                case 5 << 3 -> computeNanos = in.readUInt64();
                case 6 << 3 | 1 -> squares = in.readDouble();
                default -> in.skipField(tag);
            }
        }
        return new ResultRun(attempt, nonce, firstUnit, units, computeNanos, squares);
    }

    /** A code of a newer peer that this build does not know becomes INTERNAL; the text beside it says more. */
    public static ErrorCode code(int number) {
        return ErrorCode.ofNumber(number).orElse(ErrorCode.INTERNAL);
    }

    static void stats(int field, WorkerStats stats, HeaderWriter out) {
        int mark = out.open(field);
        out.number(1, stats.wallNanos());
        out.number(2, stats.cpuNanos());
        out.number(3, stats.computeNanos());
        out.number(4, stats.computeCpuNanos());
        out.number(5, stats.units());
        int causes = out.open(6);
        for (int i = 0; i < CAUSES.length; i++) {
            out.number(i + 1, stats.causes().of(CAUSES[i]));
        }
        out.close(causes);
        out.close(mark);
    }

    static WorkerStats stats(CodedInputStream in) throws IOException {
        long wallNanos = 0;
        long cpuNanos = 0;
        long computeNanos = 0;
        long computeCpuNanos = 0;
        long units = 0;
        CauseTimes causes = CauseTimes.ZERO;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case 1 << 3 -> wallNanos = in.readUInt64();
                case 2 << 3 -> cpuNanos = in.readUInt64();
                case 3 << 3 -> computeNanos = in.readUInt64();
                case 4 << 3 -> computeCpuNanos = in.readUInt64();
                case 5 << 3 -> units = in.readUInt64();
                case 6 << 3 | 2 -> causes = nested(in, SharedHeaders::causes);
                default -> in.skipField(tag);
            }
        }
        return new WorkerStats(wallNanos, cpuNanos, computeNanos, computeCpuNanos, units, causes);
    }

    private static CauseTimes causes(CodedInputStream in) throws IOException {
        Map<Cause, Long> nanos = new EnumMap<>(Cause.class);
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            int field = tag >>> 3;
            if ((tag & 7) == 0 && field <= CAUSES.length) {
                nanos.put(CAUSES[field - 1], in.readUInt64());
            } else {
                in.skipField(tag);
            }
        }
        return CauseTimes.of(nanos);
    }
}
