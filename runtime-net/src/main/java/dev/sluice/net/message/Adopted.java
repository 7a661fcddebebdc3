package dev.sluice.net.message;

import dev.sluice.model.schedule.HeldUnits;
import java.util.List;

/**
 * Sub-master to master: somebody has come below it with these units, which another sub-master had been given. They are
 * its own from now on, under the names they came with, unless the master answers with {@link Unwanted}.
 *
 * @param working units in work or queued
 * @param finished units whose results are there, and will follow
 */
public record Adopted(int cycle, List<HeldUnits> working, List<HeldUnits> finished) implements Message {
    public Adopted {
        Checks.notNegative("cycle", cycle);
        working = List.copyOf(working);
        finished = List.copyOf(finished);
    }
}
