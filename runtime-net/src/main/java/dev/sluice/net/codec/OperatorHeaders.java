package dev.sluice.net.codec;

import com.google.protobuf.ByteString;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import dev.sluice.net.message.CancelUnit;
import dev.sluice.net.message.ChangeHandout;
import dev.sluice.net.message.FollowUnit;
import dev.sluice.net.message.HandoutAnswer;
import dev.sluice.net.message.Note;
import dev.sluice.net.message.SteerAnswer;
import dev.sluice.net.message.SteerWorkers;
import dev.sluice.net.message.UnitName;
import dev.sluice.net.message.UnitOutput;
import dev.sluice.net.rules.Text;
import java.nio.charset.StandardCharsets;

/** Headers of {@code operator.proto}. */
final class OperatorHeaders {
    private static final int LONGEST_NAME = 255;
    private static final int LONGEST_MEMBER = 512;
    private static final int LONGEST_TEXT = 1_024;

    private OperatorHeaders() {}

    static HeaderCodec<SteerWorkers> steerWorkers() {
        return HeaderCodec.of(
                dev.sluice.proto.SteerWorkers.parser(),
                message -> dev.sluice.proto.SteerWorkers.newBuilder()
                        .setHow(message.how().name())
                        .addAllWorkers(message.workers())
                        .setTo(message.to()),
                read -> new SteerWorkers(
                        SharedHeaders.named(SteerWorkers.How.class, "change", read.getHow()),
                        SharedHeaders.printable(read.getWorkersList(), LONGEST_NAME),
                        Text.printable(read.getTo(), LONGEST_NAME)));
    }

    static HeaderCodec<SteerAnswer> steerAnswer() {
        return HeaderCodec.of(
                dev.sluice.proto.SteerAnswer.parser(),
                message -> dev.sluice.proto.SteerAnswer.newBuilder()
                        .addAllChanged(message.changed())
                        .addAllReplaced(message.replaced())
                        .setTo(message.to())
                        .addAllUnknown(message.unknown())
                        .addAllPresent(message.present())
                        .setRefused(message.refused()),
                read -> new SteerAnswer(
                        SharedHeaders.printable(read.getChangedList(), LONGEST_TEXT),
                        SharedHeaders.printable(read.getReplacedList(), LONGEST_MEMBER),
                        Text.printable(read.getTo(), LONGEST_MEMBER),
                        SharedHeaders.printable(read.getUnknownList(), LONGEST_NAME),
                        SharedHeaders.printable(read.getPresentList(), LONGEST_MEMBER),
                        Text.printable(read.getRefused(), LONGEST_TEXT)));
    }

    static HeaderCodec<ChangeHandout> changeHandout() {
        return HeaderCodec.of(
                dev.sluice.proto.ChangeHandout.parser(),
                message -> dev.sluice.proto.ChangeHandout.newBuilder()
                        .setPolicy(message.policy())
                        .setWeighting(message.weighting())
                        .setPrefetchPlusTwo(message.prefetch() + 2)
                        .setSpeculationPlusOne(message.speculation() + 1),
                read -> new ChangeHandout(
                        Text.printable(read.getPolicy(), LONGEST_NAME),
                        Text.printable(read.getWeighting(), LONGEST_NAME),
                        read.getPrefetchPlusTwo() - 2,
                        read.getSpeculationPlusOne() - 1));
    }

    static HeaderCodec<HandoutAnswer> handoutAnswer() {
        return HeaderCodec.of(
                dev.sluice.proto.HandoutAnswer.parser(),
                message -> dev.sluice.proto.HandoutAnswer.newBuilder()
                        .setPolicy(message.now().policy().name())
                        .setWeighting(message.now().weighting().name())
                        .setPrefetchPlusOne(message.now().prefetch() + 1)
                        .setSpeculation(message.now().speculation())
                        .setRefused(message.refused()),
                read -> new HandoutAnswer(
                        new Handout(
                                SharedHeaders.policy(read.getPolicy()),
                                SharedHeaders.named(Weighting.class, "weights", read.getWeighting()),
                                read.getPrefetchPlusOne() - 1,
                                read.getSpeculation()),
                        Text.printable(read.getRefused(), LONGEST_TEXT)));
    }

    static HeaderCodec<CancelUnit> cancelUnit() {
        return HeaderCodec.of(
                dev.sluice.proto.CancelUnit.parser(),
                message -> dev.sluice.proto.CancelUnit.newBuilder()
                        .setCyclePlusOne(message.unit().cycle() + 1)
                        .setUnit(message.unit().unit())
                        .setCounted(message.unit().counted()),
                read -> new CancelUnit(new UnitName(read.getCyclePlusOne() - 1, read.getUnit(), read.getCounted())));
    }

    static HeaderCodec<Note> note() {
        return HeaderCodec.of(
                dev.sluice.proto.Note.parser(),
                message -> dev.sluice.proto.Note.newBuilder().setText(message.text()),
                read -> new Note(Text.printable(read.getText(), LONGEST_TEXT)));
    }

    static HeaderCodec<FollowUnit> followUnit() {
        return HeaderCodec.of(
                dev.sluice.proto.FollowUnit.parser(),
                message -> dev.sluice.proto.FollowUnit.newBuilder()
                        .setCyclePlusOne(message.unit().cycle() + 1)
                        .setUnit(message.unit().unit())
                        .setCounted(message.unit().counted())
                        .setAll(message.all()),
                read -> new FollowUnit(
                        new UnitName(read.getCyclePlusOne() - 1, read.getUnit(), read.getCounted()), read.getAll()));
    }

    static HeaderCodec<UnitOutput> unitOutput() {
        return HeaderCodec.of(
                dev.sluice.proto.UnitOutput.parser(),
                message -> dev.sluice.proto.UnitOutput.newBuilder()
                        .setCycle(message.cycle())
                        .setUnit(message.unit())
                        .setStream(message.stream())
                        .setOffset(message.offset())
                        .setText(ByteString.copyFrom(message.bytes()))
                        .setWhere(message.where())
                        .setEnded(message.ended()),
                read -> new UnitOutput(
                        read.getCycle(),
                        read.getUnit(),
                        read.getStream(),
                        read.getOffset(),
                        read.getText().toString(StandardCharsets.ISO_8859_1),
                        Text.printable(read.getWhere(), LONGEST_MEMBER),
                        read.getEnded()));
    }
}
