package dev.sluice.net.codec;

import dev.sluice.net.message.Adopted;
import dev.sluice.net.message.SubMasterSlots;
import dev.sluice.net.message.SubMasterTerms;
import dev.sluice.net.message.SubMasterWorkers;
import dev.sluice.net.message.Unwanted;
import dev.sluice.net.rules.Text;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.proto.SubMasterWorker;

/** Headers of {@code submaster.proto}. */
final class SubMasterHeaders {
    private static final int LONGEST_NAME = 32;
    private static final int LONGEST_HOST = 255;

    private SubMasterHeaders() {}

    static HeaderCodec<SubMasterSlots> slots() {
        return HeaderCodec.of(
                dev.sluice.proto.SubMasterSlots.parser(),
                message -> dev.sluice.proto.SubMasterSlots.newBuilder().setSlots(message.slots()),
                read -> new SubMasterSlots(read.getSlots()));
    }

    static HeaderCodec<SubMasterTerms> terms() {
        return HeaderCodec.of(
                dev.sluice.proto.SubMasterTerms.parser(),
                message -> dev.sluice.proto.SubMasterTerms.newBuilder()
                        .setPolicy(message.policy())
                        .setMeasuredWeights(message.measuredWeights())
                        .setPrefetchPlusOne(message.prefetch() + 1)
                        .setMaxFailures(message.maxFailures())
                        .setSpeculation(message.speculation())
                        .setDeferred(message.kept())
                        .setProbeBytes(message.probeBytes()),
                read -> new SubMasterTerms(
                        Text.printable(read.getPolicy(), LONGEST_NAME),
                        read.getMeasuredWeights(),
                        read.getPrefetchPlusOne() - 1,
                        read.getMaxFailures(),
                        read.getSpeculation(),
                        read.getDeferred(),
                        read.getProbeBytes()));
    }

    static HeaderCodec<SubMasterWorkers> workers() {
        return HeaderCodec.of(
                dev.sluice.proto.SubMasterWorkers.parser(),
                message -> dev.sluice.proto.SubMasterWorkers.newBuilder()
                        .addAllWorkers(message.workers().stream()
                                .map(SubMasterHeaders::proto)
                                .toList()),
                read -> new SubMasterWorkers(read.getWorkersList().stream()
                        .map(SubMasterHeaders::line)
                        .toList()));
    }

    private static SubMasterWorker proto(SubMasterWorkers.Line worker) {
        return SubMasterWorker.newBuilder()
                .setName(worker.name())
                .setHost(worker.host())
                .setTransport(worker.transport().number())
                .setSlots(worker.slots())
                .setAccepted(worker.accepted())
                .setStats(SharedHeaders.proto(worker.stats()))
                .build();
    }

    private static SubMasterWorkers.Line line(SubMasterWorker read) {
        return new SubMasterWorkers.Line(
                read.getName(),
                Text.printable(read.getHost(), LONGEST_HOST),
                TransportKind.ofNumber(read.getTransport()),
                read.getSlots(),
                read.getAccepted(),
                SharedHeaders.stats(read.getStats()));
    }

    static HeaderCodec<Unwanted> unwanted() {
        return HeaderCodec.of(
                dev.sluice.proto.Unwanted.parser(),
                message -> dev.sluice.proto.Unwanted.newBuilder()
                        .setCycle(message.cycle())
                        .addAllUnits(SharedHeaders.protos(message.units())),
                read -> new Unwanted(read.getCycle(), SharedHeaders.held(read.getUnitsList())));
    }

    static HeaderCodec<Adopted> adopted() {
        return HeaderCodec.of(
                dev.sluice.proto.Adopted.parser(),
                message -> dev.sluice.proto.Adopted.newBuilder()
                        .setCycle(message.cycle())
                        .addAllWorking(SharedHeaders.protos(message.working()))
                        .addAllFinished(SharedHeaders.protos(message.finished())),
                read -> new Adopted(
                        read.getCycle(),
                        SharedHeaders.held(read.getWorkingList()),
                        SharedHeaders.held(read.getFinishedList())));
    }
}
