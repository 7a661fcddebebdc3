package dev.sluice.net.message;

import dev.sluice.net.payload.Payload;
import java.nio.ByteBuffer;
import java.util.Random;

/**
 * Master to worker, and back as the answer: meaningless bytes in the queue of bulk messages, which measure the
 * bandwidth of the link.
 *
 * @param number counts the probes of a master from 1; the answer has the number of its question
 * @param arrivingNanos in an answer: time from the first byte of the question to its last, where it arrived [ns]
 * @param bytes as many in the answer as in the question
 */
public record LinkProbe(long number, long arrivingNanos, Payload bytes) implements Message {
    /** The largest [bytes]. */
    public static final int MOST_BYTES = 1 << 20;

    /** Random bytes, which compression cannot shrink. */
    private static final class Noise {
        static final byte[] BYTES = new byte[MOST_BYTES];

        static {
            new Random(1).nextBytes(BYTES);
        }
    }

    public LinkProbe {
        Checks.positive("number", number);
        Checks.notNegative("arrivingNanos", arrivingNanos);
        Checks.between("bytes", bytes.size(), 1, MOST_BYTES);
    }

    /** A question of so many bytes. */
    public static LinkProbe question(long number, int bytes) {
        return new LinkProbe(number, 0, noise(bytes));
    }

    /** The answer to this question, which is released. */
    public LinkProbe answer() {
        LinkProbe answer = new LinkProbe(number, bytes.arrivingNanos(), noise((int) bytes.size()));
        bytes.release();
        return answer;
    }

    private static Payload noise(int bytes) {
        return Payload.wrap(ByteBuffer.wrap(Noise.BYTES, 0, bytes).slice().asReadOnlyBuffer());
    }

    @Override
    public Payload payload() {
        return bytes;
    }
}
