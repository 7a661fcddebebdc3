package dev.sluice.insight.history;

import java.time.Instant;
import java.util.List;

/** Rows for tests. */
final class Rows {
    static final Instant TIME = Instant.parse("2026-11-22T01:02:03.456Z");

    private Rows() {}

    static ApplicationKey application(String name) {
        return new ApplicationKey(name, "org.example." + name, "0123456789abcdef", "--width 3");
    }

    static RunRow run(String id) {
        return new RunRow(
                id,
                application("Sieve"),
                TIME,
                1.5,
                1,
                100,
                66.7,
                4,
                2,
                "a,b",
                "a",
                "SS",
                "complete",
                0,
                "",
                1e-5,
                "0.1",
                "/runs/" + id);
    }

    static BenchmarkRow benchmark(String application, String host, double wall, double cpu) {
        return new BenchmarkRow(
                "run", application(application), TIME, host, "M", 2e9, 2, 50, wall, cpu, 0.1, Double.NaN);
    }

    static GeneralRow general(String host, double seconds) {
        return new GeneralRow(TIME, host, "M", 2e9, 2, seconds, 0.1, 0.2, 0.3, Double.NaN);
    }

    static HistoryEntry entry(String run) {
        return HistoryEntry.of(run(run), List.of(benchmark("Sieve", "a", 0.5, 0.4)));
    }
}
