package dev.sluice.net.handshake;

import com.google.protobuf.ByteString;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.frame.Preamble;
import dev.sluice.net.payload.SpillSpace;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.rules.Limits;
import dev.sluice.net.rules.Offences;
import dev.sluice.net.runfile.Role;
import dev.sluice.net.runfile.RunFile;
import dev.sluice.net.runfile.RunSecrets;
import dev.sluice.net.session.Session;
import dev.sluice.net.session.SessionListener;
import dev.sluice.net.session.SessionTerms;
import dev.sluice.proto.Hello;
import dev.sluice.proto.Proof;
import dev.sluice.testing.FuzzTarget;
import dev.sluice.testing.Records;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandler;
import io.netty.channel.EventLoop;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The side that reads, the size of the reads, and the bytes that come before a proof, without TLS: preambles, hellos,
 * proofs and problems. Nobody guesses a proof, so that no session opens.
 */
public final class HandshakeFuzz {
    private static final FuzzTarget TARGET = FuzzTarget.of(HandshakeFuzz::read);

    /** The pieces of an input, each of which costs the channel of the test some kilobytes. */
    private static final int MOST_PIECES = 256;

    private static final RunSecrets SECRETS = RunSecrets.create();
    private static final Offences OFFENCES = new Offences();
    private static final EventLoop LOOP = new EmbeddedChannel().eventLoop();
    private static final ListeningEndpoint ENDPOINT = new ListeningEndpoint(
            new ServerConfig(
                    null,
                    SECRETS,
                    true,
                    Records.with(Limits.STANDARD, "maxUnproven", 1, "maxUnprovenPerAddress", 1),
                    SpillSpace.NONE),
            LOOP,
            HandshakeFuzz::opened);

    private HandshakeFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    static List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        ByteString bytes = ByteString.copyFrom(new byte[32]);
        byte[] proof = Proof.newBuilder().setNonce(bytes).setMac(bytes).build().toByteArray();
        byte[] hello = Hello.newBuilder().setNonce(bytes).build().toByteArray();
        for (Role role : Role.values()) {
            seeds.add(seed(0, Preamble.of(role, false).bytes(), frame(2, proof)));
        }
        seeds.add(seed(0, "GET / HTTP/1.1\r\nHost: a\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
        seeds.add(seed(1, Preamble.of(Role.MASTER, false).bytes(), frame(1, hello), frame(2, proof)));
        byte[] problem = dev.sluice.proto.Problem.newBuilder()
                .setCode(ErrorCode.WRONG_SECRET.number())
                .setText("no")
                .build()
                .toByteArray();
        seeds.add(seed(1, Preamble.of(Role.MASTER, false).bytes(), frame(4, problem)));
        seeds.add(seed(1, Refusal.line(ErrorCode.TOO_MANY_CONNECTIONS, "too many connections.", 0)));
        return seeds;
    }

    private static byte[] seed(int side, byte[]... parts) {
        ByteArrayOutputStream seed = new ByteArrayOutputStream();
        seed.write(side);
        seed.write(0);
        for (byte[] part : parts) {
            seed.writeBytes(part);
        }
        return seed.toByteArray();
    }

    private static byte[] frame(int kind, byte[] header) {
        return Unpooled.buffer()
                .writeInt(2 + header.length)
                .writeByte(kind)
                .writeByte(header.length)
                .writeBytes(header)
                .capacity(6 + header.length)
                .array();
    }

    private static void read(byte[] input) {
        if (input.length < 2) {
            return;
        }
        if (input[0] % 2 == 0) {
            asMaster(input);
        } else {
            asWorker(input);
        }
    }

    private static SessionListener opened(Session session) {
        throw new AssertionError("a session without a proof");
    }

    private static void asMaster(byte[] input) {
        EmbeddedChannel channel = new Connected();
        Connected.begin(channel, new GateHandler(ENDPOINT), input);
        if (ENDPOINT.offences().containsKey(ErrorCode.INTERNAL)) {
            throw new AssertionError("an internal error (expected: an offence of the peer)");
        }
        if (!ENDPOINT.admission().enter(HandshakeFuzz.class)) {
            throw new AssertionError("the connection still counts (expected: it is over)");
        }
        ENDPOINT.admission().leave(HandshakeFuzz.class);
    }

    private static void asWorker(byte[] input) {
        Preamble own = Preamble.of(Role.WORKER, false);
        List<Closing> ends = new ArrayList<>();
        EmbeddedChannel channel = new Connected();
        DialHandler dial =
                new DialHandler(own, new PinnedTrust(RunFile.WITHOUT_CERTIFICATE), 1_000_000_000_000L, ends::add);
        SessionTerms terms = new SessionTerms(
                Role.WORKER, Role.MASTER, Limits.STANDARD, SpillSpace.NONE, OFFENCES, LOOP, HandshakeFuzz::opened);
        Proofs proofs = new Proofs(SECRETS.worker(), RunFile.WITHOUT_CERTIFICATE, own, Preamble.of(Role.MASTER, false));
        Connected.begin(channel, dial, input, new PeerProveHandler(dial, terms, proofs, false));
        if (ends.size() != 1) {
            throw new AssertionError(ends.size() + " ends (expected: 1)");
        }
        if (ends.get(0).code() == ErrorCode.INTERNAL && !ends.get(0).byPeer()) {
            throw new AssertionError("an internal error (expected: an offence of the master)");
        }
    }

    /** A channel with an address. */
    private static final class Connected extends EmbeddedChannel {
        private static final SocketAddress ADDRESS = new InetSocketAddress("127.0.0.1", 9);

        Connected() {
            super(false, false);
        }

        @Override
        protected SocketAddress remoteAddress0() {
            return isActive() ? ADDRESS : null;
        }

        /** Connects, feeds the bytes, and disconnects. */
        static void begin(EmbeddedChannel channel, ChannelHandler first, byte[] input, ChannelHandler... more) {
            channel.pipeline().addLast(first).addLast(more);
            try {
                channel.register();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
            int piece = input[1] == 0 ? input.length : Math.max(input[1] & 0xFF, input.length / MOST_PIECES);
            for (int from = 2; from < input.length && channel.isOpen(); from += piece) {
                channel.writeInbound(Unpooled.wrappedBuffer(input, from, Math.min(piece, input.length - from)));
            }
            channel.checkException();
            channel.finishAndReleaseAll();
        }
    }
}
