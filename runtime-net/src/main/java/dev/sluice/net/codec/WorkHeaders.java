package dev.sluice.net.codec;

import com.google.protobuf.CodedInputStream;
import dev.sluice.model.ledger.Lull;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.net.message.Assign;
import dev.sluice.net.message.CycleEnd;
import dev.sluice.net.message.CycleSetup;
import dev.sluice.net.message.Fetch;
import dev.sluice.net.message.FilePart;
import dev.sluice.net.message.HandedBack;
import dev.sluice.net.message.Revoke;
import dev.sluice.net.payload.Payload;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Headers of {@code work.proto}. */
final class WorkHeaders {
    static final HeaderCodec<Fetch> FETCH = new HeaderCodec<>() {
        @Override
        public void write(Fetch message, HeaderWriter out) {
            out.text(1, message.sha256());
            out.number(2, message.offset());
            out.number(3, message.length());
        }

        @Override
        public Fetch read(CodedInputStream in, Payload bulk) throws IOException {
            String sha256 = "";
            long offset = 0;
            int length = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 | 2 -> sha256 = in.readStringRequireUtf8();
                    case 2 << 3 -> offset = in.readUInt64();
                    case 3 << 3 -> length = in.readUInt32();
                    default -> in.skipField(tag);
                }
            }
            return new Fetch(sha256, offset, length);
        }
    };

    static final HeaderCodec<FilePart> FILE_PART = new HeaderCodec<>() {
        @Override
        public void write(FilePart message, HeaderWriter out) {
            out.text(1, message.sha256());
            out.number(2, message.offset());
        }

        @Override
        public FilePart read(CodedInputStream in, Payload bulk) throws IOException {
            String sha256 = "";
            long offset = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 | 2 -> sha256 = in.readStringRequireUtf8();
                    case 2 << 3 -> offset = in.readUInt64();
                    default -> in.skipField(tag);
                }
            }
            return new FilePart(sha256, offset, bulk);
        }
    };

    static final HeaderCodec<CycleSetup> CYCLE_SETUP = new HeaderCodec<>() {
        @Override
        public void write(CycleSetup message, HeaderWriter out) {
            out.number(1, message.cycle());
            out.number(2, message.gapNanos());
        }

        @Override
        public CycleSetup read(CodedInputStream in, Payload bulk) throws IOException {
            int cycle = 0;
            long gapNanos = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> cycle = in.readUInt32();
                    case 2 << 3 -> gapNanos = in.readUInt64();
                    default -> in.skipField(tag);
                }
            }
            return new CycleSetup(cycle, gapNanos, bulk);
        }
    };

    static final HeaderCodec<CycleEnd> CYCLE_END = new HeaderCodec<>() {
        @Override
        public void write(CycleEnd message, HeaderWriter out) {
            out.number(1, message.cycle());
            out.number(2, message.lull().dryNanos());
            out.number(3, message.lull().heardNanos());
        }

        @Override
        public CycleEnd read(CodedInputStream in, Payload bulk) throws IOException {
            int cycle = 0;
            long dryNanos = 0;
            long heardNanos = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> cycle = in.readUInt32();
                    case 2 << 3 -> dryNanos = in.readUInt64();
                    case 3 << 3 -> heardNanos = in.readUInt64();
                    default -> in.skipField(tag);
                }
            }
            return new CycleEnd(cycle, new Lull(dryNanos, heardNanos));
        }
    };

    static final HeaderCodec<Assign> ASSIGN = new HeaderCodec<>() {
        @Override
        public void write(Assign message, HeaderWriter out) {
            out.number(1, message.cycle());
            out.number(2, message.sequence());
            SharedHeaders.attempts(3, message.run(), out);
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
                    case 3 << 3 | 2 -> run = SharedHeaders.nested(in, SharedHeaders::attempts);
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

    static final HeaderCodec<Revoke> REVOKE = new HeaderCodec<>() {
        @Override
        public void write(Revoke message, HeaderWriter out) {
            out.number(1, message.cycle());
            out.number(2, message.units());
        }

        @Override
        public Revoke read(CodedInputStream in, Payload bulk) throws IOException {
            int cycle = 0;
            long units = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> cycle = in.readUInt32();
                    case 2 << 3 -> units = in.readUInt64();
                    default -> in.skipField(tag);
                }
            }
            return new Revoke(cycle, units);
        }
    };

    static final HeaderCodec<HandedBack> HANDED_BACK =
            SharedHeaders.unitsOfCycle(HandedBack::cycle, HandedBack::units, HandedBack::new);

    private WorkHeaders() {}
}
