package dev.sluice.net.codec;

import com.google.protobuf.ByteString;
import dev.sluice.net.message.FileNews;
import dev.sluice.net.message.FileSource;
import dev.sluice.net.message.PeerListen;
import dev.sluice.net.message.PeerReady;
import dev.sluice.net.message.PeerWait;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.RunIdentity;
import dev.sluice.net.runfile.Secret;
import org.jspecify.annotations.Nullable;

/** Headers of {@code peer.proto}. */
final class PeerHeaders {
    private static final int LONGEST_HOST = 255;

    private PeerHeaders() {}

    static HeaderCodec<PeerListen> listen() {
        return HeaderCodec.of(
                dev.sluice.proto.PeerListen.parser(),
                message -> dev.sluice.proto.PeerListen.newBuilder()
                        .setCertificate(ByteString.copyFrom(message.identity().certificateBytes()))
                        .setKey(ByteString.copyFrom(message.identity().key().getEncoded()))
                        .setSecret(ByteString.copyFrom(message.secret().bytes()))
                        .setInsecure(message.insecure()),
                read -> new PeerListen(
                        RunIdentity.of(
                                read.getCertificate().toByteArray(),
                                read.getKey().toByteArray()),
                        Secret.of(read.getSecret().toByteArray()),
                        read.getInsecure()));
    }

    static HeaderCodec<PeerReady> ready() {
        return HeaderCodec.of(
                dev.sluice.proto.PeerReady.parser(),
                message -> dev.sluice.proto.PeerReady.newBuilder()
                        .addAllHosts(message.hosts())
                        .setPort(message.port()),
                read -> new PeerReady(SharedHeaders.printable(read.getHostsList(), LONGEST_HOST), read.getPort()));
    }

    static HeaderCodec<FileNews> news() {
        return HeaderCodec.of(
                dev.sluice.proto.FileNews.parser(),
                message -> dev.sluice.proto.FileNews.newBuilder()
                        .setSha256(message.sha256())
                        .setState(message.state().number()),
                read -> new FileNews(read.getSha256(), FileNews.State.ofNumber(read.getState())));
    }

    static HeaderCodec<FileSource> source() {
        return HeaderCodec.of(
                dev.sluice.proto.FileSource.parser(),
                PeerHeaders::proto,
                read -> new FileSource(read.getSha256(), door(read)));
    }

    private static dev.sluice.proto.FileSource.Builder proto(FileSource message) {
        dev.sluice.proto.FileSource.Builder source =
                dev.sluice.proto.FileSource.newBuilder().setSha256(message.sha256());
        FileSource.Door from = message.from();
        return from == null
                ? source
                : source.addAllAddresses(
                                from.addresses().stream().map(RunFile::text).toList())
                        .setCertificate(from.fingerprint())
                        .setSecret(ByteString.copyFrom(from.secret().bytes()))
                        .setInsecure(from.insecure());
    }

    private static FileSource.@Nullable Door door(dev.sluice.proto.FileSource read) {
        return read.getAddressesCount() == 0
                ? null
                : new FileSource.Door(
                        read.getAddressesList().stream().map(RunFile::address).toList(),
                        read.getCertificate(),
                        Secret.of(read.getSecret().toByteArray()),
                        read.getInsecure());
    }

    static HeaderCodec<PeerWait> waiting() {
        return HeaderCodec.of(
                dev.sluice.proto.PeerWait.parser(),
                message -> dev.sluice.proto.PeerWait.newBuilder(),
                read -> new PeerWait());
    }
}
