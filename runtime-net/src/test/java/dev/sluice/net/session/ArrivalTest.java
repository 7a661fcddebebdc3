package dev.sluice.net.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How long a message takes, whenever its bytes are read. A link carries one byte in each nanosecond. */
class ArrivalTest {
    private static final int FULL = 65_536;

    private final AtomicLong clock = new AtomicLong(1_000_000);
    private final Arrival arrival = new Arrival(clock::get);
    private final EmbeddedChannel channel = new EmbeddedChannel(arrival);

    /** One read from the socket; what is less than full has emptied it. */
    private void read(long nanos, long bytes) {
        clock.set(nanos);
        channel.writeInbound(Unpooled.buffer(FULL, FULL).writerIndex((int) bytes));
        channel.<ByteBuf>readInbound().release();
    }

    /** The first reads of a message, at the same moment, until the socket is empty. */
    private void readFirst(long nanos, long bytes) {
        long left = bytes;
        for (; left >= FULL; left -= FULL) {
            read(nanos, FULL);
            arrival.begin();
        }
        read(nanos, left);
        arrival.begin();
    }

    @Test
    void shouldTakeNoTimeInOneRead() {
        read(2_000_000, 500);
        arrival.begin();
        assertThat(arrival.end(400)).isZero();
        assertThat(arrival.end(400)).as("of none that began").isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {1_000, 40_000, 200_000, 450_000})
    void shouldTakeWhatTheLinkTookHoweverLateTheFirstReadIs(long late) {
        readFirst(late, late);
        for (long at = late + 1_000; at <= 600_000; at += 1_000) {
            read(at, 1_000);
        }
        assertThat(arrival.end(600_000)).isCloseTo(600_000, Percentage.withPercentage(0.2));
    }

    /** Slow start over a long path: bursts that double, and nothing between them. */
    @Test
    void shouldTakeFromTheBeginOfTheFirstBurstToTheEndOfTheLast() {
        for (int i = 1; i <= 10; i++) {
            read(i * 1_000, 1_000);
            if (i == 1) {
                arrival.begin();
            }
        }
        for (int i = 1; i <= 20; i++) {
            read(100_000 + i * 1_000, 1_000);
        }
        for (int i = 1; i <= 40; i++) {
            read(200_000 + i * 1_000, 1_000);
        }
        assertThat(arrival.end(70_000)).isEqualTo(240_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void shouldNeverTakeLessThanTheLinkTook(int seed) {
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
        for (int message = 0; message < 500; message++) {
            long base = clock.get() + 1_000_000;
            long size = 2 * FULL + random.nextLong(1_000_000);
            long late = random.nextLong(100, 1_000 + size / 2);
            readFirst(base + late, late);
            long come = late;
            while (come < size) {
                long more = Math.min(size - come, random.nextLong(1, random.nextInt(10) == 0 ? 60_000 : 3_000));
                come += more;
                read(base + come + (come == size ? random.nextLong(5_000) : 0), more);
            }
            assertThat(arrival.end(size)).as("of %d, %d late", size, late).isGreaterThanOrEqualTo(size - size / 500);
        }
    }

    @Test
    void shouldTakeFromTheFirstReadToTheLastWhereTheSocketWasNeverEmpty() {
        read(10, FULL);
        arrival.begin();
        read(90, FULL);
        assertThat(arrival.end(100_000)).isEqualTo(80);
        read(200, 100); // the next begins anew
        arrival.begin();
        arrival.begin(); // a part of it
        read(300, 100);
        assertThat(arrival.end(200)).isEqualTo(200);
    }

    @Test
    void shouldNotMakeMuchOfALittleThatCameLate() {
        read(1_000, 64_000);
        arrival.begin();
        read(2_000, 10);
        assertThat(arrival.end(64_010)).isBetween(1_000L, 5_000L);
    }
}
