package dev.sluice.net.message;

import dev.sluice.model.schedule.HeldUnits;
import java.util.List;

/**
 * Sub-master to master: a worker below has brought these units, which were assigned to another sub-master. They belong
 * to the sender from now on, under their names, unless the master answers with {@link Unwanted}.
 *
 * @param working units in work or queued
 * @param finished computed units; their results follow
 */
public record Adopted(int cycle, List<HeldUnits> working, List<HeldUnits> finished) implements Message {
    public Adopted {
        Checks.notNegative("cycle", cycle);
        working = List.copyOf(working);
        finished = List.copyOf(finished);
    }
}
