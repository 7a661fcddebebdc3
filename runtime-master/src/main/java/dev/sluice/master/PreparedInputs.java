package dev.sluice.master;

import dev.sluice.net.payload.Payload;

/**
 * Inputs of consecutive units of one cycle, encoded before they are needed.
 *
 * @param ends where each unit's bytes end within {@code bytes}
 */
public record PreparedInputs(int cycle, long firstUnit, int[] ends, Payload bytes) {
    long endUnit() {
        return firstUnit + ends.length;
    }

    boolean covers(long from, long to) {
        return firstUnit <= from && to <= endUnit();
    }

    /** The bytes of [from, to), retained. */
    Payload slice(long from, long to) {
        int start = from == firstUnit ? 0 : ends[(int) (from - firstUnit) - 1];
        return bytes.slice(start, ends[(int) (to - firstUnit) - 1] - start);
    }
}
