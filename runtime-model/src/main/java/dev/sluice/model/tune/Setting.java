package dev.sluice.model.tune;

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
    public static final Setting FLAT = new Setting(new TreeSet<>(), new TreeSet<>());

    public Setting {
        parked = Collections.unmodifiableSortedSet(new TreeSet<>(parked));
        tree = Collections.unmodifiableSortedSet(new TreeSet<>(tree));
    }

    /** Copies the setting with these hosts parked. */
    Setting withParked(Set<Integer> hosts) {
        return new Setting(new TreeSet<>(hosts), tree);
    }

    /** Copies the setting with sub-masters at these sites. */
    public Setting withTree(Set<Integer> sites) {
        return new Setting(parked, new TreeSet<>(sites));
    }
}
