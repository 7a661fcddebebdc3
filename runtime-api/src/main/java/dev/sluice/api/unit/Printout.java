package dev.sluice.api.unit;

import java.io.Closeable;
import java.util.Arrays;

/**
 * The output of one unit while it is computed. The thread of the unit, or that of its process, writes; any thread
 * reads, also when the unit is over.
 */
public interface Printout extends Closeable {
    /** Number of standard output. */
    int OUT = 1;

    /** Number of standard error. */
    int ERROR = 2;

    /** The unit's cycle. */
    int cycle();

    /** The unit's index. */
    long index();

    /**
     * Bytes of a stream from this offset on, or from the first that is kept.
     *
     * @param most bytes at a time
     */
    Piece read(int stream, long offset, int most);

    /** Releases what reading needs. Called by the reader, when the unit is over. */
    @Override
    void close();

    /**
     * Bytes of a stream.
     *
     * @param offset of the first byte in the stream
     */
    record Piece(long offset, byte[] text) {}

    /** Keeps the latest bytes of each stream in memory. */
    final class Ring implements Printout {
        private static final int KEPT = 1 << 16;

        private final int cycle;
        private final long index;
        private final byte[][] rings = {new byte[0], new byte[0]};
        private final long[] ends = new long[2];

        Ring(int cycle, long index) {
            this.cycle = cycle;
            this.index = index;
        }

        @Override
        public int cycle() {
            return cycle;
        }

        @Override
        public long index() {
            return index;
        }

        /** Adds bytes, in the place of the oldest ones if there are too many. */
        synchronized void add(int stream, byte[] bytes, int from, int count) {
            byte[] ring = rings[stream - 1];
            long end = ends[stream - 1] + count;
            if (end > ring.length && ring.length < KEPT) {
                ring = Arrays.copyOf(ring, (int) Math.min(KEPT, 2 * end));
                rings[stream - 1] = ring;
            }
            for (int at = Math.max(from, from + count - KEPT); at < from + count; at++) {
                ring[(int) ((ends[stream - 1] + at - from) % KEPT)] = bytes[at];
            }
            ends[stream - 1] = end;
        }

        @Override
        public synchronized Piece read(int stream, long offset, int most) {
            byte[] ring = rings[stream - 1];
            long end = ends[stream - 1];
            long from = Math.max(offset, end - KEPT);
            byte[] text = new byte[(int) Math.max(0, Math.min(most, end - from))];
            for (int at = 0; at < text.length; at++) {
                text[at] = ring[(int) ((from + at) % KEPT)];
            }
            return new Piece(from, text);
        }

        @Override
        public void close() {
            // nothing but memory
        }
    }
}
