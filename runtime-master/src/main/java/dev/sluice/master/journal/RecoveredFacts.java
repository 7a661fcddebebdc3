package dev.sluice.master.journal;

import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitRanges;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The facts that follow from the entries of a journal in their order. Confined to one thread. */
final class RecoveredFacts {
    /** The place of a record. */
    record Place(long segment, long offset) {}

    /** Units whose results before this sequence number do not count. */
    record Voided(long sequence, UnitRanges units) {}

    /** A cycle; its units are unknown while entries before a checkpoint are read whose cycle began before them. */
    private static final class Facts {
        final int cycle;
        final UnitRanges known = new UnitRanges();
        final List<Voided> voided = new ArrayList<>();
        /** Units of {@link #known} whose results the last checkpoint contains. */
        UnitRanges covered = new UnitRanges();

        long units;

        @Nullable
        String setupSha256;

        boolean open;

        boolean closed;

        @Nullable
        Place first;

        Facts(int cycle) {
            this.cycle = cycle;
        }
    }

    private final SortedMap<Integer, Facts> cycles = new TreeMap<>();
    private JournalEntry.@Nullable Checkpoint checkpoint;
    private @Nullable Place checkpointPlace;
    private @Nullable String outcome;

    /**
     * Takes an entry; returns what is wrong with it, or null.
     *
     * @param complete whether the journal was read from its first record
     */
    @Nullable
    String take(JournalEntry entry, long sequence, Place place, boolean complete) {
        outcome = null;
        if (entry instanceof JournalEntry.CycleOpened opened) {
            return open(opened);
        } else if (entry instanceof JournalEntry.ResultsAccepted results) {
            return accept(results, place, complete);
        } else if (entry instanceof JournalEntry.InputsEncoded inputs) {
            return encoded(inputs, place, complete);
        } else if (entry instanceof JournalEntry.ResultsVoided results) {
            return voided(results, sequence, complete);
        } else if (entry instanceof JournalEntry.UnitsArrived those) {
            return arrived(those, place, complete);
        } else if (entry instanceof JournalEntry.CycleClosed closed) {
            return close(closed, complete);
        } else if (entry instanceof JournalEntry.Checkpoint taken) {
            return take(taken, sequence, place);
        } else if (entry instanceof JournalEntry.RunEnded ended) {
            outcome = ended.outcome();
        }
        return null;
    }

    private @Nullable String open(JournalEntry.CycleOpened opened) {
        Facts cycle = cycles.computeIfAbsent(opened.cycle(), Facts::new);
        if (cycle.setupSha256 == null) {
            cycle.units = opened.units();
            cycle.setupSha256 = opened.setupSha256();
            cycle.open = opened.open();
        }
        return cycle.units == opened.units()
                        && cycle.open == opened.open()
                        && opened.setupSha256().equals(cycle.setupSha256)
                ? null
                : "cycle " + opened.cycle() + " begins again with other units or setup (expected: the same)";
    }

    private @Nullable String arrived(JournalEntry.UnitsArrived those, Place place, boolean complete) {
        Facts cycle = cycle(those.cycle(), complete);
        if (cycle == null || cycle.setupSha256 != null && !cycle.open && !cycle.closed) {
            return "units of a source for cycle " + those.cycle() + " (expected: for an open cycle that has begun)";
        }
        cycle.first = cycle.first == null ? place : cycle.first;
        return null;
    }

    private @Nullable String encoded(JournalEntry.InputsEncoded inputs, Place place, boolean complete) {
        Facts cycle = cycle(inputs.cycle(), complete);
        if (cycle == null) {
            return "inputs of cycle " + inputs.cycle() + " (expected: of a cycle that has begun)";
        }
        if (cycle.setupSha256 != null && !cycle.open && inputs.endUnit() > cycle.units) {
            return "the input of unit " + (inputs.endUnit() - 1) + " of cycle " + inputs.cycle() + " (expected: below "
                    + cycle.units + ")";
        }
        cycle.first = cycle.first == null ? place : cycle.first;
        return null;
    }

