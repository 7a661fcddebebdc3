package dev.sluice.net.session;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.codec.Kind;
import dev.sluice.net.codec.Samples;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Register;
import dev.sluice.net.payload.SpillSpace;
import dev.sluice.net.rules.Closing;
import dev.sluice.net.rules.Limits;
import dev.sluice.net.rules.Offences;
import dev.sluice.net.runfile.Role;
import dev.sluice.testing.FuzzTarget;
import dev.sluice.testing.Records;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The roles of both sides, the size of the reads, and the bytes of the peer in a proven session. The session ends with
 * a code that blames the peer, and all memory is given back.
 */
public final class FrameFuzz {
    private static final FuzzTarget TARGET = FuzzTarget.of(FrameFuzz::read);

    /** The pieces of an input, each of which costs the channel of the test some kilobytes. */
    private static final int MOST_PIECES = 256;

    private static final Offences OFFENCES = new Offences();
    private static final Limits LIMITS = Records.with(Limits.STANDARD, "maxPayloadBytes", 100_000L);

    private FrameFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    /** One session for each pair of roles, in which the peer sends each message that the pair allows. */
    static List<byte[]> seeds() {
        List<byte[]> seeds = new ArrayList<>();
        for (int pair = 0; pair < 2 * Role.values().length; pair++) {
            ByteArrayOutputStream seed = new ByteArrayOutputStream();
            seed.write(pair);
            seed.write(0);
            if (self(pair) == Role.WORKER) {
                seed.writeBytes(Samples.frame(Samples.registered()));
            } else if (peer(pair) == Role.WORKER) {
                seed.writeBytes(Samples.frame(Samples.register()));
            }
            for (Message sample : Samples.all()) {
                if (SessionTable.taken(self(pair), peer(pair), State.ACTIVE).contains(Kind.of(sample))
                        && sample.closing(true) == null
                        && sample.payload().size() < 1_000) {
                    seed.writeBytes(Samples.frame(sample));
                }
            }
            seeds.add(seed.toByteArray());
        }
        return seeds;
    }

    private static Role self(int pair) {
        Role[] roles = Role.values();
        return pair % 2 == 0 ? Role.MASTER : roles[pair / 2 % roles.length];
    }

    private static Role peer(int pair) {
        Role[] roles = Role.values();
        return pair % 2 == 0 ? roles[pair / 2 % roles.length] : Role.MASTER;
    }

    private static void read(byte[] input) {
        if (input.length < 2) {
            return;
        }
        int pair = input[0] & 0xFF;
        int piece = input[1] == 0 ? input.length : Math.max(input[1] & 0xFF, input.length / MOST_PIECES);
        EmbeddedChannel channel = new EmbeddedChannel();
        Listener listener = new Listener(self(pair));
        channel.pipeline()
                .addLast(new SessionHandler(new SessionTerms(
                        self(pair),
                        peer(pair),
                        LIMITS,
                        SpillSpace.NONE,
                        OFFENCES,
                        channel.eventLoop(),
                        session -> listener)));
        List<ByteBuf> pieces = new ArrayList<>();
        for (int from = 2; from < input.length && channel.isOpen(); from += piece) {
            ByteBuf in = Unpooled.wrappedBuffer(input, from, Math.min(piece, input.length - from));
            pieces.add(in);
            channel.writeInbound(in);
        }
        channel.checkException();
        channel.finishAndReleaseAll();
        if (pieces.stream().anyMatch(in -> in.refCnt() != 0)) {
            throw new AssertionError("a piece of the input is still held (expected: released)");
        }
        listener.check();
    }

    private static final class Listener implements SessionListener {
        private final Role self;
        private @Nullable Closing end;

        Listener(Role self) {
            this.self = self;
        }

        @Override
        public void opened(Session session) {
            if (self == Role.WORKER) {
                session.send(Samples.register());
            }
        }

        @Override
        public void received(Session session, Message message) {
            if (message instanceof Register) {
                session.send(Samples.registered());
            }
            message.release();
        }

        @Override
        public void closed(Session session, Closing why) {
            end = why;
        }

        void check() {
            Closing why = end;
            if (why == null) {
                throw new AssertionError("the session has not ended with its connection");
            }
            if (why.code() == ErrorCode.INTERNAL && !why.byPeer()) {
                throw new AssertionError("the session ended by " + why + " (expected: an offence of the peer)");
            }
        }
    }
}
