package dev.sluice.model.tune;

import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A run of equal cycles on two sites, with a tuner of its tree in its loop. Cycles take what the model says, times what
 * the world adds to a tree. Times are computed, so that nothing depends on a clock.
 */
final class TreeWorld {
    static final int NEAR = 0;
    static final int FAR = 1;

    private static final int UNITS = 300;

    /** Times of cycles with a sub-master over those that the model says. */
    double truth = 1;

    /** Times of all cycles over those that the model says. */
    double common = 1;

    int cycles = 20;
    double unitSeconds = 0.02;
    double setupBytes = 1e6;
    double bytesPerSecond = 2e6;
    long latencyNanos = 20_000_000;
    int farHosts = 4;

    /** Hosts of each group behind the master's own switch, in place of the two sites; 0 for none. */
    int[] groups = {};

    /** Cycles between a decision and the first one that begins with it. */
    int movingCycles = 1;

    /** A cycle without units follows each cycle. */
    boolean gaps;

    double seconds;
    private TreeKnob knob = new TreeKnob();
    Tuner tuner = new Tuner(Setting.FLAT, knob);
    private Set<Integer> tree = Set.of();
    private final Map<Set<Integer>, Outlook> outlooks = new HashMap<>();

    /** Runs to the end with this tree at first; with a tuner or without. */
    TreeWorld run(Set<Integer> start, boolean tuned) {
        tree = start;
        knob = new TreeKnob();
        tuner = new Tuner(Setting.FLAT.withTree(start), knob);
        Set<Integer> decided = start;
        int applyAt = -1;
        boolean tried = false;
        for (int cycle = 0; cycle < cycles; cycle++) {
            knob.begin(number(cycle), UNITS);
            double began = seconds;
            boolean applies = cycle == applyAt;
            if (applies) {
                tree = decided;
                applyAt = -1;
                if (tried) {
                    tuner.applied(knob.moved(moment(cycle, 0)));
                }
            }
            Outlook outlook = outlooks.computeIfAbsent(tree, this::outlook);
            double slow = common * (tree.isEmpty() ? 1 : truth);
            for (int tenth = cycle == 0 || applies ? 1 : 0; tuned && tenth < 10 && applyAt < 0; tenth++) {
                seconds = began + slow * outlook.between(0, tenth / 10.0);
                TreeMoment moment = moment(cycle, tenth * UNITS / 10);
                for (Adjustment change : tuner.look(knob.snapshot(moment), knob.model(moment, tuner.now()), true)) {
                    decided = change.to().tree();
                    tried = change.expected() != null;
                    applyAt = cycle + movingCycles;
                }
            }
            seconds = began + slow * outlook.end();
            if (gaps) {
                knob.begin(number(cycle) + 1, 0);
            }
        }
        return this;
    }

    private int number(int cycle) {
        return gaps ? 2 * cycle : cycle;
    }

    private Outlook outlook(Set<Integer> of) {
        TreeMoment moment = moment(0, 0);
        Setting setting = Setting.FLAT.withTree(of);
        return new TreeForetelling(moment, setting).cycle(setting);
    }

    private TreeMoment moment(int cycle, int done) {
        List<TreeSite> flat = new ArrayList<>();
        for (int i = 0; i < groups.length; i++) {
            flat.add(new TreeSite(
                    i,
                    "lan group " + i,
                    false,
                    "lan",
                    true,
                    Wire.duplex(bytesPerSecond).withLatency(50_000),
                    Collections.nCopies(groups[i], new TreeSite.TreeHost(1, 1))));
        }
        List<TreeSite.TreeHost> far = Collections.nCopies(farHosts, new TreeSite.TreeHost(1, 1));
        return new TreeMoment(
                seconds,
                number(cycle),
                UNITS,
                done,
                cycles - cycle - 1,
                new UnitCosts(unitSeconds, 0, 10, 10, setupBytes),
                Overheads.NONE,
                SimulationTerms.DEFAULT,
                groups.length > 0
                        ? flat
                        : List.of(
                                new TreeSite(
                                        NEAR,
                                        "near",
                                        false,
                                        "",
                                        true,
                                        Wire.duplex(125e6),
                                        Collections.nCopies(2, new TreeSite.TreeHost(1, 1))),
                                new TreeSite(
                                        FAR,
                                        "far",
                                        latencyNanos >= 500_000,
                                        "",
                                        true,
                                        Wire.duplex(bytesPerSecond).withLatency(latencyNanos),
                                        far)));
    }
}
