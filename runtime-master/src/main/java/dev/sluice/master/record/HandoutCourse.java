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
    private boolean full;

    /**
     * Records that units are handed out differently from now on.
     *
     * @param atNanos time since the start of the run [ns]
     */
    public void changed(long atNanos, Handout to) {
        full = changes.size() >= MOST;
        if (!full) {
            changes.add(new Script.SwitchPolicy(atNanos, to.policy(), to.weighting(), to.prefetch()));
        }
    }

    /** Records that an operator asked for the latest change. */
    public void byHand() {
        int last = changes.size() - 1;
        if (last >= 0 && !full) {
            changes.set(last, changes.get(last).asByHand());
        }
    }

    /** The changes, for a simulation of the same run. */
    public Script script() {
        return new Script(List.copyOf(changes));
    }
}
