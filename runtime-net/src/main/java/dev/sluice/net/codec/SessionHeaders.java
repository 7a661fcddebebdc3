package dev.sluice.net.codec;

import com.google.protobuf.CodedInputStream;
import dev.sluice.model.RunId;
import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.message.Drain;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.JarInfo;
import dev.sluice.net.message.Leaving;
import dev.sluice.net.message.MasterBeat;
import dev.sluice.net.message.Problem;
import dev.sluice.net.message.Refuge;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.Registered;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.message.UnitTerms.Isolation;
import dev.sluice.net.message.WorkerBeat;
import dev.sluice.net.message.WorkerStats;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.Text;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.Secret;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;

/** Headers of {@code session.proto}, but those of the proof. */
final class SessionHeaders {
    static final HeaderCodec<Problem> PROBLEM = new HeaderCodec<>() {
        @Override
        public void write(Problem message, HeaderWriter out) {
            out.number(1, message.code().number());
            out.text(2, message.text());
        }

        @Override
        public Problem read(CodedInputStream in, Payload bulk) throws IOException {
            int code = 0;
            String text = "";
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> code = in.readUInt32();
                    case 2 << 3 | 2 -> text = in.readStringRequireUtf8();
                    default -> in.skipField(tag);
                }
            }
            return new Problem(SharedHeaders.code(code), Text.printable(text, 1_024));
        }
    };

    static final HeaderCodec<Goodbye> GOODBYE = new HeaderCodec<>() {
        @Override
        public void write(Goodbye message, HeaderWriter out) {
            out.number(1, message.code().number());
            out.text(2, message.text());
        }

        @Override
        public Goodbye read(CodedInputStream in, Payload bulk) throws IOException {
            int code = 0;
            String text = "";
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> code = in.readUInt32();
                    case 2 << 3 | 2 -> text = in.readStringRequireUtf8();
                    default -> in.skipField(tag);
                }
            }
            return new Goodbye(SharedHeaders.code(code), Text.printable(text, 1_024));
        }
    };

    static final HeaderCodec<Register> REGISTER = new HeaderCodec<>() {
        @Override
        public void write(Register message, HeaderWriter out) {
            out.text(1, message.host());
            out.number(2, message.slots());
            out.text(3, message.build());
            out.number(4, message.pid());
            out.fixed(5, message.incarnation());
            SharedHeaders.held(6, message.working(), out);
            SharedHeaders.results(7, message.finished(), out);
            out.number(8, message.heldCycle() + 1L);
            message.cachedJars().forEach(text -> out.element(9, text));
        }

        @Override
        public Register read(CodedInputStream in, Payload bulk) throws IOException {
            String host = "";
            int slots = 0;
            String build = "";
            long pid = 0;
            long incarnation = 0;
            List<HeldUnits> working = new ArrayList<>();
            List<ResultRun> finished = new ArrayList<>(1);
            int heldCycle = 0;
            List<String> cachedJars = new ArrayList<>();
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 | 2 -> host = in.readStringRequireUtf8();
                    case 2 << 3 -> slots = in.readUInt32();
                    case 3 << 3 | 2 -> build = in.readStringRequireUtf8();
                    case 4 << 3 -> pid = in.readUInt64();
                    case 5 << 3 | 1 -> incarnation = in.readFixed64();
                    case 6 << 3 | 2 -> working.add(SharedHeaders.nested(in, SharedHeaders::held));
                    case 7 << 3 | 2 -> finished.add(SharedHeaders.nested(in, SharedHeaders::results));
                    case 8 << 3 -> heldCycle = in.readUInt32();
                    case 9 << 3 | 2 -> cachedJars.add(in.readStringRequireUtf8());
                    default -> in.skipField(tag);
                }
            }
            host = Text.printable(host, 255);
            build = Text.printable(build, 255);
            return new Register(host, slots, build, pid, incarnation, working, finished, heldCycle - 1, cachedJars);
        }
    };

    static final HeaderCodec<Registered> REGISTERED = new HeaderCodec<>() {
        @Override
        public void write(Registered message, HeaderWriter out) {
            out.number(1, message.worker().number());
            out.text(2, message.run().text());
            out.number(3, message.epoch());
            out.number(4, message.leaseNanos());
            out.number(5, message.resultWindowBytes());
            application(message.application(), out);
            SharedHeaders.held(7, message.drop(), out);
            out.number(8, message.offerAboveBytes());
            units(message.units(), out);
            message.elsewhere().forEach(refuge -> refuge(refuge, out));
        }

        @Override
        public Registered read(CodedInputStream in, Payload bulk) throws IOException {
            int worker = 0;
            String run = "";
            long epoch = 0;
            long leaseNanos = 0;
            long resultWindowBytes = 0;
            ApplicationInfo application = new ApplicationInfo(List.of(), "", List.of());
            List<HeldUnits> drop = new ArrayList<>();
            long offerAboveBytes = 0;
            UnitTerms units = UnitTerms.NONE;
            List<Refuge> elsewhere = new ArrayList<>(0);
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> worker = in.readUInt32();
                    case 2 << 3 | 2 -> run = in.readStringRequireUtf8();
                    case 3 << 3 -> epoch = in.readUInt64();
                    case 4 << 3 -> leaseNanos = in.readUInt64();
                    case 5 << 3 -> resultWindowBytes = in.readUInt64();
                    case 6 << 3 | 2 -> application = SharedHeaders.nested(in, SessionHeaders::application);
                    case 7 << 3 | 2 -> drop.add(SharedHeaders.nested(in, SharedHeaders::held));
                    case 8 << 3 -> offerAboveBytes = in.readUInt64();
                    case 9 << 3 | 2 -> units = SharedHeaders.nested(in, SessionHeaders::units);
                    case 10 << 3 | 2 -> elsewhere.add(SharedHeaders.nested(in, SessionHeaders::refuge));
                    default -> in.skipField(tag);
                }
            }
            WorkerId id = new WorkerId(worker);
            RunId runId = new RunId(Text.printable(run, 80));
            return new Registered(
                    id,
                    runId,
                    epoch,
                    leaseNanos,
                    resultWindowBytes,
                    application,
                    drop,
                    offerAboveBytes,
                    units,
                    elsewhere);
        }
    };

    static final HeaderCodec<WorkerBeat> WORKER_BEAT = new HeaderCodec<>() {
        @Override
        public void write(WorkerBeat message, HeaderWriter out) {
            out.number(1, message.tick());
            out.number(2, message.assignSequence());
            out.number(3, message.resultSequence());
            out.number(4, message.unitsHeld());
            SharedHeaders.stats(5, message.stats(), out);
            out.number(6, message.echo().tick());
            out.number(7, message.echo().heldNanos());
        }

        @Override
        public WorkerBeat read(CodedInputStream in, Payload bulk) throws IOException {
            long tick = 0;
            long assignSequence = 0;
            long resultSequence = 0;
            long unitsHeld = 0;
            WorkerStats stats = WorkerStats.NONE;
            long echoTick = 0;
            long echoHeldNanos = 0;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> tick = in.readUInt64();
                    case 2 << 3 -> assignSequence = in.readUInt64();
                    case 3 << 3 -> resultSequence = in.readUInt64();
                    case 4 << 3 -> unitsHeld = in.readUInt64();
                    case 5 << 3 | 2 -> stats = SharedHeaders.nested(in, SharedHeaders::stats);
                    case 6 << 3 -> echoTick = in.readUInt64();
                    case 7 << 3 -> echoHeldNanos = in.readUInt64();
                    default -> in.skipField(tag);
                }
            }
            WorkerBeat.Echo echo = new WorkerBeat.Echo(echoTick, echoHeldNanos);
            return new WorkerBeat(tick, assignSequence, resultSequence, unitsHeld, stats, echo);
        }
    };

    static final HeaderCodec<MasterBeat> MASTER_BEAT = new HeaderCodec<>() {
        @Override
        public void write(MasterBeat message, HeaderWriter out) {
            out.number(1, message.tick());
            out.number(2, message.echoTick());
            out.number(3, message.answer() ? 1 : 0);
        }

        @Override
        public MasterBeat read(CodedInputStream in, Payload bulk) throws IOException {
            long tick = 0;
            long echoTick = 0;
            boolean answer = false;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> tick = in.readUInt64();
                    case 2 << 3 -> echoTick = in.readUInt64();
                    case 3 << 3 -> answer = in.readBool();
                    default -> in.skipField(tag);
                }
            }
            return new MasterBeat(tick, echoTick, answer);
        }
    };

    static final HeaderCodec<Drain> DRAIN = new HeaderCodec<>() {
        @Override
        public void write(Drain message, HeaderWriter out) {
            out.number(1, message.runOver() ? 1 : 0);
        }

        @Override
        public Drain read(CodedInputStream in, Payload bulk) throws IOException {
            boolean runOver = false;
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 -> runOver = in.readBool();
                    default -> in.skipField(tag);
                }
            }
            return new Drain(runOver);
        }
    };

    static final HeaderCodec<Leaving> LEAVING = new HeaderCodec<>() {
        @Override
        public void write(Leaving message, HeaderWriter out) {
            out.text(1, message.reason());
        }

        @Override
        public Leaving read(CodedInputStream in, Payload bulk) throws IOException {
            String reason = "";
            for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
                switch (tag) {
                    case 1 << 3 | 2 -> reason = in.readStringRequireUtf8();
                    default -> in.skipField(tag);
                }
            }
            return new Leaving(Text.printable(reason, 1_024));
        }
    };

    private SessionHeaders() {}

    private static void application(ApplicationInfo info, HeaderWriter out) {
        int mark = out.open(6);
        for (JarInfo jar : info.jars()) {
            int inner = out.open(1);
            out.text(1, jar.name());
            out.text(2, jar.sha256());
            out.number(3, jar.size());
            out.close(inner);
        }
        out.text(2, info.className());
        info.arguments().forEach(text -> out.element(3, text));
        out.close(mark);
    }

    private static ApplicationInfo application(CodedInputStream in) throws IOException {
        List<JarInfo> jars = new ArrayList<>();
        String className = "";
        List<String> arguments = new ArrayList<>();
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case 1 << 3 | 2 -> jars.add(SharedHeaders.nested(in, SessionHeaders::jar));
                case 2 << 3 | 2 -> className = in.readStringRequireUtf8();
                case 3 << 3 | 2 -> arguments.add(in.readStringRequireUtf8());
                default -> in.skipField(tag);
            }
        }
        return new ApplicationInfo(jars, className, arguments);
    }

    private static JarInfo jar(CodedInputStream in) throws IOException {
        String name = "";
        String sha256 = "";
        long size = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case 1 << 3 | 2 -> name = in.readStringRequireUtf8();
                case 2 << 3 | 2 -> sha256 = in.readStringRequireUtf8();
                case 3 << 3 -> size = in.readUInt64();
                default -> in.skipField(tag);
            }
        }
        return new JarInfo(name, sha256, size);
    }

    private static void units(UnitTerms terms, HeaderWriter out) {
        int mark = out.open(9);
        out.number(1, terms.timeoutNanos());
        out.number(2, terms.isolation().ordinal());
        out.close(mark);
    }

    private static UnitTerms units(CodedInputStream in) throws IOException {
        long timeoutNanos = 0;
        int isolation = 0;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case 1 << 3 -> timeoutNanos = in.readUInt64();
                case 2 << 3 -> isolation = in.readUInt32();
                default -> in.skipField(tag);
            }
        }
        Isolation[] known = Isolation.values();
        if (isolation < 0 || isolation >= known.length) {
            throw new IllegalArgumentException("isolation: " + isolation + " (expected: 0 to 2)");
        }
        return new UnitTerms(timeoutNanos, known[isolation]);
    }

    private static void refuge(Refuge refuge, HeaderWriter out) {
        int mark = out.open(10);
        refuge.addresses().forEach(address -> out.element(1, RunFile.text(address)));
        out.text(2, refuge.fingerprint());
        out.bytes(3, refuge.secret().bytes());
        out.number(4, refuge.insecure() ? 1 : 0);
        out.close(mark);
    }

    private static Refuge refuge(CodedInputStream in) throws IOException {
        List<InetSocketAddress> addresses = new ArrayList<>(1);
        String fingerprint = "";
        byte[] secret = {};
        boolean insecure = false;
        for (int tag = in.readTag(); tag != 0; tag = in.readTag()) {
            switch (tag) {
                case 1 << 3 | 2 -> addresses.add(RunFile.address(in.readStringRequireUtf8()));
                case 2 << 3 | 2 -> fingerprint = in.readStringRequireUtf8();
                case 3 << 3 | 2 -> secret = in.readByteArray();
                case 4 << 3 -> insecure = in.readBool();
                default -> in.skipField(tag);
            }
        }
        return new Refuge(addresses, fingerprint, Secret.of(secret), insecure);
    }
}
