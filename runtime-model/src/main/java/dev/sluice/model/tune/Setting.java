package dev.sluice.model.tune;

import dev.sluice.model.Plural;
import dev.sluice.model.schedule.Handout;
import java.util.Collections;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Everything that a tuner may set. Immutable.
 *
 * @param handout how units are handed out
 * @param parked hosts whose workers keep their setup and get no units, by their index in the view
 * @param tree sites that have a sub-master, by their numbers ({@link TreeSite})
 */
public record Setting(Handout handout, SortedSet<Integer> parked, SortedSet<Integer> tree) {
    public Setting {
        parked = Collections.unmodifiableSortedSet(new TreeSet<>(parked));
        tree = Collections.unmodifiableSortedSet(new TreeSet<>(tree));
    }

    /** All hosts compute, and no site has a sub-master. */
    public static Setting of(Handout handout) {
        return new Setting(handout, new TreeSet<>(), new TreeSet<>());
    }

    /** Copies the setting with this choice; the prefetch that holds stays where the choice leaves it open. */
    public Setting with(FixedChoice choice) {
        Handout to = new Handout(choice.policy(), choice.weighting(), handout.prefetch(), handout.speculation());
        return new Setting(to, parked, tree);
    }

    /** Copies the setting with these hosts parked. */
    public Setting withParked(Set<Integer> hosts) {
        return new Setting(handout, new TreeSet<>(hosts), tree);
    }

    /** Copies the setting with sub-masters at these sites. */
    public Setting withTree(Set<Integer> sites) {
        return new Setting(handout, parked, new TreeSet<>(sites));
    }

    /** The knob that is turned to get from this setting to another one. */
    Knob knob(Setting to) {
        if (!tree.equals(to.tree)) {
            return Knob.TREE;
        }
        return parked.equals(to.parked) ? Knob.POLICY : Knob.WORKERS;
    }

    /** The value of one knob, as decisions show it. */
    public String text(Knob knob) {
        return switch (knob) {
            case POLICY, WEIGHTS ->
                new FixedChoice(handout.policy(), handout.weighting(), handout.prefetch()).toString();
            case WORKERS -> parked.isEmpty() ? "all hosts" : Plural.of(parked.size(), "host") + " parked";
            case TREE -> tree.isEmpty() ? "no sub-masters" : "sub-masters at sites " + tree;
        };
    }
}
