package dev.sluice.model.tune;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Sub-masters of far sites: each site with one more or one less. A site of one host gets none, because there is nothing
 * to carry once instead of several times. Confined to its tuner.
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
        for (TreeSite site : at.sites()) {
            Set<Integer> tree = new HashSet<>(now.tree());
            if (tree.remove(site.number())) {
                candidates.add(new Candidate(knob(), now.withTree(tree), site.name() + ": its sub-master leaves"));
            } else if (site.mayGetSubMaster()) {
                tree.add(site.number());
                candidates.add(new Candidate(knob(), now.withTree(tree), words(site, at)));
            }
        }
        return candidates;
    }

    private static String words(TreeSite site, TreeMoment at) {
        double setup = at.costs().setupBytes();
        double value = at.costs().valueBytes();
        String once = setup > 0 ? copies(site, "setups", setup) : value > 0 ? copies(site, "values", value) : "";
        return site.name() + ": " + (once.isEmpty() ? "units wait there for less than a round trip" : once);
    }

    private static String copies(TreeSite site, String what, double bytes) {
        return String.format(
                Locale.ROOT,
                "%d %s of %.3g MB become 1 in each cycle",
                site.hosts().size(),
                what,
                bytes / 1e6);
    }
}
