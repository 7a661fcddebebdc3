package dev.sluice.net.codec;

import dev.sluice.net.message.DrainAnswer;
import dev.sluice.net.message.DrainWorkers;

/** Headers of {@code operator.proto}. */
final class OperatorHeaders {
    private static final int LONGEST_NAME = 255;
    private static final int LONGEST_MEMBER = 512;

    private OperatorHeaders() {}

    static HeaderCodec<DrainWorkers> drainWorkers() {
        return HeaderCodec.of(
                dev.sluice.proto.DrainWorkers.parser(),
                message -> dev.sluice.proto.DrainWorkers.newBuilder().addAllWorkers(message.workers()),
                read -> new DrainWorkers(SharedHeaders.printable(read.getWorkersList(), LONGEST_NAME)));
    }

    static HeaderCodec<DrainAnswer> drainAnswer() {
        return HeaderCodec.of(
                dev.sluice.proto.DrainAnswer.parser(),
                message -> dev.sluice.proto.DrainAnswer.newBuilder()
                        .addAllAsked(message.asked())
                        .addAllUnknown(message.unknown())
                        .addAllPresent(message.present()),
                read -> new DrainAnswer(
                        SharedHeaders.printable(read.getAskedList(), LONGEST_MEMBER),
                        SharedHeaders.printable(read.getUnknownList(), LONGEST_NAME),
                        SharedHeaders.printable(read.getPresentList(), LONGEST_MEMBER)));
    }
}
