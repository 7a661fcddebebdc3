package dev.sluice.model.schedule;

import dev.sluice.model.Amounts;
import dev.sluice.model.ResourceUse;
import dev.sluice.model.ledger.ResourcesSeen;
import dev.sluice.model.schedule.Kinds.Kind;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Watches, with each tick, the resources for which units wait, and how long units with needs take. Nothing is looked at
 * in a run without needs. Confined to the scheduler.
 */
final class ResourceWatch {
    /** Workers of which the first are looked at; the others are taken to be like them. */
    private static final int MOST_WORKERS = 64;

    private final Map<String, Use> uses = new TreeMap<>();
    private final Map<Amounts, Times> times = new LinkedHashMap<>();
    private long beforeNanos = -1;

    private static final class Use {
        boolean ofRun;
        long total;
        double usedNanos;
        long shortNanos;
        long least = Long.MAX_VALUE;
    }

    private static final class Times {
        long units;
        long nanos;
    }

    /** Records that units of an attempt were computed. */
    void timed(UnitLedger ledger, Outstanding attempt, ResultRun run) {
        if (!ledger.kinds().haveNeeds()) {
            return;
        }
        Times of = times.computeIfAbsent(attempt.run().needs(), unused -> new Times());
        of.units += run.units();
        of.nanos += run.computeNanos();
    }

    /** Time has passed. */
    void look(long nowNanos, UnitLedger ledger, Roster roster) {
        long since = beforeNanos < 0 ? 0 : nowNanos - beforeNanos;
        beforeNanos = nowNanos;
        if (!ledger.kinds().haveNeeds() || since <= 0) {
            return;
        }
        Set<String> lacked = new TreeSet<>();
        for (Kind kind : ledger.kinds().others()) {
            if (kind.isOneSlot()) {
                continue;
            }
            for (Map.Entry<String, Long> need : kind.needs.byName().entrySet()) {
                if (need.getValue() > 0) {
                    Use use = uses.computeIfAbsent(need.getKey(), unused -> new Use());
                    use.least = Math.min(use.least, need.getValue());
                }
            }
            if (!kind.pool.isEmpty()) {
                lacked.addAll(lacks(kind.needs, roster));
            }
        }
        if (ledger.kinds().oneSlotPooled() > 0 && areFull(roster)) {
            lacked.add(Amounts.PROCESSORS);
            uses.computeIfAbsent(Amounts.PROCESSORS, unused -> new Use()).least = 1;
        }
        lacked.forEach(name -> add(name, since, roster));
    }

    /**
     * The resources for which a unit waits: those of the run, or else those that most hosts lack. Where it waits for
     * slots alone, and needs one, computing limits it as any other unit.
     */
    private static List<String> lacks(Amounts needs, Roster roster) {
        Roster.Share run = roster.run();
        List<String> ofRun = needs.byName().keySet().stream()
                .filter(name -> run.total().names(name) && !run.has(name, needs.get(name)))
                .toList();
        if (!ofRun.isEmpty()) {
            return ofRun;
        }
        Map<String, Integer> counts = new TreeMap<>();
        int looked = 0;
        for (WorkerRecord worker : roster.all()) {
            if (looked < MOST_WORKERS && roster.takesUnits(worker) && roster.can(worker, needs)) {
                looked++;
                int before = counts.size();
                needs.byName().keySet().stream()
                        .filter(name ->
                                !name.equals(Amounts.PROCESSORS) && !run.total().names(name))
                        .filter(name -> !worker.host.has(name, needs.get(name)))
                        .forEach(name -> counts.merge(name, 1, Integer::sum));
                boolean full = worker.busySlots() + needs.processors() > worker.slots;
                if (full && counts.size() == before && needs.processors() > 1) {
                    counts.merge(Amounts.PROCESSORS, 1, Integer::sum);
                }
            }
        }
        int most = counts.values().stream().mapToInt(Integer::intValue).max().orElse(0);
        return counts.entrySet().stream()
                .filter(each -> each.getValue() == most)
                .map(Map.Entry::getKey)
                .toList();
    }

    /** True if units occupy all slots, and some of them more than one. */
    private static boolean areFull(Roster roster) {
        boolean wide = false;
        for (WorkerRecord worker : roster.all()) {
            if (worker.takesWork() && worker.busySlots() < worker.slots) {
                return false;
            }
            wide |= worker.wide > worker.sizedUnits;
        }
        return wide;
    }

    private void add(String name, long nanos, Roster roster) {
        Use use = uses.computeIfAbsent(name, unused -> new Use());
        use.ofRun = roster.run().total().names(name);
        long total = 0;
        long used = 0;
        if (use.ofRun) {
            total = roster.run().total().get(name);
            used = roster.run().used(name);
        } else {
            Set<Roster.Share> seen = new HashSet<>();
            for (WorkerRecord worker : roster.all()) {
                if (name.equals(Amounts.PROCESSORS)) {
                    total += worker.takesWork() ? worker.slots : 0;
                    used += worker.takesWork() ? worker.busySlots() : 0;
                } else if (worker.takesWork() && seen.add(worker.host)) {
                    total += worker.host.total().get(name);
                    used += worker.host.used(name);
                }
            }
        }
        use.total = total;
        use.usedNanos += (double) used * nanos;
        use.shortNanos += nanos;
    }

    /** The resources for which units waited, and the times of units. */
    ResourcesSeen seen() {
        return new ResourcesSeen(uses(), meanSeconds());
    }

    private List<ResourceUse> uses() {
        List<ResourceUse> all = new ArrayList<>();
        uses.forEach((name, use) -> {
            if (use.shortNanos > 0) {
                all.add(new ResourceUse(
                        name, use.ofRun, use.total, use.usedNanos / use.shortNanos, use.shortNanos, use.least));
            }
        });
        return all;
    }

    private Map<Amounts, Double> meanSeconds() {
        Map<Amounts, Double> means = new LinkedHashMap<>();
        times.forEach((needs, of) -> means.put(needs, of.nanos / 1e9 / of.units));
        return means;
    }
}
