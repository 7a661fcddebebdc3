package dev.sluice.app.foreign;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Units that were asked for ahead of their use, in two ranges: the current one and the one before. The number asked for
 * at once doubles while units are small. Confined to the thread of the master's methods.
 */
final class UnitAhead {
    private static final int MOST_AT_ONCE = 1_024;
    private static final long FULL_BYTES = 256 << 10;

    /** Asks the child for units. */
    interface Source {
        byte[][] units(long first, int count) throws Exception;
    }

    private record Range(long first, byte[][] values) {
        byte @Nullable [] at(long index) {
            return index >= first && index < first + values.length ? values[(int) (index - first)] : null;
        }
    }

    private static final Range EMPTY = new Range(0, new byte[0][]);

    private final Source source;
    private final LongSupplier end;
    private Range current = EMPTY;
    private Range before = EMPTY;
    private int atOnce = 1;

    /** @param end tells before which index the source knows all units */
    UnitAhead(Source source, LongSupplier end) {
        this.source = source;
        this.end = end;
    }

    byte[] unit(long index) throws Exception {
        byte[] known = current.at(index);
        if (known == null) {
            known = before.at(index);
        }
        return known == null ? ask(index) : known;
    }

    private byte[] ask(long index) throws Exception {
        boolean next = index == current.first + current.values.length;
        byte[][] values = source.units(index, next ? (int) Math.max(1, Math.min(atOnce, end.getAsLong() - index)) : 1);
        long bytes = 0;
        for (byte[] value : values) {
            bytes += value.length;
        }
        if (next) {
            before = current;
            current = new Range(index, values);
            atOnce = bytes * 2 <= FULL_BYTES ? Math.min(MOST_AT_ONCE, 2 * atOnce) : Math.max(1, atOnce / 2);
        }
        return values[0];
    }
}
