package dev.sluice.master.tune;

import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.Handout;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A change of the workers at work or of the hand-out.
 *
 * @param park workers that the run goes on without
 * @param unpark workers that work again
 * @param handout how units are handed out from now on; null: unchanged
 * @param why the reason, for the record
 */
public record Change(
        Set<WorkerId> park, Set<WorkerId> unpark, @Nullable Handout handout, String why) {
    public Change {
        park = Set.copyOf(park);
        unpark = Set.copyOf(unpark);
    }

    /** Parks these workers. */
    public static Change park(Set<WorkerId> workers, String why) {
        return new Change(workers, Set.of(), null, why);
    }

    /** Lets these workers work again. */
    public static Change unpark(Set<WorkerId> workers, String why) {
        return new Change(Set.of(), workers, null, why);
    }

    /** Hands units out differently. */
    public static Change handout(Handout to, String why) {
        return new Change(Set.of(), Set.of(), to, why);
    }
}
