package dev.sluice.api.unit;

import java.util.HashMap;
import java.util.Map;

/**
 * The resources that a unit needs while it computes. A host computes only as many units at a time as it has all needs
 * of. Names other than the first three are those that hosts or the run offer by {@code --resource}; a need of 0 of one
 * is that of a label, which the host must have.
 *
 * @param processors slots that the unit occupies, at least 1
 * @param memoryBytes memory [bytes]; 0 for what it may be
 * @param gpus graphics processors
 * @param resources others, by name
 */
public record Needs(int processors, long memoryBytes, int gpus, Map<String, Long> resources) {
    /** One slot, as every unit without needs. */
    public static final Needs ONE_SLOT = new Needs(1, 0, 0, Map.of());

    public Needs {
        if (processors < 1 || memoryBytes < 0 || gpus < 0) {
            throw new IllegalArgumentException("needs: " + processors + " processors, " + memoryBytes
                    + " bytes of memory, " + gpus + " GPUs (expected: at least 1 processor, and no negative number)");
        }
        resources = Map.copyOf(resources);
        resources.forEach((name, amount) -> {
            if (!name.matches("[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
                    || name.equals("processors")
                    || name.equals("memory")
                    || name.equals("gpus")
                    || amount < 0) {
                throw new IllegalArgumentException("needs: " + name + " = " + amount
                        + " (expected: a name of letters and digits, such as licence, and 0 or more of it)");
            }
        });
    }

    /** Needs so many processors and nothing else. */
    public static Needs ofProcessors(int count) {
        return ONE_SLOT.withProcessors(count);
    }

    /** The same with so many processors. */
    public Needs withProcessors(int count) {
        return new Needs(count, memoryBytes, gpus, resources);
    }

    /** The same with so much memory [bytes]. */
    public Needs withMemory(long bytes) {
        return new Needs(processors, bytes, gpus, resources);
    }

    /** The same with so many graphics processors. */
    public Needs withGpus(int count) {
        return new Needs(processors, memoryBytes, count, resources);
    }

    /** The same with so much of a named resource; 0 if the host must merely have it. */
    public Needs with(String name, long amount) {
        Map<String, Long> more = new HashMap<>(resources);
        more.put(name, amount);
        return new Needs(processors, memoryBytes, gpus, more);
    }
}
