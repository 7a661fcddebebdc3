package dev.sluice.net.codec;

import com.google.protobuf.CodedInputStream;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.net.message.Adopted;
import dev.sluice.net.message.Branch;
import dev.sluice.net.message.BranchTerms;
import dev.sluice.net.message.BranchWorkers;
import dev.sluice.net.message.Unwanted;
import dev.sluice.net.message.WorkerStats;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.Text;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Headers of {@code branch.proto}. */
final class BranchHeaders {
    private static final int LONGEST_NAME = 32;
    private static final int LONGEST_HOST = 255;

    static final HeaderCodec<Branch> BRANCH = new HeaderCodec<>() {
        @Override
        public void write(Branch message, HeaderWriter out) {
            out.number(1, message.slots());
        }

        @Override
        public Branch read(CodedInputStream in, Payload bulk) throws IOException {
            int slots = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> slots = in.readUInt32();
                    default -> in.skipField(tag);
                }
            }
            return new Branch(slots);
        }
    };

    static final HeaderCodec<BranchTerms> TERMS = new HeaderCodec<>() {
        @Override
        public void write(BranchTerms message, HeaderWriter out) {
            out.text(1, message.policy());
            out.number(2, message.measuredWeights() ? 1 : 0);
            out.number(3, message.prefetch() + 1L);
            out.number(4, message.maxFailures());
            out.number(5, message.speculation());
            out.number(6, message.kept() ? 1 : 0);
            out.number(7, message.probeBytes());
        }

        @Override
        public BranchTerms read(CodedInputStream in, Payload bulk) throws IOException {
            String policy = "";
            boolean measuredWeights = false;
            int prefetch = -1;
            int maxFailures = 0;
            int speculation = 0;
            boolean kept = false;
            long probeBytes = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 | 2 -> policy = Text.printable(in.readStringRequireUtf8(), LONGEST_NAME);
                    case 2 << 3 -> measuredWeights = in.readBool();
                    case 3 << 3 -> prefetch = in.readUInt32() - 1;
                    case 4 << 3 -> maxFailures = in.readUInt32();
                    case 5 << 3 -> speculation = in.readUInt32();
                    case 6 << 3 -> kept = in.readBool();
                    case 7 << 3 -> probeBytes = in.readUInt64();
                    default -> in.skipField(tag);
                }
            }
            return new BranchTerms(policy, measuredWeights, prefetch, maxFailures, speculation, kept, probeBytes);
        }
    };

    static final HeaderCodec<BranchWorkers> WORKERS = new HeaderCodec<>() {
        @Override
        public void write(BranchWorkers message, HeaderWriter out) {
            for (BranchWorkers.Line worker : message.workers()) {
                int mark = out.open(1);
                out.text(1, worker.name());
                out.text(2, worker.host());
                out.number(3, worker.slots());
                out.number(4, worker.accepted());
                SharedHeaders.stats(5, worker.stats(), out);
                out.close(mark);
            }
        }

        @Override
        public BranchWorkers read(CodedInputStream in, Payload bulk) throws IOException {
            List<BranchWorkers.Line> workers = new ArrayList<>();
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 | 2 -> workers.add(SharedHeaders.nested(in, BranchHeaders::line));
                    default -> in.skipField(tag);
                }
            }
            return new BranchWorkers(workers);
        }
    };

    private static BranchWorkers.Line line(CodedInputStream in) throws IOException {
        String name = "";
        String host = "";
        int slots = 0;
        long accepted = 0;
        WorkerStats stats = WorkerStats.NONE;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case 1 << 3 | 2 -> name = in.readStringRequireUtf8();
                case 2 << 3 | 2 -> host = Text.printable(in.readStringRequireUtf8(), LONGEST_HOST);
                case 3 << 3 -> slots = in.readUInt32();
                case 4 << 3 -> accepted = in.readUInt64();
                case 5 << 3 | 2 -> stats = SharedHeaders.nested(in, SharedHeaders::stats);
                default -> in.skipField(tag);
            }
        }
        return new BranchWorkers.Line(name, host, slots, accepted, stats);
    }

    static final HeaderCodec<Unwanted> UNWANTED =
            SharedHeaders.unitsOfCycle(Unwanted::cycle, Unwanted::units, Unwanted::new);

    static final HeaderCodec<Adopted> ADOPTED = new HeaderCodec<>() {
        @Override
        public void write(Adopted message, HeaderWriter out) {
            out.number(1, message.cycle());
            SharedHeaders.held(2, message.working(), out);
            SharedHeaders.held(3, message.finished(), out);
        }

        @Override
        public Adopted read(CodedInputStream in, Payload bulk) throws IOException {
            int cycle = 0;
            List<HeldUnits> working = new ArrayList<>();
            List<HeldUnits> finished = new ArrayList<>();
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> cycle = in.readUInt32();
                    case 2 << 3 | 2 -> working.add(SharedHeaders.nested(in, SharedHeaders::held));
                    case 3 << 3 | 2 -> finished.add(SharedHeaders.nested(in, SharedHeaders::held));
                    default -> in.skipField(tag);
                }
            }
            return new Adopted(cycle, working, finished);
        }
    };

    private BranchHeaders() {}
}
