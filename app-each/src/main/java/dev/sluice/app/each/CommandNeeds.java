package dev.sluice.app.each;

import dev.sluice.app.each.shell.SlotResources;
import java.util.List;

/**
 * The resources of each command, as the master says them to the workers.
 *
 * @param cpus processors that its environment shows; 0: not told
 * @param gpus graphics processors that its environment shows; 0: not told
 * @param single NAME=AMOUNT, where the amount may contain replacement strings; none if all commands need the same
 * @param priority may contain replacement strings; empty if all commands have the same
 */
public record CommandNeeds(int cpus, int gpus, List<byte[]> single, byte[] priority) {
    /** A worker sets this property to the ids of its graphics processors. */
    private static final String GPUS_PROPERTY = "sluice.gpus";

    public CommandNeeds {
        single = List.copyOf(single);
    }

    /** The resources as the crew of a worker takes them. */
    SlotResources resolve() {
        String ids = System.getProperty(GPUS_PROPERTY, "");
        return new SlotResources(cpus, gpus, ids.isEmpty() ? List.of() : List.of(ids.split(",", -1)));
    }
}
