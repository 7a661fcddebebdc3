package dev.sluice.net.codec;

import com.google.protobuf.ByteString;
import dev.sluice.model.RunId;
import dev.sluice.model.WorkerId;
import dev.sluice.net.message.ApplicationInfo;
import dev.sluice.net.message.Drain;
import dev.sluice.net.message.FileInfo;
import dev.sluice.net.message.Goodbye;
import dev.sluice.net.message.InputFiles;
import dev.sluice.net.message.JarInfo;
import dev.sluice.net.message.Leaving;
import dev.sluice.net.message.LongUnit;
import dev.sluice.net.message.MasterBeat;
import dev.sluice.net.message.Problem;
import dev.sluice.net.message.Refuge;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.Registered;
import dev.sluice.net.message.UnitTerms;
import dev.sluice.net.message.UnitTerms.Isolation;
import dev.sluice.net.message.WorkerBeat;
import dev.sluice.net.rules.Text;
import dev.sluice.net.runfile.LocalSocket;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.Secret;

/** Headers of {@code session.proto}, except those of the proof. */
final class SessionHeaders {
    private static final Isolation[] ISOLATIONS = Isolation.values();
    private static final int LONGEST_TEXT = 1_024;
    private static final int LONGEST_NAME = 255;
    private static final int LONGEST_RUN = 80;

    private SessionHeaders() {}

    static HeaderCodec<Problem> problem() {
        return HeaderCodec.of(
                dev.sluice.proto.Problem.parser(),
                message -> dev.sluice.proto.Problem.newBuilder()
                        .setCode(message.code().number())
                        .setText(message.text()),
                read -> new Problem(SharedHeaders.code(read.getCode()), Text.printable(read.getText(), LONGEST_TEXT)));
    }

    static HeaderCodec<Goodbye> goodbye() {
        return HeaderCodec.of(
                dev.sluice.proto.Goodbye.parser(),
                message -> dev.sluice.proto.Goodbye.newBuilder()
                        .setCode(message.code().number())
                        .setText(message.text()),
                read -> new Goodbye(SharedHeaders.code(read.getCode()), Text.printable(read.getText(), LONGEST_TEXT)));
    }

    static HeaderCodec<Register> register() {
        return HeaderCodec.of(
                dev.sluice.proto.Register.parser(),
                message -> dev.sluice.proto.Register.newBuilder()
                        .setHost(message.host())
                        .setSlots(message.slots())
                        .setBuild(message.build())
                        .setPid(message.pid())
                        .setIncarnation(message.incarnation())
                        .addAllWorking(SharedHeaders.protos(message.working()))
                        .addAllFinished(message.finished().stream()
                                .map(SharedHeaders::proto)
                                .toList())
                        .setHeldCyclePlusOne(message.heldCycle() + 1)
                        .addAllCachedJars(message.cachedJars())
                        .addAllOffer(SharedHeaders.proto(message.offer())),
                read -> new Register(
                        Text.printable(read.getHost(), LONGEST_NAME),
                        read.getSlots(),
                        Text.printable(read.getBuild(), LONGEST_NAME),
                        read.getPid(),
                        read.getIncarnation(),
                        SharedHeaders.held(read.getWorkingList()),
                        read.getFinishedList().stream()
                                .map(SharedHeaders::result)
                                .toList(),
                        read.getHeldCyclePlusOne() - 1,
                        read.getCachedJarsList(),
                        SharedHeaders.amounts(read.getOfferList())));
    }

