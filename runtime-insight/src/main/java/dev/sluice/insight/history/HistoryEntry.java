package dev.sluice.insight.history;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * The rows written together: a run with what it measured, or benchmarks.
 *
 * @param id identifies the entry when it is found twice
 * @param rows of any table; rows of one table in the order in which they are written
 */
public record HistoryEntry(String id, List<Record> rows) {
    public HistoryEntry {
        rows = List.copyOf(rows);
    }

    /** A new entry. */
    public static HistoryEntry of(List<? extends Record> rows) {
        return new HistoryEntry(UUID.randomUUID().toString(), List.copyOf(rows));
    }

    /** A run, and its unit times by host. */
    public static HistoryEntry of(RunRow run, List<BenchmarkRow> benchmarks) {
        List<Record> rows = new ArrayList<>(benchmarks);
        rows.add(run);
        return of(rows);
    }

    <T> List<T> rows(Table<T> table) {
        return rows.stream()
                .filter(table.type()::isInstance)
                .map(table.type()::cast)
                .toList();
    }
}
