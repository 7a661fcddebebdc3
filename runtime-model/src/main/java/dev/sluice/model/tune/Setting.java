package dev.sluice.model.tune;

import dev.sluice.model.policy.Policy;
import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Everything that a tuner may set. Immutable.
 *
 * @param parked hosts whose workers keep their setup and get no units, by their index in the view
 * @param tree sites that have a sub-master, by their numbers ({@link TreeSite})
 * @param policy sizes chunks; null for that with which the run began
 */
public record Setting(
        SortedSet<Integer> parked,
        SortedSet<Integer> tree,
        @Nullable Policy policy) {
    /** All hosts compute, no site has a sub-master, and the policy is that of the run. */
    public static final Setting FLAT = new Setting(new TreeSet<>(), new TreeSet<>(), null);

    public Setting {
        parked = Collections.unmodifiableSortedSet(new TreeSet<>(parked));
        tree = Collections.unmodifiableSortedSet(new TreeSet<>(tree));
    }

    /** Copies the setting with these hosts parked. */
    public Setting withParked(Set<Integer> hosts) {
        return new Setting(new TreeSet<>(hosts), tree, policy);
    }

    /** Copies the setting with sub-masters at these sites. */
    public Setting withTree(Set<Integer> sites) {
        return new Setting(parked, new TreeSet<>(sites), policy);
    }

    /** Copies the setting with this policy. */
    public Setting withPolicy(@Nullable Policy other) {
        return new Setting(parked, tree, other);
    }
}
