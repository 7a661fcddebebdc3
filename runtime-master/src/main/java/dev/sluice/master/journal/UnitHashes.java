package dev.sluice.master.journal;

import dev.sluice.net.payload.Payload;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** CRC32C of the encoded inputs of consecutive units. Immutable; any thread. */
public final class UnitHashes {
    private final int[] hashes;
    private final int from;
    private final int count;

    UnitHashes(int[] hashes) {
        this(hashes, 0, hashes.length);
    }

    private UnitHashes(int[] hashes, int from, int count) {
        this.hashes = hashes;
        this.from = from;
        this.count = count;
    }

    /** The hashes of inputs, each after its length as a varint; null if all are empty. */
    public static @Nullable UnitHashes of(int units, Payload inputs) {
        return inputs.size() == units ? null : ofAll(units, inputs); // a byte for each: its length, 0
    }

    /** Does what {@link #of} does, with the hash 0 for an empty input. */
    public static UnitHashes ofAll(int units, Payload inputs) {
        Bytes bytes = new Bytes(inputs.buffers());
        int[] hashes = new int[units];
        for (int i = 0; i < units; i++) {
            hashes[i] = bytes.nextHash();
        }
        return new UnitHashes(hashes);
    }

    public int units() {
        return count;
    }

    /** The hash of the unit at a place, from 0. */
    public int at(int place) {
        return hashes[from + place];
    }

    /** The hashes of the units at the places from {@code first} to before {@code end}. */
    public UnitHashes part(long first, long end) {
        return new UnitHashes(hashes, from + (int) first, (int) (end - first));
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof UnitHashes that
                && Arrays.equals(hashes, from, from + count, that.hashes, that.from, that.from + that.count);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(Arrays.copyOfRange(hashes, from, from + count));
    }

    @Override
    public String toString() {
        return count + " hashes " + Integer.toHexString(hashCode());
    }

    /** Goes through values, each after its length, in several buffers. */
    private static final class Bytes {
        private final CRC32C crc = new CRC32C();
        private final ByteBuffer[] buffers;
        private int current;

        Bytes(ByteBuffer[] buffers) {
            this.buffers = buffers;
        }

        private ByteBuffer current() {
            while (!buffers[current].hasRemaining()) {
                current++;
            }
            return buffers[current];
        }

        int nextHash() {
            long length = 0;
            int shift = 0;
            byte next;
            do {
                next = current().get();
                length |= (next & 0x7fL) << shift;
                shift += 7;
            } while (next < 0);
            crc.reset();
            while (length > 0) {
                ByteBuffer buffer = current();
                int end = buffer.limit();
                buffer.limit(buffer.position() + (int) Math.min(length, buffer.remaining()));
                length -= buffer.remaining();
                crc.update(buffer);
                buffer.limit(end);
            }
            return (int) crc.getValue();
        }
    }
}
