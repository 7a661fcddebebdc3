package dev.sluice.insight.history;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * What is written down at once: a run with its hosts, or benchmarks.
 *
 * @param id by which it is recognised when it is found twice
 */
public record HistoryEntry(
        String id, Optional<RunRow> run, List<BenchmarkRow> benchmarks, List<GeneralRow> general, List<CostRow> costs) {
    public HistoryEntry {
        benchmarks = List.copyOf(benchmarks);
        general = List.copyOf(general);
        costs = List.copyOf(costs);
    }

    /** A run, and what its units took on each host. */
    public static HistoryEntry of(RunRow run, List<BenchmarkRow> benchmarks) {
        return of(run, benchmarks, List.of());
    }

    /** The same with what the runtime cost on each host. */
    public static HistoryEntry of(RunRow run, List<BenchmarkRow> benchmarks, List<CostRow> costs) {
        return new HistoryEntry(UUID.randomUUID().toString(), Optional.of(run), benchmarks, List.of(), costs);
    }

    /** What was measured on purpose. */
    public static HistoryEntry of(List<BenchmarkRow> benchmarks, List<GeneralRow> general) {
        return new HistoryEntry(UUID.randomUUID().toString(), Optional.empty(), benchmarks, general, List.of());
    }

    <T> List<T> rows(Table<T> table) {
        List<?> rows = switch (table.name()) {
            case "run" -> run.<List<?>>map(row -> List.of(row)).orElse(List.of());
            case "benchmark" -> benchmarks;
            case "cost" -> costs;
            default -> general;
        };
        return rows.stream().map(table.type()::cast).toList();
    }
}
