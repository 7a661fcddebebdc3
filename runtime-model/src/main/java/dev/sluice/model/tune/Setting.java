package dev.sluice.model.tune;

import dev.sluice.model.Plural;
import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Everything that a tuner may set. Immutable.
 *
 * @param parked hosts whose workers keep their setup and get no units, by their index in the view
 * @param tree sites that have a sub-master, by their numbers ({@link TreeSite})
 */
public record Setting(SortedSet<Integer> parked, SortedSet<Integer> tree) {
    /** All hosts compute, and no site has a sub-master. */
    static final Setting FLAT = new Setting(new TreeSet<>(), new TreeSet<>());

    public Setting {
        parked = Collections.unmodifiableSortedSet(new TreeSet<>(parked));
        tree = Collections.unmodifiableSortedSet(new TreeSet<>(tree));
    }

    /** Copies the setting with these hosts parked. */
    Setting withParked(Set<Integer> hosts) {
        return new Setting(new TreeSet<>(hosts), tree);
    }

    /** Copies the setting with sub-masters at these sites. */
    Setting withTree(Set<Integer> sites) {
        return new Setting(parked, new TreeSet<>(sites));
    }

    /** The value of one knob, as decisions show it. */
    public String text(Knob knob) {
        return switch (knob) {
            case WORKERS -> parked.isEmpty() ? "all hosts" : Plural.of(parked.size(), "host") + " parked";
            case TREE -> tree.isEmpty() ? "no sub-masters" : "sub-masters at sites " + tree;
        };
    }
}
