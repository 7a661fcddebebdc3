package dev.sluice.insight.history;

import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * The rows written together: a run with its hosts, or benchmarks.
 *
 * @param id identifies the entry when it is found twice
 */
public record HistoryEntry(
        String id,
        Optional<RunRow> run,
        List<BenchmarkRow> benchmarks,
        List<GeneralRow> general,
        List<CostRow> costs,
        List<ForecastRow> forecasts) {
    public HistoryEntry {
        benchmarks = List.copyOf(benchmarks);
        general = List.copyOf(general);
        costs = List.copyOf(costs);
        forecasts = List.copyOf(forecasts);
    }

    /** A run, and its unit times by host. */
    public static HistoryEntry of(RunRow run, List<BenchmarkRow> benchmarks) {
        return of(run, benchmarks, List.of(), List.of());
    }

    /** The same with the costs of the runtime by host, and the forecast of the run if there was one. */
    public static HistoryEntry of(
            RunRow run, List<BenchmarkRow> benchmarks, List<CostRow> costs, List<ForecastRow> forecasts) {
        return new HistoryEntry(
                UUID.randomUUID().toString(), Optional.of(run), benchmarks, List.of(), costs, forecasts);
    }

    /** The results of a benchmark. */
    public static HistoryEntry of(List<BenchmarkRow> benchmarks, List<GeneralRow> general) {
        return new HistoryEntry(
                UUID.randomUUID().toString(), Optional.empty(), benchmarks, general, List.of(), List.of());
    }

    <T> List<T> rows(Table<T> table) {
        List<?> rows = switch (table.name()) {
            case "run" -> run.<List<?>>map(row -> List.of(row)).orElse(List.of());
            case "benchmark" -> benchmarks;
            case "cost" -> costs;
            case "forecast" -> forecasts;
            default -> general;
        };
        return rows.stream().map(table.type()::cast).toList();
    }
}