    static HeaderCodec<Registered> registered() {
        return HeaderCodec.of(
                dev.sluice.proto.Registered.parser(),
                message -> dev.sluice.proto.Registered.newBuilder()
                        .setWorker(message.worker().number())
                        .setRun(message.run().text())
                        .setEpoch(message.epoch())
                        .setLeaseNanos(message.leaseNanos())
                        .setResultWindowBytes(message.resultWindowBytes())
                        .setApplication(proto(message.application()))
                        .addAllDrop(SharedHeaders.protos(message.drop()))
                        .setOfferAboveBytes(message.offerAboveBytes())
                        .setUnits(dev.sluice.proto.UnitTerms.newBuilder()
                                .setTimeoutNanos(message.units().timeoutNanos())
                                .setIsolation(message.units().isolation().ordinal())
                                .setSeed(message.units().seed())
                                .setPinned(message.units().pinned())
                                .setMemoryBytes(message.units().memory().bytes())
                                .setMemoryLearned(message.units().memory().learned()))
                        .addAllElsewhere(message.elsewhere().stream()
                                .map(SessionHeaders::proto)
                                .toList())
                        .setOrphanNanos(message.orphanNanos()),
                read -> new Registered(
                        new WorkerId(read.getWorker()),
                        new RunId(Text.printable(read.getRun(), LONGEST_RUN)),
                        read.getEpoch(),
                        read.getLeaseNanos(),
                        read.getResultWindowBytes(),
                        application(read.getApplication()),
                        SharedHeaders.held(read.getDropList()),
                        read.getOfferAboveBytes(),
                        read.hasUnits() ? units(read.getUnits()) : UnitTerms.NONE,
                        read.getElsewhereList().stream()
                                .map(SessionHeaders::refuge)
                                .toList(),
                        read.getOrphanNanos()));
    }

    static HeaderCodec<WorkerBeat> workerBeat() {
        return HeaderCodec.of(
                dev.sluice.proto.WorkerBeat.parser(),
                message -> dev.sluice.proto.WorkerBeat.newBuilder()
                        .setTick(message.tick())
                        .setAssignSequence(message.assignSequence())
                        .setResultSequence(message.resultSequence())
                        .setUnitsHeld(message.unitsHeld())
                        .setStats(SharedHeaders.proto(message.stats()))
                        .setEchoTick(message.echo().tick())
                        .setEchoHeldNanos(message.echo().heldNanos())
                        .addAllLongUnits(message.longUnits().stream()
                                .map(SessionHeaders::proto)
                                .toList()),
                read -> new WorkerBeat(
                        read.getTick(),
                        read.getAssignSequence(),
                        read.getResultSequence(),
                        read.getUnitsHeld(),
                        SharedHeaders.stats(read.getStats()),
                        new WorkerBeat.Echo(read.getEchoTick(), read.getEchoHeldNanos()),
                        read.getLongUnitsList().stream()
                                .map(SessionHeaders::longUnit)
                                .toList()));
    }

    static HeaderCodec<MasterBeat> masterBeat() {
        return HeaderCodec.of(
                dev.sluice.proto.MasterBeat.parser(),
                message -> dev.sluice.proto.MasterBeat.newBuilder()
                        .setTick(message.tick())
                        .setEchoTick(message.echoTick())
                        .setAnswer(message.answer()),
                read -> new MasterBeat(read.getTick(), read.getEchoTick(), read.getAnswer()));
    }

    static HeaderCodec<Drain> drain() {
        return HeaderCodec.of(
                dev.sluice.proto.Drain.parser(),
                message -> dev.sluice.proto.Drain.newBuilder().setRunOver(message.runOver()),
                read -> new Drain(read.getRunOver()));
    }

    static HeaderCodec<Leaving> leaving() {
        return HeaderCodec.of(
                dev.sluice.proto.Leaving.parser(),
                message -> dev.sluice.proto.Leaving.newBuilder().setReason(message.reason()),
                read -> new Leaving(Text.printable(read.getReason(), LONGEST_TEXT)));
    }

    private static dev.sluice.proto.LongUnit proto(LongUnit unit) {
        return dev.sluice.proto.LongUnit.newBuilder()
                .setCycle(unit.cycle())
                .setUnit(unit.unit())
                .setNanos(unit.nanos())
                .setHost(unit.host())
                .setPid(unit.pid())
                .setPreparing(unit.preparing())
                .setDone(unit.done())
                .setSaying(unit.saying())
                .build();
    }

    private static LongUnit longUnit(dev.sluice.proto.LongUnit read) {
        return new LongUnit(
                read.getCycle(),
                read.getUnit(),
                read.getNanos(),
                Text.printable(read.getHost(), LONGEST_NAME),
                read.getPid(),
                read.getPreparing(),
                read.getDone(),
                Text.printable(read.getSaying(), LongUnit.MOST_SAID));
    }

