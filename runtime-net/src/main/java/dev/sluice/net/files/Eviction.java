package dev.sluice.net.files;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Chooses what leaves the cache: entries that nobody uses, the least recently used first. */
final class Eviction {
    /**
     * One entry.
     *
     * @param lastUse when it was used last [ms since 1970]
     * @param pinned whether a process uses it
     */
    record Entry(String key, long bytes, long lastUse, boolean pinned) {}

    private Eviction() {}

    /**
     * Returns the entries to remove so that {@code needed} more bytes fit under the bound; empty if even the removal of
     * all that are not in use does not make enough room.
     */
    static Optional<List<Entry>> victims(List<Entry> entries, long needed, long mostBytes) {
        long excess = needed - mostBytes;
        for (Entry entry : entries) {
            excess += entry.bytes;
        }
        List<Entry> victims = new ArrayList<>();
        List<Entry> free = entries.stream()
                .filter(entry -> !entry.pinned)
                .sorted(Comparator.comparingLong(Entry::lastUse).thenComparing(Entry::key))
                .toList();
        for (Entry entry : free) {
            if (excess <= 0) {
                break;
            }
            victims.add(entry);
            excess -= entry.bytes;
        }
        return excess <= 0 ? Optional.of(victims) : Optional.empty();
    }
}
