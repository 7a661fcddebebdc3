package dev.sluice.master.application;

import dev.sluice.master.journal.JournalEntry;
import dev.sluice.master.journal.UnitHashes;
import dev.sluice.model.schedule.UnitRanges;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * The inputs of a cycle as they were encoded: the hashes of units without an accepted result, and one sum over all
 * others, so that its memory grows with the outstanding units. Confined to the application thread.
 */
final class CycleInputs {
    private final int cycle;
    private final NavigableMap<Long, UnitHashes> outstanding = new TreeMap<>();
    private long sum;
    private boolean summed = true;

    CycleInputs(int cycle) {
        this.cycle = cycle;
    }

    /** Goes on with what a checkpoint kept. */
    void restore(JournalEntry.Checkpoint kept) {
        sum = kept.inputs();
        summed = kept.accepted().isEmpty() || sum != 0;
        kept.outstanding().forEach(inputs -> encoded(inputs.firstUnit(), inputs.hashes()));
    }

    /** Units were encoded, perhaps again. */
    void encoded(long first, UnitHashes hashes) {
        take(first, first + hashes.units());
        outstanding.put(first, hashes);
    }

    /** Results of units are accepted; returns what is known of their inputs. */
    List<JournalEntry.InputsEncoded> accepted(UnitRanges units) {
        List<JournalEntry.InputsEncoded> known = new ArrayList<>();
        units.forEach((from, to) -> known.addAll(take(from, to)));
        for (JournalEntry.InputsEncoded inputs : known) {
            sum += sum(inputs.firstUnit(), inputs.hashes());
        }
        return known;
    }

    /** Accepted units are to be computed again: what was summed of them is not known any more. */
    void voided() {
        summed = false;
    }

    /** The sum over accepted units; 0 if it is not known. */
    long sum() {
        return summed ? sum : 0;
    }

    /** Inputs of units without an accepted result. */
    List<JournalEntry.InputsEncoded> outstanding() {
        return outstanding.entrySet().stream()
                .map(each -> new JournalEntry.InputsEncoded(cycle, each.getKey(), each.getValue()))
                .toList();
    }

    /** The sum over these units, which does not depend on their order. Empty inputs add nothing to it. */
    static long sum(long first, UnitHashes hashes) {
        long sum = 0;
        for (int i = 0; i < hashes.units(); i++) {
            if (hashes.at(i) != 0) {
                long mixed = (first + i) * 0x9E3779B97F4A7C15L + hashes.at(i);
                mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
                sum += mixed ^ mixed >>> 27;
            }
        }
        return sum;
    }

    /** Removes the hashes of units [from, to); returns those that were known. */
    private List<JournalEntry.InputsEncoded> take(long from, long to) {
        List<JournalEntry.InputsEncoded> taken = new ArrayList<>();
        Map.Entry<Long, UnitHashes> entry = outstanding.lowerEntry(to);
        while (entry != null && entry.getKey() + entry.getValue().units() > from) {
            long first = entry.getKey();
            UnitHashes hashes = entry.getValue();
            long end = first + hashes.units();
            outstanding.remove(first);
            if (first < from) {
                outstanding.put(first, hashes.part(0, from - first));
            }
            if (end > to) {
                outstanding.put(to, hashes.part(to - first, hashes.units()));
            }
            long start = Math.max(first, from);
            taken.add(new JournalEntry.InputsEncoded(
                    cycle, start, hashes.part(start - first, Math.min(end, to) - first)));
            entry = outstanding.lowerEntry(to);
        }
        return taken;
    }
}
