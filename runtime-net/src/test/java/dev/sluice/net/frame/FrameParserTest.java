package dev.sluice.net.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.codec.Kind;
import dev.sluice.net.codec.Samples;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.OffenceException;
import dev.sluice.testing.SeededTest;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.Unpooled;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class FrameParserTest {
    /** Does not track leaks of input buffers, because tracking each access takes most of the time of this class. */
    private static final ByteBufAllocator INPUTS = new UnpooledByteBufAllocator(true, true);

    /** Records parsed frames as text. */
    private static class Recorder implements FrameParser.Sink {
        final List<String> frames = new ArrayList<>();

        @Override
        public Kind begin(byte number, int length) {
            Kind kind = Kind.ofNumber(number);
            if (kind == null) {
                throw new OffenceException(ErrorCode.MALFORMED, "kind " + number);
            }
            return kind;
        }

        @Override
        public void frame(Kind kind, byte[] header, int headerBytes, Payload bulk) {
            frames.add(kind + " " + Arrays.hashCode(Arrays.copyOf(header, headerBytes)) + " "
                    + Arrays.hashCode(Samples.content(bulk)));
            bulk.release();
        }
    }

    private static byte[] stream() {
        ByteBuf all = Unpooled.buffer();
        Samples.all().forEach(sample -> all.writeBytes(Samples.frame(sample)));
        byte[] bytes = new byte[all.readableBytes()];
        all.readBytes(bytes);
        return bytes;
    }

    private static void feed(FrameParser parser, byte[] bytes, int from, int to) {
        ByteBuf in = INPUTS.directBuffer(Math.max(1, to - from));
        in.writeBytes(bytes, from, to - from);
        parser.feed(in, ByteBufAllocator.DEFAULT);
        in.release();
    }

    private static List<String> whole(byte[] stream) {
        Recorder record = new Recorder();
        feed(new FrameParser(record), stream, 0, stream.length);
        return record.frames;
    }

    @Test
    void shouldGiveTheSameFramesHoweverTheStreamIsSplitInTwo() {
        byte[] stream = stream();
        List<String> expected = whole(stream);
        assertThat(expected).hasSize(Samples.all().size());
        for (int cut = 0; cut <= stream.length; cut++) {
            Recorder record = new Recorder();
            FrameParser parser = new FrameParser(record);
            feed(parser, stream, 0, cut);
            feed(parser, stream, cut, stream.length);
            assertThat(record.frames).as("cut at %d", cut).isEqualTo(expected);
        }
    }

    @Test
    void shouldGiveTheSameFramesByteByByte() {
        byte[] stream = stream();
        Recorder record = new Recorder();
        FrameParser parser = new FrameParser(record);
        for (int i = 0; i < stream.length; i++) {
            feed(parser, stream, i, i + 1);
        }
        assertThat(record.frames).isEqualTo(whole(stream));
    }

    @SeededTest(runs = 200)
    void shouldGiveTheSameFramesInRandomPieces(RandomGenerator random) {
        byte[] stream = stream();
        Recorder record = new Recorder();
        FrameParser parser = new FrameParser(record);
        int most = random.nextInt(1, 6_000);
        for (int from = 0; from < stream.length; ) {
            int to = Math.min(stream.length, from + random.nextInt(1, most + 1));
            feed(parser, stream, from, to);
            from = to;
        }
        assertThat(record.frames).isEqualTo(whole(stream));
    }

    /** A parser that keeps the payloads of its frames. */
    private static FrameParser collecting(List<Payload> payloads) {
        return new FrameParser(new Recorder() {
            @Override
            public void frame(Kind kind, byte[] header, int headerBytes, Payload payload) {
                payloads.add(payload);
            }
        });
    }

    @Test
    void shouldNotCopyBulkAndHoldItsBufferNoLonger() {
        byte[] bulk = new byte[100_000];
        ByteBuf in = ByteBufAllocator.DEFAULT.directBuffer();
        in.writeInt(2 + bulk.length).writeByte(Kind.PART.number()).writeByte(0).writeBytes(bulk);
        List<Payload> got = new ArrayList<>();
        FrameParser parser = collecting(got);

        parser.feed(in, ByteBufAllocator.DEFAULT);

        assertThat(got.get(0).segments()).hasSize(1);
        assertThat(in.refCnt()).isEqualTo(2);
        got.get(0).release();
        assertThat(in.refCnt()).isEqualTo(1);
        in.release();
    }

    /** Else a few kilobytes would keep as many buffers of the socket alive. */
    @Test
    void shouldNotHoldALargeBufferForASmallPartOfIt() {
        byte[] bulk = new byte[5_000];
        Arrays.fill(bulk, (byte) 7);
        ByteBuf in = ByteBufAllocator.DEFAULT.directBuffer(65_536);
        in.writeInt(2 + bulk.length).writeByte(Kind.PART.number()).writeByte(0).writeBytes(bulk);
        List<Payload> got = new ArrayList<>();
        FrameParser parser = collecting(got);
        parser.feed(in, ByteBufAllocator.DEFAULT);
        assertThat(in.refCnt()).isEqualTo(1);
        assertThat(Samples.content(got.get(0))).isEqualTo(bulk);
        got.get(0).release();
        in.release();
    }

    @Test
    void shouldCountBulkAsItArrives() {
        byte[] bulk = new byte[50_000];
        ByteBuf frame = Unpooled.buffer();
        frame.writeInt(2 + bulk.length)
                .writeByte(Kind.PART.number())
                .writeByte(0)
                .writeBytes(bulk);
        FrameParser parser = new FrameParser(new Recorder());
        byte[] bytes = new byte[frame.readableBytes()];
        frame.readBytes(bytes);
        feed(parser, bytes, 0, 6);
        assertThat(parser.bulkBytes()).isZero();
        feed(parser, bytes, 6, 7);
        assertThat(parser.bulkBytes()).isEqualTo(1);
        feed(parser, bytes, 7, 20_006);
        assertThat(parser.bulkBytes()).isEqualTo(20_000);
        feed(parser, bytes, 20_006, bytes.length);
        assertThat(parser.bulkBytes()).isEqualTo(bulk.length);
    }

    @Test
    void shouldGiveBackAnUnfinishedFrame() {
        ByteBuf in = ByteBufAllocator.DEFAULT.directBuffer();
        in.writeInt(900_000).writeByte(Kind.PART.number()).writeByte(0).writeBytes(new byte[50_000]);
        FrameParser parser = new FrameParser(new Recorder());
        parser.feed(in, ByteBufAllocator.DEFAULT);
        assertThat(in.refCnt()).isEqualTo(2);

        parser.stop();

        assertThat(in.refCnt()).isEqualTo(1);
        in.release();
    }

    @Test
    void shouldRefuseAHeaderLongerThanItsFrameAndBulkWhereNoneGoes() {
        assertRefused(new byte[] {0, 0, 0, 4, (byte) Kind.FETCH.number(), 3, 0, 0}, "header of 3 bytes");
        assertRefused(new byte[] {0, 0, 0, 4, (byte) Kind.FETCH.number(), 1, 0, 0}, "1 bytes of bulk");
        assertRefused(new byte[] {0, 0, 0, 9, (byte) Kind.FETCH.number(), -1, -1, -1, 0}, "size of the header");
        assertRefused(new byte[] {0, 0, 0, 1, (byte) Kind.FETCH.number(), 0}, "at least 2");
    }

    private static void assertRefused(byte[] bytes, String why) {
        FrameParser parser = new FrameParser(new Recorder());
        ByteBuf in = Unpooled.wrappedBuffer(bytes);
        assertThatThrownBy(() -> parser.feed(in, ByteBufAllocator.DEFAULT))
                .isInstanceOf(OffenceException.class)
                .hasMessageContaining(why);
    }
}
