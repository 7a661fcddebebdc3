package dev.sluice.net.codec;

import dev.sluice.model.RunId;
import dev.sluice.net.message.AgentReport;
import dev.sluice.net.message.AgentTarget;
import dev.sluice.net.message.PoolAnswer;
import dev.sluice.net.message.PoolJoin;
import dev.sluice.net.message.PoolNeeds;
import dev.sluice.net.message.PoolNews;
import dev.sluice.net.message.PoolRequest;
import dev.sluice.net.rules.Text;
import dev.sluice.proto.PoolSeat;

/** Headers of {@code pool.proto}. */
final class PoolHeaders {
    private static final int LONGEST_NAME = 255;
    private static final int LONGEST_LINE = 1_024;
    private static final int LONGEST_TEXT = 4_096;

    private PoolHeaders() {}

    static HeaderCodec<AgentReport> agentReport() {
        return HeaderCodec.of(
                dev.sluice.proto.AgentReport.parser(),
                message -> dev.sluice.proto.AgentReport.newBuilder()
                        .setHost(message.host())
                        .setSlots(message.slots())
                        .setMemoryBytes(message.memoryBytes())
                        .setBuild(message.build())
                        .setPid(message.pid())
                        .setIncarnation(message.incarnation())
                        .addAllSeats(
                                message.seats().stream().map(PoolHeaders::proto).toList()),
                read -> new AgentReport(
                        Text.printable(read.getHost(), LONGEST_NAME),
                        read.getSlots(),
                        read.getMemoryBytes(),
                        Text.printable(read.getBuild(), LONGEST_NAME),
                        read.getPid(),
                        read.getIncarnation(),
                        read.getSeatsList().stream().map(PoolHeaders::seat).toList()));
    }

    private static PoolSeat proto(AgentReport.Seat seat) {
        return PoolSeat.newBuilder()
                .setId(seat.id())
                .setRun(seat.run().text())
                .setSlots(seat.slots())
                .setState(seat.state().ordinal())
                .setPid(seat.pid())
                .setExitCode(seat.exitCode())
                .setLastWords(seat.lastWords())
                .build();
    }

    private static AgentReport.Seat seat(PoolSeat read) {
        return new AgentReport.Seat(
                read.getId(),
                new RunId(read.getRun()),
                read.getSlots(),
                SharedHeaders.value(AgentReport.State.values(), read.getState(), "state"),
                read.getPid(),
                read.getExitCode(),
                Text.printable(read.getLastWords(), LONGEST_TEXT));
    }

    static HeaderCodec<AgentTarget> agentTarget() {
        return HeaderCodec.of(
                dev.sluice.proto.AgentTarget.parser(),
                message -> dev.sluice.proto.AgentTarget.newBuilder()
                        .setNumber(message.number())
                        .addAllSeats(message.seats().stream()
                                .map(seat -> PoolSeat.newBuilder()
                                        .setId(seat.id())
                                        .setRun(seat.run().text())
                                        .setSlots(seat.slots())
                                        .setRunFile(seat.runFile())
                                        .build())
                                .toList()),
                read -> new AgentTarget(
                        read.getNumber(),
                        read.getSeatsList().stream()
                                .map(seat -> new AgentTarget.Seat(
                                        seat.getId(), new RunId(seat.getRun()), seat.getSlots(), seat.getRunFile()))
                                .toList()));
    }

    static HeaderCodec<PoolJoin> join() {
        return HeaderCodec.of(
                dev.sluice.proto.PoolJoin.parser(),
                message -> dev.sluice.proto.PoolJoin.newBuilder()
                        .setRun(message.run().text())
                        .setRunFile(message.runFile())
                        .setWeight(message.weight())
                        .setPriority(message.priority())
                        .setLeastSlots(message.leastSlots())
                        .setMostSlots(message.mostSlots())
                        .setPid(message.pid()),
                read -> new PoolJoin(
                        new RunId(read.getRun()),
                        read.getRunFile(),
                        read.getWeight(),
                        read.getPriority(),
                        read.getLeastSlots(),
                        read.getMostSlots(),
                        read.getPid()));
    }

    static HeaderCodec<PoolNeeds> needs() {
        return HeaderCodec.of(
                dev.sluice.proto.PoolNeeds.parser(),
                message -> dev.sluice.proto.PoolNeeds.newBuilder()
                        .setUnitsLeft(message.unitsLeft())
                        .setUnitsRunning(message.unitsRunning())
                        .setUnitNanos(message.unitNanos())
                        .setUsefulSlots(message.usefulSlots())
                        .setUnitsDone(message.unitsDone())
                        .setMoreCome(message.moreCome())
                        .setUsefulLimit(message.usefulLimit())
                        .setNeededSlots(message.neededSlots()),
                read -> new PoolNeeds(
                        read.getUnitsLeft(),
                        read.getUnitsRunning(),
                        read.getUnitNanos(),
                        read.getUsefulSlots(),
                        read.getUnitsDone(),
                        read.getMoreCome(),
                        Text.printable(read.getUsefulLimit(), LONGEST_NAME),
                        read.getNeededSlots()));
    }

    static HeaderCodec<PoolNews> news() {
        return HeaderCodec.of(
                dev.sluice.proto.PoolNews.parser(),
                message -> dev.sluice.proto.PoolNews.newBuilder()
                        .setSlots(message.slots())
                        .addAllLines(message.lines()),
                read -> new PoolNews(read.getSlots(), SharedHeaders.printable(read.getLinesList(), LONGEST_LINE)));
    }

    static HeaderCodec<PoolRequest> request() {
        return HeaderCodec.of(
                dev.sluice.proto.PoolRequest.parser(),
                message -> dev.sluice.proto.PoolRequest.newBuilder()
                        .setVerb(message.verb().ordinal())
                        .addAllWords(message.words())
                        .setDirectory(message.directory())
                        .addAllEnvironment(message.environment()),
                read -> new PoolRequest(
                        SharedHeaders.value(PoolRequest.Verb.values(), read.getVerb(), "verb"),
                        read.getWordsList(),
                        read.getDirectory(),
                        read.getEnvironmentList()));
    }

    static HeaderCodec<PoolAnswer> answer() {
        return HeaderCodec.of(
                dev.sluice.proto.PoolAnswer.parser(),
                message -> dev.sluice.proto.PoolAnswer.newBuilder()
                        .setCode(message.code().number())
                        .setText(message.text())
                        .setJson(message.json()),
                read -> new PoolAnswer(
                        SharedHeaders.code(read.getCode()),
                        Text.printable(read.getText(), LONGEST_TEXT),
                        read.getJson()));
    }
}
