package dev.sluice.model.tune;

import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Handout;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A run of equal cycles with a tuner of its policy and one of its tree in its loop, which take turns as in a real run.
 * Each policy and each tree has a speed; the models may promise others. A tree holds from the begin of the next cycle
 * on, and the starting tree comes back at once. Times are computed, so that nothing depends on a clock.
 */
final class PairWorld {
    private static final int CYCLES = 24;

    /** The tree has the first turn until so many cycles are over. */
    private static final int FIRST_CYCLES = 2;

    private static final Setting START = Setting.of(new Handout(PolicyName.SS, Weighting.EQUAL, -1, 0));
    private static final Setting SPLIT = START.withTree(Set.of(1));

    /** Cycles per second of each policy without a sub-master. */
    final Map<PolicyName, Double> speeds = new EnumMap<>(PolicyName.class);

    /** Each speed as the model believes it. */
    final Map<PolicyName, Double> promised = new EnumMap<>(PolicyName.class);

    /** Times these with a sub-master, and as the model believes. */
    double split = 1;

    double promisedSplit = 1;

    /** Times of all cycles over those that the models say. */
    double common = 1;

    final Tuner policy;
    final Tuner tree;
    double position;
    double seconds;

    /** The position that the run would have reached without tuners. */
    double oracle;

    /** The least part of that which was done at a checkpoint. */
    double leastShare = 1;

    /** The tree that holds. */
    private Setting holds = START;

    /** The tree that holds from the next cycle on; null if it is not to change. */
    private @Nullable Setting next;

    /** The knob that has the turn. */
    private @Nullable Knob turn = Knob.TREE;

    /** Workers have moved since the policy was looked at. */
    private boolean moved;

    /** The tree has had the turn since the policy was looked at. */
    private boolean waited;

    /** @param kept the promise of each of the two tuners */
    PairWorld(double kept) {
        policy = new Tuner(START, Set.of(), List.of(new PolicyTunlet(null)), kept);
        tree = new Tuner(START, Set.of(), List.of(new OneSite()), kept);
        for (PolicyName each : PolicyName.values()) {
            speeds.put(each, 0.1);
            promised.put(each, 0.1);
        }
    }

    /** Runs to the end, with a checkpoint at each tenth of a cycle and wherever a tuner asks for one. */
    PairWorld run() {
        double to = 0.1;
        while (to < CYCLES - 1e-9) {
            advance(to);
            to = checkpoint();
        }
        advance(CYCLES);
        leastShare = Math.min(leastShare, (position + TunerWorld.HANDS) / Math.min(CYCLES, oracle));
        return this;
    }

    private double speed(Setting handout, Setting ofTree) {
        return policySpeed(handout) * treeSpeed(ofTree) / common;
    }

    private double policySpeed(Setting setting) {
        return speeds.getOrDefault(setting.handout().policy(), 0.1);
    }

    private double treeSpeed(Setting setting) {
        return setting.tree().isEmpty() ? 1 : split;
    }

    private void advance(double to) {
        double passed = (to - position) / speed(policy.now(), holds);
        oracle += passed * speed(START, START);
        seconds += passed;
        position = to;
    }

    private double checkpoint() {
        leastShare = Math.min(leastShare, (position + TunerWorld.HANDS) / oracle);
        int cycle = (int) Math.floor(position + 1e-9);
        double part = position - cycle < 1e-9 ? 0 : position - cycle;
        if (part == 0 && next != null) {
            holds = next;
            next = null;
            moved = true;
            tree.applied(snapshot(cycle, part, false));
        } else if (turn != Knob.POLICY && next == null) {
            look(tree, Knob.TREE, snapshot(cycle, part, false));
            turn = acts(tree) || cycle < FIRST_CYCLES ? Knob.TREE : null;
        }
        if (turn == Knob.TREE) {
            waited = true;
        } else {
            look(policy, Knob.POLICY, snapshot(cycle, part, moved));
            moved = false;
            waited = false;
            turn = acts(policy) ? Knob.POLICY : null;
        }
        Snapshot at = snapshot(cycle, part, false);
        double tenth = Math.floor(10 * position + 1e-6) / 10 + 0.1;
        double trial = next == null ? Math.min(policy.trialWork(at), tree.trialWork(at)) / TunerWorld.WORK : 1;
        return Math.min(tenth, position + trial);
    }

    private void look(Tuner tuner, Knob knob, Snapshot snapshot) {
        Believed model = new Believed(knob, CYCLES - position);
        boolean watches = knob == Knob.POLICY && waited;
        for (Adjustment change : watches ? tuner.watch(snapshot, model) : tuner.decide(snapshot, model)) {
            if (knob == Knob.POLICY) {
                tree.changedElsewhere();
            } else if (change.expected() == null) {
                moved = true;
                holds = change.to();
            } else {
                next = change.to();
            }
        }
    }

    private static boolean acts(Tuner tuner) {
        return tuner.state() == TunerState.ACTING;
    }

    private Snapshot snapshot(int cycle, double part, boolean disturbed) {
        return TunerWorld.snapshot(seconds, cycle, part, cycle == CYCLES - 1, disturbed);
    }

    /** The model of one knob: it knows how fast the run is under the other one, and believes what is promised. */
    private final class Believed implements Foretelling {
        private final Knob knob;
        private final double left;

        Believed(Knob knob, double left) {
            this.knob = knob;
            this.left = left;
        }

        private double speed(Setting setting) {
            if (knob == Knob.POLICY) {
                return promised.getOrDefault(setting.handout().policy(), 0.1) * treeSpeed(holds);
            }
            return policySpeed(policy.now()) * (setting.tree().isEmpty() ? 1 : promisedSplit);
        }

        @Override
        public double rest(Setting setting, long seed) {
            return left / speed(setting) * (1 + 0.001 * (seed % 7));
        }

        @Override
        public Outlook cycle(Setting setting) {
            return new Outlook(0, 1 / speed(setting));
        }

        @Override
        public double flowSeconds(Setting setting) {
            return cycle(setting).end();
        }
    }

    /** One far site, with a sub-master or without. */
    private static final class OneSite implements Tunlet {
        @Override
        public Knob knob() {
            return Knob.TREE;
        }

        @Override
        public List<Candidate> candidates(Snapshot snapshot, Setting now, Foretelling model) {
            return List.of(new Candidate(Knob.TREE, now.tree().isEmpty() ? SPLIT : START, ""));
        }
    }
}
