package dev.sluice.master;

import dev.sluice.api.CodecException;
import dev.sluice.api.Decoder;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.NetException;
import dev.sluice.net.Payload;
import java.util.Map;
import java.util.TreeMap;

/**
 * Inputs of the units that a sub-master was given, as they came: they are cut, never decoded. Each is kept until its
 * unit has a result, is given up or is given back. Confined to the loop.
 */
final class BranchInputs implements InputSource {
    /** Inputs in one message, at about [bytes]. */
    private static final int BATCH_BYTES = 64 << 10;

    private static final int BATCH_UNITS = 8192;

    /** What came in one message. Input i lies in [ends[i-1], ends[i]). */
    private static final class Piece {
        final long first;
        final long[] ends;
        final Payload bytes;
        long left;

        Piece(long first, long[] ends, Payload bytes) {
            this.first = first;
            this.ends = ends;
            this.bytes = bytes;
            this.left = ends.length;
        }

        long end() {
            return first + ends.length;
        }

        long start(long unit) {
            return unit == first ? 0 : ends[(int) (unit - first) - 1];
        }

        long end(long unit) {
            return ends[(int) (unit - first)];
        }
    }

    private final TreeMap<Long, Piece> pieces = new TreeMap<>();

    /**
     * Takes over the inputs of so many units from {@code first} on.
     *
     * @throws NetException MALFORMED when there are not so many; they are released
     */
    void add(long first, int units, Payload inputs) {
        long[] ends = new long[units];
        Decoder decoder = inputs.decoder();
        try {
            for (int i = 0; i < units; i++) {
                decoder.skip(decoder.readLength(1));
                ends[i] = inputs.size() - decoder.remaining();
            }
        } catch (CodecException e) {
            inputs.release();
            throw malformed(units, String.valueOf(e.getMessage()));
        }
        if (decoder.remaining() > 0) {
            inputs.release();
            throw malformed(units, decoder.remaining() + " bytes follow the last");
        }
        pieces.put(first, new Piece(first, ends, inputs));
    }

    private static NetException malformed(int units, String what) {
        return new NetException(
                ErrorCode.MALFORMED, "inputs: " + what + " (expected: " + units + " values, each after its length)");
    }

    @Override
    public Inputs next(long first, long end) {
        Map.Entry<Long, Piece> entry = pieces.floorEntry(first);
        if (entry == null || first >= entry.getValue().end()) {
            throw new IllegalStateException("no input of unit " + first + " (expected: that of a unit that is given)");
        }
        Piece piece = entry.getValue();
        long most = Math.min(Math.min(end, piece.end()), first + BATCH_UNITS);
        long from = piece.start(first);
        long next = first + 1;
        while (next < most && piece.end(next) - from <= BATCH_BYTES) {
            next++;
        }
        return new Inputs((int) (next - first), piece.bytes.slice(from, piece.end(next - 1) - from));
    }

    /** These units will not be sent again. Each of them once. */
    void drop(long from, long to) {
        for (long unit = from; unit < to; ) {
            Map.Entry<Long, Piece> entry = pieces.floorEntry(unit);
            if (entry == null || unit >= entry.getValue().end()) {
                return;
            }
            Piece piece = entry.getValue();
            long end = Math.min(to, piece.end());
            piece.left -= end - unit;
            if (piece.left == 0) {
                pieces.remove(piece.first);
                piece.bytes.release();
            }
            unit = end;
        }
    }

    void clear() {
        pieces.values().forEach(piece -> piece.bytes.release());
        pieces.clear();
    }
}
