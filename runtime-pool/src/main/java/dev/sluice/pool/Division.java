package dev.sluice.pool;

import dev.sluice.model.RunId;
import java.util.List;
import java.util.Map;

/** Divides the slots of hosts over runs. Called on the pool's loop. */
@FunctionalInterface
public interface Division {
    /**
     * The slots that each run shall have on each host; hosts and runs without any are absent. The sum on a host is at
     * most its slots.
     *
     * @param nowNanos monotonic [ns]
     */
    Map<RunId, Map<String, Integer>> divide(List<Host> hosts, List<Run> runs, long nowNanos);

    /**
     * A host whose agent is connected.
     *
     * @param slots to divide; 0 on a host that is drained
     */
    record Host(String name, int slots) {}

    /**
     * A run that is connected.
     *
     * @param leastSlots that it needs to be useful
     * @param mostSlots that it may have, and can use now
     * @param usefulSlots beyond which more add too little; {@code mostSlots} if unknown
     * @param unitNanos mean time of a unit; 0 if unknown [ns]
     * @param held slots of its workers on each host, without those that leave
     */
    record Run(
            RunId id,
            int weight,
            int priority,
            int leastSlots,
            int mostSlots,
            int usefulSlots,
            long unitNanos,
            Map<String, Integer> held) {
        public Run {
            held = Map.copyOf(held);
        }
    }
}
