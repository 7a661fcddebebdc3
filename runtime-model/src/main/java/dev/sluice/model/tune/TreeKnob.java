package dev.sluice.model.tune;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sub-masters of far sites: each site with one more or one less; and of groups of hosts behind the master's own switch,
 * all at once. A site of one host gets none, because there is nothing to carry once instead of several times. All units
 * are taken for equal.
 */
public class TreeKnob extends Knob {
    /** Smallest gain worth a change, as a logarithm. */
    private static final double LEAST_GAIN = 0.01;

    private static final double CLEAR_GAIN = 0.05;

    /** The part of the rate that another tree may cost in its trial. */
    private static final double FEARED = 0.3;

    private long begunUnits;
    private long earlierUnits;

    /** The work of a unit, as first measured, so that work done does not change later [s]; 0 before. */
    private double unitWork;

    /** Slots at the last look; negative where a change of them is no disturbance. */
    private int slots = -1;

    /** Workers have moved since the latest look. */
    private boolean moving;

    private @Nullable TreeMoment moment;

    public TreeKnob() {
        super("tree", "run", LEAST_GAIN);
    }

    @Override
    String text(Setting setting) {
        return setting.tree().isEmpty() ? "no sub-masters" : "sub-masters at sites " + setting.tree();
    }

    // ---- what is measured

    @Override
    void begun(long units) {
        earlierUnits += begunUnits;
        begunUnits = units;
    }

    @Override
    void looked(boolean changes) {
        moving = changes;
    }

    /** Measures the run when the latest change has been made: all workers have moved, and a cycle begins. */
    public Snapshot moved(TreeMoment at) {
        slots = -1;
        moving = false;
        return snapshot(at);
    }

    /** Measures the run. */
    public Snapshot snapshot(TreeMoment at) {
        moment = at;
        unitWork = unitWork > 0 ? unitWork : at.costs().unitSeconds();
        List<Snapshot.HostPart> hosts = new ArrayList<>();
        double trips = 0;
        for (TreeSite site : at.sites()) {
            trips += 2e-9 * site.wire().latencyNanos() * site.slots();
            for (TreeSite.TreeHost host : site.hosts()) {
                hosts.add(new Snapshot.HostPart(
                        hosts.size(), host.slots(), at.costs().unitSeconds() / host.speed()));
            }
        }
        boolean disturbed = moving || slots >= 0 && at.slots() != slots;
        slots = at.slots();
        return new Snapshot(
                at.seconds(),
                counted(at.cycle()),
                at.units(),
                new Snapshot.Work(
                        (earlierUnits + at.done()) * unitWork,
                        earlierUnits * unitWork,
                        (at.units() - at.done()) * unitWork),
                at.done() == 0,
                disturbed,
                trips / Math.max(1, slots),
                hosts,
                null);
    }

    /**
     * The model of the run at this moment.
     *
     * @param now the setting that holds
     */
    public Foretelling model(TreeMoment at, Setting now) {
        return new TreeForetelling(at, now);
    }

    // ---- what is decided

    @Override
    List<Candidate> candidates(Snapshot snapshot, Setting now, Foretelling model) {
        TreeMoment at = moment;
        List<Candidate> candidates = new ArrayList<>();
        if (at == null || at.cyclesLeft() == 0) {
            return candidates; // all setups are there
        }
        Map<String, List<TreeSite>> groups = new LinkedHashMap<>();
        for (TreeSite site : at.sites()) {
            if (site.isGroup()) {
                groups.computeIfAbsent(site.of(), any -> new ArrayList<>()).add(site);
                continue;
            }
            Set<Integer> tree = new HashSet<>(now.tree());
            if (tree.remove(site.number())) {
                candidates.add(new Candidate(now.withTree(tree), site.name() + ": its sub-master leaves"));
            } else if (site.mayGetSubMaster()) {
                tree.add(site.number());
                candidates.add(new Candidate(
                        now.withTree(tree), words(site.name(), site.hosts().size(), 1, at)));
            }
        }
        groups.forEach((site, all) -> candidates.addAll(together(site, all, now, at)));
        return candidates;
    }

    /** All groups behind a switch get a sub-master or lose it: each alone would wait for the setups of the others. */
    private List<Candidate> together(String site, List<TreeSite> groups, Setting now, TreeMoment at) {
        Set<Integer> tree = new HashSet<>(now.tree());
        if (tree.removeAll(groups.stream().map(TreeSite::number).toList())) {
            return List.of(new Candidate(now.withTree(tree), site + ": its sub-masters leave"));
        }
        List<TreeSite> all = groups.stream().filter(TreeSite::mayGetSubMaster).toList();
        int copies = groups.stream().mapToInt(group -> group.hosts().size()).sum();
        int left = copies
                - all.stream().mapToInt(group -> group.hosts().size() - 1).sum();
        all.forEach(group -> tree.add(group.number()));
        return all.size() < 2 ? List.of() : List.of(new Candidate(now.withTree(tree), words(site, copies, left, at)));
    }

    private static String words(String site, int copies, int left, TreeMoment at) {
        double setup = at.costs().setupBytes();
        double value = at.costs().valueBytes();
        String what = setup > 0 ? "setups" : value > 0 ? "values" : "";
        return what.isEmpty()
                ? site + ": units wait there for less than a round trip"
                : String.format(
                        Locale.ROOT,
                        "%s: %d %s of %.3g MB become %d in each cycle",
                        site,
                        copies,
                        what,
                        (setup > 0 ? setup : value) / 1e6,
                        left);
    }

    @Override
    double clearGain(double ofDoubt) {
        return CLEAR_GAIN;
    }

    /** The way to a site becomes better known when a sub-master uses it. */
    @Override
    boolean isJudgedByUnits() {
        return true;
    }

    @Override
    double loss(Setting from, Setting to, Snapshot snapshot) {
        return FEARED;
    }
}