    private static dev.sluice.proto.ApplicationInfo proto(ApplicationInfo info) {
        dev.sluice.proto.ApplicationInfo.Builder proto = dev.sluice.proto.ApplicationInfo.newBuilder()
                .addAllJars(info.jars().stream().map(SessionHeaders::proto).toList())
                .setClassName(info.className())
                .addAllArguments(info.arguments());
        if (!info.files().equals(InputFiles.NONE)) {
            proto.setFiles(FileHeaders.proto(info.files()));
        }
        return proto.build();
    }

    private static ApplicationInfo application(dev.sluice.proto.ApplicationInfo read) {
        return new ApplicationInfo(
                read.getJarsList().stream()
                        .map(jar -> new JarInfo(jar.getName(), jar.getSha256(), jar.getSize()))
                        .toList(),
                read.getClassName(),
                read.getArgumentsList(),
                read.hasFiles() ? FileHeaders.files(read.getFiles()) : InputFiles.NONE);
    }

    private static dev.sluice.proto.JarInfo proto(JarInfo jar) {
        return dev.sluice.proto.JarInfo.newBuilder()
                .setName(jar.name())
                .setSha256(jar.sha256())
                .setSize(jar.size())
                .build();
    }

    private static UnitTerms units(dev.sluice.proto.UnitTerms read) {
        return new UnitTerms(
                read.getTimeoutNanos(),
                SharedHeaders.value(ISOLATIONS, read.getIsolation(), "isolation"),
                read.getSeed(),
                read.getPinned(),
                new UnitTerms.Memory(read.getMemoryBytes(), read.getMemoryLearned()));
    }

    static dev.sluice.proto.Refuge proto(Refuge refuge) {
        dev.sluice.proto.Refuge.Builder proto = dev.sluice.proto.Refuge.newBuilder()
                .addAllAddresses(refuge.addresses().stream().map(RunFile::text).toList())
                .setFingerprint(refuge.fingerprint())
                .setSecret(ByteString.copyFrom(refuge.secret().bytes()))
                .setInsecure(refuge.insecure());
        LocalSocket socket = refuge.socket();
        if (socket != null) {
            proto.setSocket(socket.path().toString()).setMachine(socket.machine());
        }
        return proto.build();
    }

    static Refuge refuge(dev.sluice.proto.Refuge read) {
        return new Refuge(
                read.getAddressesList().stream().map(RunFile::address).toList(),
                read.getSocket().isEmpty() ? null : LocalSocket.of(read.getSocket(), read.getMachine()),
                read.getFingerprint(),
                Secret.of(read.getSecret().toByteArray()),
                read.getInsecure());
    }

    /** The files of a run in {@code session.proto}. */
    private static final class FileHeaders {
        private FileHeaders() {}

        static dev.sluice.proto.InputFiles proto(InputFiles files) {
            return dev.sluice.proto.InputFiles.newBuilder()
                    .addAllFiles(files.files().stream().map(FileHeaders::proto).toList())
                    .setCacheBytes(files.cacheBytes())
                    .setAsk(files.ask())
                    .build();
        }

        static InputFiles files(dev.sluice.proto.InputFiles read) {
            return new InputFiles(
                    read.getFilesList().stream().map(FileHeaders::file).toList(), read.getCacheBytes(), read.getAsk());
        }

        private static dev.sluice.proto.FileInfo proto(FileInfo file) {
            return dev.sluice.proto.FileInfo.newBuilder()
                    .setName(file.name())
                    .setSha256(file.sha256())
                    .setSize(file.size())
                    .setUnpack(file.unpack())
                    .setExecutable(file.executable())
                    .setPath(file.path())
                    .setMachine(file.machine())
                    .build();
        }

        private static FileInfo file(dev.sluice.proto.FileInfo read) {
            return new FileInfo(
                    read.getName(),
                    read.getSha256(),
                    read.getSize(),
                    read.getUnpack(),
                    read.getExecutable(),
                    read.getPath(),
                    read.getMachine());
        }
    }
}
