package dev.sluice.cli.fleet;

import dev.sluice.model.fleet.FleetEvent;
import dev.sluice.model.pool.GainCurve;
import dev.sluice.net.message.PoolNeeds;
import dev.sluice.pool.PoolView;
import java.util.Set;

/**
 * The work of a pool that is left to its fleet. Hosts that do not belong to the fleet take their part first. A run
 * never asks for more slots than it may have, has units for, or gains from; a deadline may need more than the run gains
 * from. Pure.
 */
final class FleetLoad {
    /** A slot is worth the start of a task if it has this much work [ns]. */
    private static final long WORTH_NANOS = 10_000_000_000L;

    private FleetLoad() {}

    /**
     * The load in tasks.
     *
     * @param tasks names of the fleet's hosts, and of those that leave it
     * @param slotsPerTask 0 if unknown: one task then shows how many slots its node has
     */
    static FleetEvent.Load of(PoolView view, Set<String> tasks, int slotsPerTask) {
        long others = view.hosts().stream()
                .filter(host -> host.connected() && !host.drained() && !tasks.contains(host.name()))
                .mapToLong(PoolView.Host::slots)
                .sum();
        long asked = view.runs().stream().mapToLong(FleetLoad::slots).sum();
        long needed = view.runs().stream().mapToLong(FleetLoad::needed).sum();
        long wanted = tasks(asked - others, slotsPerTask);
        boolean known = view.runs().stream().allMatch(run -> run.needs().usefulSlots() > 0 || units(run.needs()) == 0);
        GainCurve curve =
                known && wanted > 0 ? GainCurve.upTo((int) Math.min(wanted, Integer.MAX_VALUE - 1)) : GainCurve.LINEAR;
        return new FleetEvent.Load(
                wanted, curve, (int) Math.min(tasks(needed - others, slotsPerTask), Integer.MAX_VALUE));
    }

    private static long tasks(long slots, int slotsPerTask) {
        long some = Math.max(0, slots);
        return slotsPerTask > 0 ? (some + slotsPerTask - 1) / slotsPerTask : Math.min(1, some);
    }

    /** Slots that the deadline of a run needs and that it may have. */
    private static long needed(PoolView.Run run) {
        return run.connected() ? Math.min(run.terms().mostSlots(), run.needs().neededSlots()) : 0;
    }

    private static long units(PoolNeeds needs) {
        return needs.unitsLeft() + needs.unitsRunning();
    }

    /** Slots that a run could use. A run whose master is away keeps those that it has. */
    private static long slots(PoolView.Run run) {
        if (!run.connected()) {
            return run.slots();
        }
        PoolNeeds needs = run.needs();
        long units = units(needs);
        long worth = needs.unitNanos() > 0
                ? (long) Math.min(units, Math.ceil((double) units * needs.unitNanos() / WORTH_NANOS))
                : units;
        long useful = needs.usefulSlots() > 0 ? Math.min(worth, needs.usefulSlots()) : worth;
        useful = Math.max(useful, needs.neededSlots());
        return Math.min(run.terms().mostSlots(), Math.max(run.terms().leastSlots(), useful));
    }
}
