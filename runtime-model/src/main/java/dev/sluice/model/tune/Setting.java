package dev.sluice.model.tune;

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
 */
public record Setting(Handout handout, SortedSet<Integer> parked) {
    public Setting {
        parked = Collections.unmodifiableSortedSet(new TreeSet<>(parked));
    }

    /** All hosts compute. */
    public static Setting of(Handout handout) {
        return new Setting(handout, new TreeSet<>());
    }

    /** Copies the setting with this choice; the prefetch that holds stays where the choice leaves it open. */
    public Setting with(FixedChoice choice) {
        Handout to = new Handout(choice.policy(), choice.weighting(), handout.prefetch(), handout.speculation());
        return new Setting(to, parked);
    }

    /** Copies the setting with these hosts parked. */
    public Setting withParked(Set<Integer> hosts) {
        return new Setting(handout, new TreeSet<>(hosts));
    }

    /** The value of one knob, as decisions show it. */
    public String text(Knob knob) {
        return switch (knob) {
            case POLICY, WEIGHTS ->
                new FixedChoice(handout.policy(), handout.weighting(), handout.prefetch()).toString();
            case WORKERS -> parked.isEmpty() ? "all hosts" : parked.size() + " hosts parked";
        };
    }
}
