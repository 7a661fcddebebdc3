package dev.sluice.net.codec;

import dev.sluice.model.Offer;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import dev.sluice.net.message.Adopted;
import dev.sluice.net.message.Move;
import dev.sluice.net.message.MoveBelow;
import dev.sluice.net.message.Refuge;
import dev.sluice.net.message.SubMasterSlots;
import dev.sluice.net.message.SubMasterTerms;
import dev.sluice.net.message.SubMasterWorkers;
import dev.sluice.net.message.Unwanted;
import dev.sluice.net.rules.Text;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.proto.Durations;
import dev.sluice.proto.PlannedHost;
import dev.sluice.proto.SubMasterWorker;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Headers of {@code submaster.proto}. */
final class SubMasterHeaders {
    private static final int LONGEST_NAME = 32;
    private static final int LONGEST_HOST = 255;

    private SubMasterHeaders() {}

    static HeaderCodec<SubMasterSlots> slots() {
        return HeaderCodec.of(
                dev.sluice.proto.SubMasterSlots.parser(),
                message -> {
                    dev.sluice.proto.SubMasterSlots.Builder proto = dev.sluice.proto.SubMasterSlots.newBuilder()
                            .setSlots(message.slots())
                            .addAllTotal(SharedHeaders.proto(message.offer().total()));
                    message.offer()
                            .single()
                            .forEach(each -> proto.addSingle(
                                    dev.sluice.proto.Amounts.newBuilder().addAllAmounts(SharedHeaders.proto(each))));
                    Refuge place = message.place();
                    return place == null ? proto : proto.setPlace(SessionHeaders.proto(place));
                },
                read -> new SubMasterSlots(
                        read.getSlots(),
                        read.hasPlace() ? SessionHeaders.refuge(read.getPlace()) : null,
                        new Offer(
                                SharedHeaders.amounts(read.getTotalList()),
                                read.getSingleList().stream()
                                        .map(each -> SharedHeaders.amounts(each.getAmountsList()))
                                        .toList())));
    }

    static HeaderCodec<Move> move() {
        return HeaderCodec.of(
                dev.sluice.proto.Move.parser(),
                message -> dev.sluice.proto.Move.newBuilder().setTo(SessionHeaders.proto(message.to())),
                read -> new Move(SessionHeaders.refuge(read.getTo())));
    }

    static HeaderCodec<MoveBelow> moveBelow() {
        return HeaderCodec.of(
                dev.sluice.proto.MoveBelow.parser(),
                message -> {
                    dev.sluice.proto.MoveBelow.Builder proto = dev.sluice.proto.MoveBelow.newBuilder()
                            .addAllWorkers(message.workers())
                            .setLeaves(message.leaves());
                    Refuge to = message.to();
                    return to == null ? proto : proto.setTo(SessionHeaders.proto(to));
                },
                read -> new MoveBelow(
                        SharedHeaders.printable(read.getWorkersList(), LONGEST_HOST),
                        read.hasTo() ? SessionHeaders.refuge(read.getTo()) : null,
                        read.getLeaves()));
    }

    static HeaderCodec<SubMasterTerms> terms() {
        return HeaderCodec.of(
                dev.sluice.proto.SubMasterTerms.parser(),
                message -> dev.sluice.proto.SubMasterTerms.newBuilder()
                        .setPolicy(message.handout().policy().name())
                        .setMeasuredWeights(message.handout().weighting() == Weighting.MEASURED)
                        .setPrefetchPlusOne(message.handout().prefetch() + 1)
                        .setMaxFailures(message.mostWorkers())
                        .setSpeculation(message.handout().speculation())
                        .setDeferred(message.kept())
                        .setProbeBytes(message.probeBytes())
                        .setCongestion(congestion(message.congestion()))
                        .setResultMemory(message.resultMemoryBytes())
                        .addAllPlanned(planned(message.planned()))
                        .setPlannedMean(message.planned().meanSeconds())
                        .setIsolated(message.isolated()),
                read -> {
                    PlannedWeights planned = planned(read.getPlannedList(), read.getPlannedMean());
                    Weighting others = planned.isNone() ? Weighting.EQUAL : Weighting.PLANNED;
                    return new SubMasterTerms(
                            new Handout(
                                    SharedHeaders.policy(read.getPolicy()),
                                    read.getMeasuredWeights() ? Weighting.MEASURED : others,
                                    read.getPrefetchPlusOne() - 1,
                                    read.getSpeculation()),
                            read.getMaxFailures(),
                            read.getDeferred(),
                            read.getProbeBytes(),
                            congestion(read.getCongestion()),
                            read.getResultMemory(),
                            planned,
                            read.getIsolated());
                });
    }

    /** The word of a mode; empty for the usual one, as earlier builds write it. */
    private static String congestion(GrantMode mode) {
        return mode.equals(GrantMode.ADAPTIVE) ? "" : mode.toString();
    }

    private static GrantMode congestion(String word) {
        if (word.isEmpty()) {
            return GrantMode.ADAPTIVE;
        }
        return GrantMode.named(word)
                .orElseThrow(() -> new IllegalArgumentException("congestion " + Text.printable(word, LONGEST_NAME)
                        + " (expected: OFF, SERIAL, 1 to " + GrantMode.MOST + ", or nothing)"));
    }

    private static List<PlannedHost> planned(PlannedWeights weights) {
        List<PlannedHost> hosts = new ArrayList<>();
        for (String host : weights.hosts()) {
            hosts.add(PlannedHost.newBuilder()
                    .setHost(host)
                    .setWorker(weights.unitSeconds(host, false))
                    .setSubMaster(weights.unitSeconds(host, true))
                    .build());
        }
        return hosts;
    }

    private static PlannedWeights planned(List<PlannedHost> hosts, double meanSeconds) {
        Map<String, Double> workers = new HashMap<>();
        Map<String, Double> subMasters = new HashMap<>();
        for (PlannedHost each : hosts) {
            String host = Text.printable(each.getHost(), LONGEST_HOST);
            if (each.getWorker() != 0) {
                workers.put(host, each.getWorker());
            }
            if (each.getSubMaster() != 0) {
                subMasters.put(host, each.getSubMaster());
            }
        }
        return new PlannedWeights(workers, subMasters, meanSeconds);
    }

    static HeaderCodec<SubMasterWorkers> workers() {
        return HeaderCodec.of(
                dev.sluice.proto.SubMasterWorkers.parser(),
                message -> dev.sluice.proto.SubMasterWorkers.newBuilder()
                        .addAllWorkers(message.workers().stream()
                                .map(SubMasterHeaders::proto)
                                .toList())
                        .addAllStarts(durations(message.times().starts()))
                        .addAllRoundTrips(durations(message.times().roundTrips())),
                read -> new SubMasterWorkers(
                        read.getWorkersList().stream()
                                .map(SubMasterHeaders::line)
                                .toList(),
                        new SubMasterWorkers.Times(read(read.getStartsList()), read(read.getRoundTripsList()))));
    }

    private static List<Durations> durations(List<SubMasterWorkers.Duration> durations) {
        return durations.stream()
                .map(each -> Durations.newBuilder()
                        .setNanos(each.nanos())
                        .setNumber(each.number())
                        .build())
                .toList();
    }

    private static List<SubMasterWorkers.Duration> read(List<Durations> durations) {
        return durations.stream()
                .map(each -> new SubMasterWorkers.Duration(each.getNanos(), each.getNumber()))
                .toList();
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
