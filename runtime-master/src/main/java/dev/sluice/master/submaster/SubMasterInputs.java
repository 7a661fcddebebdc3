package dev.sluice.master.submaster;

import dev.sluice.api.CodecException;
import dev.sluice.api.Decoder;
import dev.sluice.master.InputSource;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.delivery.InputBatch;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.NetException;
import java.util.Map;
import java.util.TreeMap;

/**
 * Inputs of the units assigned to a sub-master, as they came: they are cut, never decoded. Each is kept until its unit
 * has a result, is given up or is given back. Confined to the loop.
 */
final class SubMasterInputs implements InputSource {
    /** The remaining inputs of one message. Input i lies in [ends[i-1], ends[i]). Owns {@code bytes}. */
    private record Piece(long origin, long[] ends, Payload bytes, long first, long end) {
        long start(long unit) {
            return unit == origin ? 0 : ends[(int) (unit - origin) - 1];
        }

        long end(long unit) {
            return ends[(int) (unit - origin)];
        }
    }

    private final TreeMap<Long, Piece> pieces = new TreeMap<>();

    /**
     * Takes over the inputs of {@code units} units from {@code first} on.
     *
     * @throws NetException MALFORMED when the inputs are fewer; they are released
     */
    void add(long first, int units, Payload inputs) {
        long[] ends = new long[units];
        Decoder decoder = inputs.decoder();
        try {
            for (int i = 0; i < units; i++) {
                decoder.skipSized();
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
        pieces.put(first, new Piece(first, ends, inputs, first, first + units));
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
        long most = Math.min(end, piece.end());
        long from = piece.start(first);
        long next = first + 1;
        while (next < most && InputBatch.takes(next - first, piece.end(next) - from)) {
            next++;
        }
        return new Inputs((int) (next - first), piece.bytes().slice(from, piece.end(next - 1) - from));
    }

    /** Calls the consumer with the parts of [from, to) whose inputs are not here, in ascending order. */
    void forEachMissing(long from, long to, UnitRanges.RangeConsumer consumer) {
        Map.Entry<Long, Piece> first = pieces.floorEntry(from);
        long next = first == null
                ? from
                : Math.max(from, Math.min(to, first.getValue().end()));
        for (Piece piece : pieces.subMap(from, false, Math.max(from, to), false).values()) {
            if (next < piece.first()) {
                consumer.accept(next, piece.first());
            }
            next = Math.min(to, piece.end());
        }
        if (next < to) {
            consumer.accept(next, to);
        }
    }

    /** Drops the inputs of units that will not be sent again. */
    void drop(long from, long to) {
        Map.Entry<Long, Piece> before = pieces.lowerEntry(to);
        while (before != null && before.getValue().end() > from) {
            Piece piece = before.getValue();
            pieces.remove(piece.first());
            keep(piece, piece.first(), from);
            keep(piece, to, piece.end());
            piece.bytes().release();
            before = pieces.lowerEntry(Math.min(to, piece.first()));
        }
    }

    private void keep(Piece piece, long first, long end) {
        if (first < end) {
            pieces.put(
                    first, new Piece(piece.origin(), piece.ends(), piece.bytes().retain(), first, end));
        }
    }

    void clear() {
        pieces.values().forEach(piece -> piece.bytes().release());
        pieces.clear();
    }
}
