package dev.sluice.app.each;

import dev.sluice.app.each.shell.SlotResources;
import java.util.List;

/**
 * The resources of each command that its environment shows, as the master says them to the workers.
 *
 * @param cpus processors; 0: not told
 * @param gpus graphics processors; 0: not told
 */
public record CommandNeeds(int cpus, int gpus) {
    /** A worker sets this property to the ids of its graphics processors. */
    private static final String GPUS_PROPERTY = "sluice.gpus";

    /** The resources as the crew of a worker takes them. */
    SlotResources resolve() {
        String ids = System.getProperty(GPUS_PROPERTY, "");
        return new SlotResources(cpus, gpus, ids.isEmpty() ? List.of() : List.of(ids.split(",", -1)));
    }
}
