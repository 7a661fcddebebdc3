package dev.sluice.master.tune;

import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.Handout;
import java.util.Set;

/**
 * Who works and how units are handed out.
 *
 * @param parked workers that the run goes on without, some of which may be disconnected for a while
 */
public record Setting(Handout handout, Set<WorkerId> parked) {
    public Setting {
        parked = Set.copyOf(parked);
    }
}
