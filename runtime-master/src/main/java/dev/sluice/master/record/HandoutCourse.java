package dev.sluice.master.record;

import dev.sluice.model.schedule.Handout;
import dev.sluice.model.simulate.Script;
import java.util.ArrayList;
import java.util.List;

/** The changes of the hand-out of a run. Confined to the master loop, except after the run. */
public final class HandoutCourse {
    /** Changes that are kept; a run that changes more often is replayed with its first ones. */
    private static final int MOST = 1_000;

    private final List<Script.SwitchPolicy> changes = new ArrayList<>();

    /**
     * Records that units are handed out differently from now on.
     *
     * @param atNanos time since the start of the run [ns]
     */
    public void changed(long atNanos, Handout to) {
        if (changes.size() < MOST) {
            changes.add(new Script.SwitchPolicy(atNanos, to.policy(), to.weighting(), to.prefetch()));
        }
    }

    /** The changes, for a simulation of the same run. */
    public Script script() {
        return new Script(List.copyOf(changes));
    }
}
