package dev.sluice.net.session;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.sluice.testing.Records;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ResourceLeakDetector;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Sends frames that are random, mutated, or valid in a hostile order through the pipeline of a proven session.
 * {@code -Dsluice.frames=COUNT} changes their number.
 */
@Tag("slow")
class HostileFramesTest {
    private static final int FRAMES = Integer.getInteger("sluice.frames", 50_000);
    private static final int FRAMES_PER_READ = 8;
    private static final int SESSIONS_PER_CHANNEL = 500;
    private static final Set<ErrorCode> ANSWERS = EnumSet.of(
            ErrorCode.MALFORMED, ErrorCode.FRAME_TOO_LARGE, ErrorCode.UNEXPECTED_MESSAGE, ErrorCode.PAYLOAD_TOO_LARGE);

    private static final Set<Kind> ORDINARY = EnumSet.of(
            Kind.FETCH,
            Kind.HANDED_BACK,
            Kind.RESULTS,
            Kind.UNIT_FAILED,
            Kind.WORKER_BEAT,
            Kind.HOST_REPORT,
            Kind.LEAVING);

    private final List<String> leaks = new CopyOnWriteArrayList<>();
    private final List<byte[]> valid = Samples.all().stream()
            .filter(sample -> sample.getClass() != Register.class)
            .map(Samples::frame)
            .toList();
    private final byte[] register = Samples.frame(Samples.register());
    private final List<Throwable> uncaught = new ArrayList<>();
    private final Offences offences = new Offences();
    private int received;
    private int refused;

    @BeforeEach
    void watchLeaks() {
        ByteBufUtil.setLeakListener((type, records) -> leaks.add(type + records));
    }

    @AfterEach
    void stopWatching() {
        ByteBufUtil.setLeakListener(null);
    }

    @Test
    void shouldSurviveFramesWithoutAThrowableOrALeak() {
        assertThat(ResourceLeakDetector.getLevel()).isEqualTo(ResourceLeakDetector.Level.PARANOID);
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(20_261_121);
        int frames = 0;
        while (frames < FRAMES) {
            EmbeddedChannel channel = new EmbeddedChannel();
            for (int i = 0; i < SESSIONS_PER_CHANNEL && channel.isOpen() && frames < FRAMES; i++) {
                frames += session(channel, random);
            }
            channel.finishAndReleaseAll();
        }
        assertThat(uncaught).isEmpty();
        assertThat(received).as("messages received").isGreaterThan(FRAMES / 20);
        assertThat(refused).as("sessions refused").isGreaterThan(FRAMES / 100);
        assertNoLeaks();
    }

    /** One session until it ends; the number of frames it took. */
    private int session(EmbeddedChannel channel, RandomGenerator random) {
        SessionTerms terms = new SessionTerms(
                Role.MASTER,
                Role.WORKER,
                Records.with(Limits.STANDARD, "maxPayloadBytes", 100_000L),
                SpillSpace.NONE,
                offences,
                channel.eventLoop(),
                any -> new Fearless());
        SessionHandler handler = new SessionHandler(terms);
        channel.pipeline().addLast(handler);
        if (random.nextInt(20) != 0) {
            channel.writeInbound(Unpooled.wrappedBuffer(register));
        }
        List<ByteBuf> inputs = new ArrayList<>();
        int frames = 0;
        boolean over = false;
        while (!over && frames < 200) {
            ByteBuf in = Unpooled.buffer(); // counted here, as tracking every access would take most of the time
            inputs.add(in);
            for (int i = 0; i < FRAMES_PER_READ; i++) {
                frame(in, random);
            }
            frames += FRAMES_PER_READ;
            try {
                channel.writeInbound(in);
                channel.checkException();
            } catch (RuntimeException | Error e) {
                uncaught.add(e);
            }
            over = drainOutbound(channel) || !channel.isOpen();
        }
        if (channel.isOpen()) {
            channel.pipeline().remove(handler);
        }
        channel.runPendingTasks();
        assertThat(inputs).noneMatch(in -> in.refCnt() != 0);
        return frames;
    }

