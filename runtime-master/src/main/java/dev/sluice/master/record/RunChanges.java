package dev.sluice.master.record;

import dev.sluice.model.schedule.Handout;
import dev.sluice.model.simulate.Script;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The changes of a run while it goes on: of the hand-out, and of its workers, each under its number. Confined to the
 * master loop, except after the run.
 */
public final class RunChanges {
    /** Changes that are kept; a run that changes more often is replayed with its first ones. */
    private static final int MOST = 10_000;

    private final List<Script.Step> steps = new ArrayList<>();
    /** Workers that left or were lost. */
    private final Set<Integer> gone = new HashSet<>();

    /** Records that units are handed out differently from this time on, since the start of the run [ns]. */
    public void handOut(long atNanos, Handout to) {
        addStep(new Script.SwitchPolicy(atNanos, to.policy(), to.weighting(), to.prefetch()));
    }

    /** Records that the run begins with shares for so many slots whose workers start. */
    public void expects(int slots) {
        addStep(new Script.Expect(0, slots));
    }

    /** Records a change of a worker. One that has left or was lost does not leave. */
    public void add(Script.OfHost step) {
        if (step instanceof Script.Drain && gone.contains(step.host())) {
            return;
        }
        if (step.ends()) {
            gone.add(step.host());
        } else if (step instanceof Script.Join) {
            gone.remove(step.host());
        }
        addStep(step);
    }

    private void addStep(Script.Step step) {
        if (steps.size() < MOST) {
            steps.add(step);
        }
    }

    /** The changes, in the order in which they were seen. */
    public List<Script.Step> steps() {
        return List.copyOf(steps);
    }
}
