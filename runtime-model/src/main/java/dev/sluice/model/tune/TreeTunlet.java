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
 * all at once. A site of one host gets none, because there is nothing to carry once instead of several times. Confined
 * to its tuner.
 */
final class TreeTunlet implements Tunlet {
    private @Nullable TreeMoment moment;

    /** Sets the state of the run at the next question. */
    void look(TreeMoment now) {
        moment = now;
    }

    @Override
    public Knob knob() {
        return Knob.TREE;
    }

    @Override
    public List<Candidate> candidates(Snapshot snapshot, Setting now, Foretelling model) {
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
                candidates.add(new Candidate(knob(), now.withTree(tree), site.name() + ": its sub-master leaves"));
            } else if (site.mayGetSubMaster()) {
                tree.add(site.number());
                candidates.add(new Candidate(
                        knob(),
                        now.withTree(tree),
                        words(site.name(), site.hosts().size(), 1, at)));
            }
        }
        groups.forEach((site, all) -> candidates.addAll(together(site, all, now, at)));
        return candidates;
    }

    /** All groups behind a switch get a sub-master or lose it: each alone would wait for the setups of the others. */
    private List<Candidate> together(String site, List<TreeSite> groups, Setting now, TreeMoment at) {
        Set<Integer> tree = new HashSet<>(now.tree());
        if (tree.removeAll(groups.stream().map(TreeSite::number).toList())) {
            return List.of(new Candidate(knob(), now.withTree(tree), site + ": its sub-masters leave"));
        }
        List<TreeSite> all = groups.stream().filter(TreeSite::mayGetSubMaster).toList();
        int copies = groups.stream().mapToInt(group -> group.hosts().size()).sum();
        int left = copies
                - all.stream().mapToInt(group -> group.hosts().size() - 1).sum();
        all.forEach(group -> tree.add(group.number()));
        return all.size() < 2
                ? List.of()
                : List.of(new Candidate(knob(), now.withTree(tree), words(site, copies, left, at)));
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
}