    /** Returns whether the last message was a refusal. */
    private boolean drainOutbound(EmbeddedChannel channel) {
        boolean over = false;
        for (ByteBuf out = channel.readOutbound(); out != null; out = channel.readOutbound()) {
            while (out.readableBytes() >= 5) {
                int length = out.readInt();
                over |= out.getByte(out.readerIndex()) == Kind.PROBLEM.number();
                out.skipBytes(length);
            }
            out.release();
        }
        refused += over ? 1 : 0;
        return over;
    }

    private void frame(ByteBuf to, RandomGenerator random) {
        switch (random.nextInt(48)) {
            case 0 -> randomBytes(to, random);
            case 1 -> randomBody(to, random);
            case 2, 3 -> mutated(to, random);
            case 4 -> part(to, random);
            default -> unchanged(to, random);
        }
    }

    /** Any frame at all, most of them not due. */
    private static void randomBytes(ByteBuf to, RandomGenerator random) {
        byte[] bytes = new byte[random.nextInt(1, 100)];
        random.nextBytes(bytes);
        to.writeBytes(bytes);
    }

    /** The right length and a kind that is due, with anything in it. */
    private static void randomBody(ByteBuf to, RandomGenerator random) {
        byte[] bytes = new byte[random.nextInt(1, 100)];
        random.nextBytes(bytes);
        Kind[] kinds =
                SessionTable.taken(Role.MASTER, Role.WORKER, State.ACTIVE).toArray(Kind[]::new);
        to.writeInt(1 + bytes.length).writeByte(kinds[random.nextInt(kinds.length)].number());
        to.writeByte(random.nextInt(bytes.length)).writeBytes(bytes, 1, bytes.length - 1);
    }

    private void mutated(ByteBuf to, RandomGenerator random) {
        byte[] bytes = due(random).clone();
        for (int flips = random.nextInt(1, 4); flips > 0; flips--) {
            int at = random.nextInt(bytes.length);
            bytes[at] = (byte) (random.nextBoolean() ? bytes[at] ^ 1 << random.nextInt(8) : random.nextInt());
        }
        int length = random.nextInt(8) == 0 ? random.nextInt(bytes.length) : bytes.length;
        to.writeBytes(bytes, 0, length);
    }

    private static void part(ByteBuf to, RandomGenerator random) {
        int size = random.nextInt(4) == 0 ? random.nextInt(20_000) : random.nextInt(400);
        to.writeInt(2 + size).writeByte(Kind.PART.number()).writeByte(0).writeZero(size);
    }

    /** Writes valid sample frames, in any order. */
    private void unchanged(ByteBuf to, RandomGenerator random) {
        to.writeBytes(due(random));
    }

    private byte[] due(RandomGenerator random) {
        byte[] frame;
        do {
            frame = valid.get(random.nextInt(valid.size()));
        } while (!ORDINARY.contains(Kind.ofNumber(frame[4])) && random.nextInt(60) != 0);
        return frame;
    }

    private void assertNoLeaks() {
        for (int i = 0; i < 3; i++) {
            System.gc();
            for (int j = 0; j < 100; j++) {
                ByteBufAllocator.DEFAULT.directBuffer(64).release();
            }
        }
        assertThat(leaks).isEmpty();
    }

    private final class Fearless implements SessionListener {
        @Override
        public void opened(Session session) {
            // waits for the peer
        }

        @Override
        public void received(Session session, Message message) {
            received++;
            if (message instanceof Register) {
                session.send(Samples.registered());
            }
            message.release();
        }

        @Override
        public void closed(Session session, Closing why) {
            assertThat(why.text()).doesNotContain("\u0000");
            assertThat(why.code() == ErrorCode.NONE
                            || why.byPeer()
                            || ANSWERS.contains(why.code())
                            || why.code() == ErrorCode.CONNECTION_LOST)
                    .as("%s", why)
                    .isTrue();
        }
    }
}
