package dev.sluice.net.codec;

import com.google.protobuf.ByteString;
import dev.sluice.net.message.ProbeData;
import dev.sluice.net.message.ProbeDial;
import dev.sluice.net.message.ProbeEcho;
import dev.sluice.net.message.ProbeGo;
import dev.sluice.net.message.ProbeListen;
import dev.sluice.net.message.ProbeOpen;
import dev.sluice.net.message.ProbeReady;
import dev.sluice.net.message.ProbeResult;
import dev.sluice.net.message.ProbeTerms;
import dev.sluice.net.rules.Text;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.runfile.Secret;

/** Headers of {@code probe.proto}. */
final class ProbeHeaders {
    private static final int LONGEST_HOST = 255;
    private static final int LONGEST_TEXT = 1_024;

    private ProbeHeaders() {}

    static HeaderCodec<ProbeListen> listen() {
        return HeaderCodec.of(
                dev.sluice.proto.ProbeListen.parser(),
                message -> dev.sluice.proto.ProbeListen.newBuilder()
                        .setTransfer(message.transfer())
                        .setCertificate(ByteString.copyFrom(message.identity().certificateBytes()))
                        .setKey(ByteString.copyFrom(message.identity().key().getEncoded()))
                        .setSecret(ByteString.copyFrom(message.secret().bytes()))
                        .setInsecure(message.insecure())
                        .setTerms(proto(message.terms())),
                read -> new ProbeListen(
                        read.getTransfer(),
                        RunIdentity.of(
                                read.getCertificate().toByteArray(),
                                read.getKey().toByteArray()),
                        Secret.of(read.getSecret().toByteArray()),
                        read.getInsecure(),
                        terms(read.hasTerms(), read.getTerms())));
    }

    static HeaderCodec<ProbeDial> dial() {
        return HeaderCodec.of(
                dev.sluice.proto.ProbeDial.parser(),
                message -> dev.sluice.proto.ProbeDial.newBuilder()
                        .setTransfer(message.transfer())
                        .addAllAddresses(
                                message.addresses().stream().map(RunFile::text).toList())
                        .setCertificate(message.fingerprint())
                        .setSecret(ByteString.copyFrom(message.secret().bytes()))
                        .setInsecure(message.insecure())
                        .setTerms(proto(message.terms())),
                read -> new ProbeDial(
                        read.getTransfer(),
                        read.getAddressesList().stream().map(RunFile::address).toList(),
                        read.getCertificate(),
                        Secret.of(read.getSecret().toByteArray()),
                        read.getInsecure(),
                        terms(read.hasTerms(), read.getTerms())));
    }

    static HeaderCodec<ProbeReady> ready() {
        return HeaderCodec.of(
                dev.sluice.proto.ProbeReady.parser(),
                message -> dev.sluice.proto.ProbeReady.newBuilder()
                        .setTransfer(message.transfer())
                        .addAllHosts(message.hosts())
                        .setPort(message.port())
                        .setRoundTripNanos(message.roundTripNanos()),
                read -> new ProbeReady(
                        read.getTransfer(),
                        SharedHeaders.printable(read.getHostsList(), LONGEST_HOST),
                        read.getPort(),
                        read.getRoundTripNanos()));
    }

    static HeaderCodec<ProbeGo> go() {
        return HeaderCodec.of(
                dev.sluice.proto.ProbeGo.parser(),
                message -> dev.sluice.proto.ProbeGo.newBuilder().setTransfer(message.transfer()),
                read -> new ProbeGo(read.getTransfer()));
    }

    static HeaderCodec<ProbeResult> result() {
        return HeaderCodec.of(
                dev.sluice.proto.ProbeResult.parser(),
                message -> dev.sluice.proto.ProbeResult.newBuilder()
                        .setTransfer(message.transfer())
                        .setBytes(message.bytes())
                        .setWindowBytes(message.windowBytes())
                        .setWindowNanos(message.windowNanos())
                        .setCode(message.code().number())
                        .setText(message.text()),
                read -> new ProbeResult(
                        read.getTransfer(),
                        read.getBytes(),
                        read.getWindowBytes(),
                        read.getWindowNanos(),
                        SharedHeaders.code(read.getCode()),
                        Text.printable(read.getText(), LONGEST_TEXT)));
    }

    static HeaderCodec<ProbeOpen> open() {
        return HeaderCodec.of(
                dev.sluice.proto.ProbeOpen.parser(),
                message -> dev.sluice.proto.ProbeOpen.newBuilder().setTransfer(message.transfer()),
                read -> new ProbeOpen(read.getTransfer()));
    }

    static HeaderCodec<ProbeData> data() {
        return HeaderCodec.withBulk(
                dev.sluice.proto.ProbeData.parser(),
                message -> dev.sluice.proto.ProbeData.newBuilder().setLast(message.last()),
                (read, bulk) -> new ProbeData(read.getLast(), bulk));
    }

    static HeaderCodec<ProbeEcho> echo() {
        return HeaderCodec.of(
                dev.sluice.proto.ProbeEcho.parser(),
                message -> dev.sluice.proto.ProbeEcho.newBuilder()
                        .setNumber(message.number())
                        .setAnswer(message.answer()),
                read -> new ProbeEcho(read.getNumber(), read.getAnswer()));
    }

    private static dev.sluice.proto.ProbeTerms proto(ProbeTerms terms) {
        return dev.sluice.proto.ProbeTerms.newBuilder()
                .setSends(terms.sends())
                .setBytes(terms.bytes())
                .setSendNanos(terms.sendNanos())
                .setWarmNanos(terms.warmNanos())
                .setWindowNanos(terms.windowNanos())
                .setPieceBytes(terms.pieceBytes())
                .build();
    }

    private static ProbeTerms terms(boolean present, dev.sluice.proto.ProbeTerms read) {
        if (!present) {
            throw new IllegalArgumentException("terms: missing (expected: the task of the end)");
        }
        return new ProbeTerms(
                read.getSends(),
                read.getBytes(),
                read.getSendNanos(),
                read.getWarmNanos(),
                read.getWindowNanos(),
                read.getPieceBytes());
    }
}