    private @Nullable String accept(JournalEntry.ResultsAccepted results, Place place, boolean complete) {
        Facts cycle = cycle(results.cycle(), complete);
        if (cycle == null) {
            return "results of cycle " + results.cycle() + " (expected: of a cycle that has begun)";
        }
        long places = results.runs().stream().mapToLong(ResultRun::units).sum();
        UnitRanges accepted = results.accepted();
        if (!accepted.isEmpty() && accepted.to(accepted.ranges() - 1) > places) {
            return "accepted places " + accepted + " (expected: of " + places + " results)";
        }
        UnitRanges units = results.units();
        if (units.size() < accepted.size()) {
            return "a unit of cycle " + results.cycle() + " twice in one message (expected: once)";
        }
        for (int i = 0; i < units.ranges(); i++) {
            if (cycle.known.intersects(units.from(i), units.to(i))) {
                return "units [" + units.from(i) + "," + units.to(i) + ") of cycle " + results.cycle()
                        + " (expected: units without a result)";
            }
            if (cycle.setupSha256 != null && !cycle.open && units.to(i) > cycle.units) {
                return "unit " + (units.to(i) - 1) + " of cycle " + results.cycle() + " (expected: below " + cycle.units
                        + ")";
            }
            cycle.known.add(units.from(i), units.to(i));
        }
        if (cycle.first == null) {
            cycle.first = place;
        }
        return null;
    }

    private @Nullable String voided(JournalEntry.ResultsVoided results, long sequence, boolean complete) {
        Facts cycle = cycle(results.cycle(), complete);
        if (cycle == null) {
            return "void results of cycle " + results.cycle() + " (expected: of a cycle that has begun)";
        }
        results.units().forEach(cycle.known::remove);
        results.units().forEach(cycle.covered::remove);
        cycle.voided.add(new Voided(sequence, results.units()));
        return null;
    }

    private @Nullable String close(JournalEntry.CycleClosed closed, boolean complete) {
        Facts cycle = cycle(closed.cycle(), complete);
        if (cycle == null) {
            return "the end of cycle " + closed.cycle() + " (expected: of a cycle that has begun)";
        }
        cycle.closed = true;
        return null;
    }

    private @Nullable Facts cycle(int number, boolean complete) {
        return complete || checkpoint != null ? cycles.get(number) : cycles.computeIfAbsent(number, Facts::new);
    }

    private @Nullable String take(JournalEntry.Checkpoint taken, long sequence, Place place) {
        if (taken.covered() >= sequence || checkpoint != null && taken.covered() < checkpoint.covered()) {
            return "a checkpoint of the entries up to " + taken.covered()
                    + " (expected: not before the last one's, and before itself)";
        }
        checkpoint = taken;
        checkpointPlace = place;
        cycles.headMap(taken.cycle()).clear();
        Facts cycle = cycles.computeIfAbsent(taken.cycle(), Facts::new);
        if (cycle.setupSha256 != null
                && (!cycle.open && cycle.units != taken.units() || !cycle.setupSha256.equals(taken.setupSha256()))) {
            return "a checkpoint in cycle " + taken.cycle() + " with other units or setup (expected: the same)";
        }
        cycle.units = taken.units();
        cycle.setupSha256 = taken.setupSha256();
        cycle.closed |= taken.closed();
        cycle.known.addAll(taken.accepted());
        cycle.covered = taken.accepted().copy();
        cycle.voided.removeIf(before -> before.sequence() <= taken.covered());
        long end = cycle.known.isEmpty() ? 0 : cycle.known.to(cycle.known.ranges() - 1);
        return end <= cycle.units
                ? null
                : "a checkpoint with unit " + (end - 1) + " of cycle " + taken.cycle() + " (expected: below "
                        + cycle.units + ")";
    }

    /** Removes what only entries before the first one that was read could explain. */
    void finish() {
        cycles.values().removeIf(cycle -> cycle.setupSha256 == null);
    }

    /** Tells whether entries up to this one are not needed: a checkpoint covers them, or the run is over. */
    boolean covers(long sequence) {
        return outcome != null || checkpoint != null && checkpoint.covered() >= sequence;
    }

    List<Recovered.Cycle> cycles() {
        List<Recovered.Cycle> list = new ArrayList<>();
        for (Facts cycle : cycles.values()) {
            UnitRanges replayed = cycle.known.copy();
            cycle.covered.forEach(replayed::remove);
            list.add(new Recovered.Cycle(
                    cycle.cycle,
                    cycle.units,
                    Objects.requireNonNull(cycle.setupSha256),
                    cycle.open,
                    cycle.known,
                    replayed,
                    cycle.closed));
        }
        return list;
    }

    /** The place of the first inputs or results of a cycle; null if there are none. */
    @Nullable
    Place first(int cycle) {
        Facts facts = cycles.get(cycle);
        return facts == null ? null : facts.first;
    }

    /** Results of a cycle that do not count, in the order of their entries. */
    List<Voided> voided(int cycle) {
        Facts facts = cycles.get(cycle);
        return facts == null ? List.of() : facts.voided;
    }

    @Nullable
    Place checkpointPlace() {
        return checkpointPlace;
    }

    @Nullable
    String outcome() {
        return outcome;
    }
}
