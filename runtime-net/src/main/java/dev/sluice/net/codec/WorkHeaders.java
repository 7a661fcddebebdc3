package dev.sluice.net.codec;

import dev.sluice.model.ledger.Lull;
import dev.sluice.net.message.CycleEnd;
import dev.sluice.net.message.CycleSetup;
import dev.sluice.net.message.Fetch;
import dev.sluice.net.message.FilePart;
import dev.sluice.net.message.HandedBack;
import dev.sluice.net.message.Revoke;
import dev.sluice.net.message.WorkTerms;

/** Headers of {@code work.proto}; {@link UnitHeaders} has the one that travels per unit. */
final class WorkHeaders {
    private WorkHeaders() {}

    static HeaderCodec<Fetch> fetch() {
        return HeaderCodec.of(
                dev.sluice.proto.Fetch.parser(),
                message -> dev.sluice.proto.Fetch.newBuilder()
                        .setSha256(message.sha256())
                        .setOffset(message.offset())
                        .setLength(message.length()),
                read -> new Fetch(read.getSha256(), read.getOffset(), read.getLength()));
    }

    static HeaderCodec<FilePart> filePart() {
        return HeaderCodec.withBulk(
                dev.sluice.proto.FilePart.parser(),
                message -> dev.sluice.proto.FilePart.newBuilder()
                        .setSha256(message.sha256())
                        .setOffset(message.offset()),
                (read, bulk) -> new FilePart(read.getSha256(), read.getOffset(), bulk));
    }

    static HeaderCodec<CycleSetup> cycleSetup() {
        return HeaderCodec.withBulk(
                dev.sluice.proto.CycleSetup.parser(),
                message -> dev.sluice.proto.CycleSetup.newBuilder()
                        .setCycle(message.cycle())
                        .setGapNanos(message.gapNanos())
                        .setParts(message.parts()),
                (read, bulk) -> new CycleSetup(read.getCycle(), read.getGapNanos(), bulk, read.getParts()));
    }

    static HeaderCodec<CycleEnd> cycleEnd() {
        return HeaderCodec.of(
                dev.sluice.proto.CycleEnd.parser(),
                message -> dev.sluice.proto.CycleEnd.newBuilder()
                        .setCycle(message.cycle())
                        .setDryNanos(message.lull().dryNanos())
                        .setHeardNanos(message.lull().heardNanos()),
                read -> new CycleEnd(read.getCycle(), new Lull(read.getDryNanos(), read.getHeardNanos())));
    }

    static HeaderCodec<Revoke> revoke() {
        return HeaderCodec.of(
                dev.sluice.proto.Revoke.parser(),
                message -> dev.sluice.proto.Revoke.newBuilder()
                        .setCycle(message.cycle())
                        .setUnits(message.units()),
                read -> new Revoke(read.getCycle(), read.getUnits()));
    }

    static HeaderCodec<HandedBack> handedBack() {
        return HeaderCodec.of(
                dev.sluice.proto.HandedBack.parser(),
                message -> dev.sluice.proto.HandedBack.newBuilder()
                        .setCycle(message.cycle())
                        .addAllUnits(SharedHeaders.protos(message.units())),
                read -> new HandedBack(read.getCycle(), SharedHeaders.held(read.getUnitsList())));
    }

    static HeaderCodec<WorkTerms> workTerms() {
        return HeaderCodec.of(
                dev.sluice.proto.WorkTerms.parser(),
                message -> dev.sluice.proto.WorkTerms.newBuilder()
                        .setParked(message.parked())
                        .setIsolated(message.isolated()),
                read -> new WorkTerms(read.getParked(), read.getIsolated()));
    }
}
