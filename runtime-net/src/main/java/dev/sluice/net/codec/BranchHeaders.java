package dev.sluice.net.codec;

import dev.sluice.net.message.Adopted;
import dev.sluice.net.message.Branch;
import dev.sluice.net.message.BranchTerms;
import dev.sluice.net.message.BranchWorkers;
import dev.sluice.net.message.Unwanted;
import dev.sluice.net.rules.Text;
import dev.sluice.proto.BranchWorker;

/** Headers of {@code branch.proto}. */
final class BranchHeaders {
    private static final int LONGEST_NAME = 32;
    private static final int LONGEST_HOST = 255;

    private BranchHeaders() {}

    static HeaderCodec<Branch> branch() {
        return HeaderCodec.of(
                dev.sluice.proto.Branch.parser(),
                message -> dev.sluice.proto.Branch.newBuilder().setSlots(message.slots()),
                read -> new Branch(read.getSlots()));
    }

    static HeaderCodec<BranchTerms> terms() {
        return HeaderCodec.of(
                dev.sluice.proto.BranchTerms.parser(),
                message -> dev.sluice.proto.BranchTerms.newBuilder()
                        .setPolicy(message.policy())
                        .setMeasuredWeights(message.measuredWeights())
                        .setPrefetchPlusOne(message.prefetch() + 1)
                        .setMaxFailures(message.maxFailures())
                        .setSpeculation(message.speculation())
                        .setKept(message.kept())
                        .setProbeBytes(message.probeBytes()),
                read -> new BranchTerms(
                        Text.printable(read.getPolicy(), LONGEST_NAME),
                        read.getMeasuredWeights(),
                        read.getPrefetchPlusOne() - 1,
                        read.getMaxFailures(),
                        read.getSpeculation(),
                        read.getKept(),
                        read.getProbeBytes()));
    }

    static HeaderCodec<BranchWorkers> workers() {
        return HeaderCodec.of(
                dev.sluice.proto.BranchWorkers.parser(),
                message -> dev.sluice.proto.BranchWorkers.newBuilder()
                        .addAllWorkers(message.workers().stream()
                                .map(BranchHeaders::proto)
                                .toList()),
                read -> new BranchWorkers(
                        read.getWorkersList().stream().map(BranchHeaders::line).toList()));
    }

    private static BranchWorker proto(BranchWorkers.Line worker) {
        return BranchWorker.newBuilder()
                .setName(worker.name())
                .setHost(worker.host())
                .setSlots(worker.slots())
                .setAccepted(worker.accepted())
                .setStats(SharedHeaders.proto(worker.stats()))
                .build();
    }

    private static BranchWorkers.Line line(BranchWorker read) {
        return new BranchWorkers.Line(
                read.getName(),
                Text.printable(read.getHost(), LONGEST_HOST),
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
