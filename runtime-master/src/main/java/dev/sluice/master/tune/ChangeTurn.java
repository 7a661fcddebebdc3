package dev.sluice.master.tune;

import dev.sluice.model.schedule.Handout;
import dev.sluice.model.tune.Knob;
import dev.sluice.model.tune.SafetyLedger;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lets at most one change of a run act at a time. A tuner takes the turn when its change is made, and gives it back
 * when the change is judged and its consequences are in place. Meanwhile all other tuners look away. The losses that
 * each of them may cause are scaled so that all together keep the promise of the run. Confined to the master loop.
 */
public final class ChangeTurn {
    private final Map<Knob, Long> changes = new EnumMap<>(Knob.class);
    private final double kept;
    private @Nullable Knob holder;
    private @Nullable Handout handout;

    /** @param tuners of the run */
    public ChangeTurn(int tuners) {
        this.kept = SafetyLedger.keptByEach(tuners);
    }

    /** The promise of the safety rule of each tuner: the part of the work of its starting setting that is done. */
    double kept() {
        return kept;
    }

    /** Tells whether no change of another knob acts. */
    boolean isFree(Knob knob) {
        return holder == null || holder == knob;
    }

    /** Takes the turn for a change of this knob, and returns true; false if a change of another knob acts. */
    boolean take(Knob knob) {
        if (isFree(knob)) {
            holder = knob;
            return true;
        }
        return false;
    }

    /** No change of this knob acts any more. */
    void free(Knob knob) {
        if (holder == knob) {
            holder = null;
        }
    }

    /** This knob has been turned, forward or back. */
    void changed(Knob knob) {
        changes.merge(knob, 1L, Long::sum);
    }

    /** The tuner of the policy has changed how units are handed out. */
    void handedOut(Handout to) {
        handout = to;
    }

    /** Returns how units are handed out by the tuner of the policy; the start if it has not changed that. */
    Handout handout(Handout start) {
        return handout == null ? start : handout;
    }

    /** How many times all other knobs have been turned so far. */
    long changesOfOthers(Knob knob) {
        return changes.entrySet().stream()
                .filter(each -> each.getKey() != knob)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }
}
