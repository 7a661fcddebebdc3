package dev.sluice.master;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The state of {@link Work} as bytes: what was accepted in each cycle, and the totals. */
final class WorkState {
    private static final int MOST_BYTES = 1 << 16;

    private WorkState() {}

    static byte[] of(List<List<Long>> accepted, List<Long> totals) {
        ByteBuffer state = ByteBuffer.allocate(MOST_BYTES).putInt(accepted.size());
        for (List<Long> ofCycle : accepted) {
            state.putInt(ofCycle.size());
            ofCycle.forEach(unit -> state.putInt(unit.intValue()));
        }
        state.putInt(totals.size());
        totals.forEach(state::putLong);
        return Arrays.copyOf(state.array(), state.position());
    }

    /** Adds what the bytes contain to these; returns the number of cycles. */
    static int restore(byte[] bytes, List<List<Long>> accepted, List<Long> totals) {
        ByteBuffer state = ByteBuffer.wrap(bytes);
        int cycles = state.getInt();
        for (int cycle = 0; cycle < cycles; cycle++) {
            List<Long> units = new ArrayList<>();
            for (int left = state.getInt(); left > 0; left--) {
                units.add((long) state.getInt());
            }
            accepted.add(units);
        }
        for (int left = state.getInt(); left > 0; left--) {
            totals.add(state.getLong());
        }
        return cycles;
    }
}
