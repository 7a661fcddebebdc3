package dev.sluice.model.tune;

import java.util.EnumMap;
import java.util.Map;

/** Leaves a knob alone for a while after a change of it was undone, each time for longer. Confined to its tuner. */
final class Holds {
    private static final int FIRST_CHECKPOINTS = 5;

    /** A knob with this many changes undone is left alone until the run ends. */
    private static final int MOST = 3;

    private final Map<Knob, Integer> undone = new EnumMap<>(Knob.class);
    private final Map<Knob, Long> until = new EnumMap<>(Knob.class);

    void undone(Knob knob, long checkpoint) {
        int times = undone.merge(knob, 1, Integer::sum);
        until.put(knob, times >= MOST ? Long.MAX_VALUE : checkpoint + ((long) FIRST_CHECKPOINTS << times));
    }

    boolean holds(Knob knob, long checkpoint) {
        return checkpoint < until.getOrDefault(knob, 0L);
    }
}
