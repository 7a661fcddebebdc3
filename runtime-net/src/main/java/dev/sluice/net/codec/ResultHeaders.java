package dev.sluice.net.codec;

import dev.sluice.net.message.Collect;
import dev.sluice.net.message.Grant;
import dev.sluice.net.message.Offer;
import dev.sluice.net.message.RunAges;
import dev.sluice.net.message.UnitFailed;
import dev.sluice.net.rules.Text;
import java.util.List;

/** Headers of {@code results.proto}; {@link UnitHeaders} has those that travel per unit. */
final class ResultHeaders {
    private static final int LONGEST_TYPE = 1_024;
    private static final int LONGEST_MESSAGE = 8_192;
    private static final int LONGEST_STACK = 65_536;

    private ResultHeaders() {}

    static HeaderCodec<Offer> offer() {
        return HeaderCodec.of(
                dev.sluice.proto.Offer.parser(),
                message -> dev.sluice.proto.Offer.newBuilder()
                        .setOffer(message.offer())
                        .setBytes(message.bytes())
                        .setUrgent(message.urgent()),
                read -> new Offer(read.getOffer(), read.getBytes(), read.getUrgent()));
    }

    static HeaderCodec<Grant> grant() {
        return HeaderCodec.of(
                dev.sluice.proto.Grant.parser(),
                message -> dev.sluice.proto.Grant.newBuilder().setOffer(message.offer()),
                read -> new Grant(read.getOffer()));
    }

    static HeaderCodec<Collect> collect() {
        return HeaderCodec.of(
                dev.sluice.proto.Collect.parser(),
                message -> dev.sluice.proto.Collect.newBuilder().setCycle(message.cycle()),
                read -> new Collect(read.getCycle()));
    }

    static HeaderCodec<UnitFailed> unitFailed() {
        return HeaderCodec.of(
                dev.sluice.proto.UnitFailed.parser(),
                message -> place(message.ages(), dev.sluice.proto.UnitFailed.newBuilder())
                        .setComputeNanos(message.computeNanos())
                        .setCycle(message.cycle())
                        .setSequence(message.sequence())
                        .setUnit(SharedHeaders.proto(message.unit()))
                        .setCode(message.code().number())
                        .setType(message.type())
                        .setMessage(message.message())
                        .setStack(message.stack())
                        .setWorkers(message.workers()),
                ResultHeaders::failed);
    }

    private static UnitFailed failed(dev.sluice.proto.UnitFailed read) {
        if (!read.hasUnit()) {
            throw new IllegalArgumentException("unit failed: no unit (expected: one)");
        }
        return new UnitFailed(
                read.getCycle(),
                read.getSequence(),
                SharedHeaders.held(read.getUnit()),
                SharedHeaders.code(read.getCode()),
                Text.printable(read.getType(), LONGEST_TYPE),
                Text.printableLines(read.getMessage(), LONGEST_MESSAGE),
                Text.printableLines(read.getStack(), LONGEST_STACK),
                read.getWorkers() == 0 ? 1 : read.getWorkers(),
                read.getSlot() == 0 ? RunAges.UNKNOWN : new RunAges(read.getSlot(), List.of(read.getAge())),
                read.getComputeNanos());
    }

    /** Sets the slot and the time of a failure; an older peer does not know these fields. */
    private static dev.sluice.proto.UnitFailed.Builder place(RunAges ages, dev.sluice.proto.UnitFailed.Builder to) {
        return ages.slot() == 0 || ages.micros().isEmpty()
                ? to
                : to.setSlot(ages.slot()).setAge(ages.micros().get(0));
    }
}
