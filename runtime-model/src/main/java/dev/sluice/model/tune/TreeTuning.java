package dev.sluice.model.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A tuner of the tree of a run: which far sites have a sub-master. It takes all units for equal. Pure: state and time
 * are handed in. Confined to its owner.
 */
public final class TreeTuning implements LiveTuning {
    private final TreeTunlet tunlet = new TreeTunlet();
    private final Tuner tuner;

    private int begun = -1;
    private long begunUnits;
    private long earlierUnits;

    /** Cycles without units so far, which are left out where cycles are counted. */
    private int empty;

    /** The work of a unit, as first measured, so that work done does not change later [s]; 0 before. */
    private double unitWork;

    /** Slots at the last look; negative where a change of them is no disturbance. */
    private int slots = -1;

    /** Workers have moved since the latest look. */
    private boolean moving;

    private @Nullable Snapshot latest;

    /** @param tree numbers of sites that have a sub-master at first */
    public TreeTuning(Set<Integer> tree) {
        this.tuner = new Tuner(Setting.FLAT.withTree(tree), tunlet);
    }

    @Override
    public List<TunedStep> steps() {
        return tuner.steps();
    }

    @Override
    public boolean isHome() {
        return tuner.state() == TunerState.HOME;
    }

    /** Numbers of the sites that have a sub-master. */
    Set<Integer> tree() {
        return tuner.now().tree();
    }

    /** Begins a cycle of so many units. All cycles are to be told. */
    public void begin(int cycle, long units) {
        if (cycle > begun) {
            earlierUnits += begunUnits;
            begun = cycle;
            begunUnits = units;
            empty += units == 0 ? 1 : 0;
        }
    }

    /** The changes at this moment: nothing, one change, or an undone one and the next. */
    public List<Adjustment> decide(TreeMoment moment) {
        tunlet.look(moment);
        List<Adjustment> changes = tuner.decide(snapshot(moment), new TreeForetelling(moment, tuner.now()));
        moving = !changes.isEmpty();
        return changes;
    }

    /** The latest change has been made: all workers have moved, and a cycle begins. */
    public void applied(TreeMoment moment) {
        slots = -1;
        moving = false;
        tuner.applied(snapshot(moment));
    }

    /** {@inheritDoc} The run may also have taken it back. */
    @Override
    public void refused() {
        if (tuner.state() == TunerState.ACTING) {
            tuner.refused();
        }
    }

    @Override
    public double trialSeconds() {
        Snapshot snapshot = latest;
        if (snapshot == null) {
            return -1;
        }
        double work = tuner.trialWork(snapshot);
        return work < snapshot.left() ? work / Math.max(1, snapshot.slots()) : -1;
    }

    private Snapshot snapshot(TreeMoment moment) {
        unitWork = unitWork > 0 ? unitWork : moment.costs().unitSeconds();
        List<Snapshot.HostPart> hosts = new ArrayList<>();
        double trips = 0;
        for (TreeSite site : moment.sites()) {
            trips += 2e-9 * site.wire().latencyNanos() * site.slots();
            for (TreeSite.TreeHost host : site.hosts()) {
                hosts.add(new Snapshot.HostPart(
                        hosts.size(), host.slots(), moment.costs().unitSeconds() / host.speed()));
            }
        }
        boolean disturbed = moving || slots >= 0 && moment.slots() != slots;
        slots = moment.slots();
        Snapshot snapshot = new Snapshot(
                moment.seconds(),
                moment.cycle() - empty,
                moment.units(),
                moment.done(),
                (earlierUnits + moment.done()) * unitWork,
                earlierUnits * unitWork,
                (moment.units() - moment.done()) * unitWork,
                moment.done() == 0,
                disturbed,
                trips / Math.max(1, slots),
                hosts,
                null);
        latest = snapshot;
        return snapshot;
    }
}
