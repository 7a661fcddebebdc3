package dev.sluice.insight.history;

import dev.sluice.model.simulate.RuntimeCosts;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The format of one row type in the database and in the plain file. A column is text, a whole number or a number; an
 * unknown number is stored as no value.
 *
 * @param kept number of rows; older ones are deleted
 */
record Table<T>(Class<T> type, String name, int kept, List<Column<T>> columns, Function<Fields, T> reader) {
    static final Table<RunRow> RUN = new Table<>(RunRow.class, "run", 10_000, runColumns(), Table::run);

    static final Table<BenchmarkRow> BENCHMARK =
            new Table<>(BenchmarkRow.class, "benchmark", 20_000, benchmarkColumns(), Table::benchmark);

    static final Table<GeneralRow> GENERAL =
            new Table<>(GeneralRow.class, "general", 5_000, generalColumns(), Table::general);

    static final Table<CostRow> COST = new Table<>(CostRow.class, "cost", 20_000, costColumns(), Table::cost);

    static final List<Table<?>> ALL = List.of(RUN, BENCHMARK, GENERAL, COST);

    /** @param value a String, a Long or a Double */
    record Column<T>(String name, Function<T, Object> value) {}

    /** A row that is being read. */
    interface Fields {
        /** Null if there is no value. */
        @Nullable
        String value(String column);

        default String text(String column) {
            String value = value(column);
            return value == null ? "" : value;
        }

        default double number(String column) {
            try {
                String value = value(column);
                return value == null ? Double.NaN : Double.parseDouble(value);
            } catch (NumberFormatException foreign) {
                return Double.NaN;
            }
        }

        default long whole(String column) {
            double number = number(column);
            return Double.isNaN(number) ? 0 : Math.round(number);
        }

        default Instant time(String column) {
            try {
                return Instant.parse(text(column));
            } catch (DateTimeParseException foreign) {
                return Instant.EPOCH;
            }
        }

        default ApplicationKey application() {
            return new ApplicationKey(text("application"), text("class"), text("build"), text("arguments"));
        }
    }

    /** The first version of the tables that has this one. */
    int since() {
        return this == COST ? 3 : this == GENERAL ? 2 : 1;
    }

    String insert() {
        return "INSERT OR IGNORE INTO " + name + " (entry, " + names() + ") VALUES (?" + ", ?".repeat(columns.size())
                + ")";
    }

    /** The query for the latest rows, newest first. */
    String select() {
        return "SELECT " + names() + " FROM " + name + " ORDER BY id DESC LIMIT ?";
    }

    String forget() {
        return "DELETE FROM " + name + " WHERE id <= (SELECT max(id) FROM " + name + ") - " + kept;
    }

    private String names() {
        return columns.stream().map(Column::name).collect(Collectors.joining(", "));
    }

    private static <T> List<Column<T>> with(Function<T, ApplicationKey> application, List<Column<T>> others) {
        List<Column<T>> columns = new ArrayList<>(others);
        columns.add(new Column<T>("application", row -> application.apply(row).name()));
        columns.add(new Column<T>("class", row -> application.apply(row).type()));
        columns.add(new Column<T>("build", row -> application.apply(row).build()));
        columns.add(new Column<T>("arguments", row -> application.apply(row).arguments()));
        return List.copyOf(columns);
    }

    private static List<Column<RunRow>> runColumns() {
        return with(
                RunRow::application,
                List.of(
                        new Column<RunRow>("run", RunRow::run),
                        new Column<RunRow>("started", row -> row.started().toString()),
                        new Column<RunRow>("seconds", RunRow::seconds),
                        new Column<RunRow>("cycles", row -> (long) row.cycles()),
                        new Column<RunRow>("units", RunRow::units),
                        new Column<RunRow>("units_per_second", RunRow::unitsPerSecond),
                        new Column<RunRow>("slots", row -> (long) row.slots()),
                        new Column<RunRow>("workers", row -> (long) row.workers()),
                        new Column<RunRow>("hosts", RunRow::hosts),
                        new Column<RunRow>("master", RunRow::master),
                        new Column<RunRow>("policy", RunRow::policy),
                        new Column<RunRow>("outcome", RunRow::outcome),
                        new Column<RunRow>("exit_code", row -> (long) row.exitCode()),
                        new Column<RunRow>("error", RunRow::error),
                        new Column<RunRow>("accept_seconds", RunRow::acceptSeconds),
                        new Column<RunRow>("sluice", RunRow::sluice),
                        new Column<RunRow>("directory", RunRow::directory)));
    }

    private static RunRow run(Fields row) {
        return new RunRow(
                row.text("run"),
                row.application(),
                row.time("started"),
                row.number("seconds"),
                (int) row.whole("cycles"),
                row.whole("units"),
                row.number("units_per_second"),
                (int) row.whole("slots"),
                (int) row.whole("workers"),
                row.text("hosts"),
                row.text("master"),
                row.text("policy"),
                row.text("outcome"),
                (int) row.whole("exit_code"),
                row.text("error"),
                row.number("accept_seconds"),
                row.text("sluice"),
                row.text("directory"));
    }

    private static List<Column<BenchmarkRow>> benchmarkColumns() {
        return with(
                BenchmarkRow::application,
                List.of(
                        new Column<BenchmarkRow>("run", BenchmarkRow::run),
                        new Column<BenchmarkRow>("time", row -> row.time().toString()),
                        new Column<BenchmarkRow>("host", BenchmarkRow::host),
                        new Column<BenchmarkRow>("processor", BenchmarkRow::processor),
                        new Column<BenchmarkRow>("clock_hertz", BenchmarkRow::clockHertz),
                        new Column<BenchmarkRow>("slots", row -> (long) row.slots()),
                        new Column<BenchmarkRow>("units", BenchmarkRow::units),
                        new Column<BenchmarkRow>("wall_seconds", BenchmarkRow::wallSeconds),
                        new Column<BenchmarkRow>("cpu_seconds", BenchmarkRow::cpuSeconds),
                        new Column<BenchmarkRow>("spread_seconds", BenchmarkRow::spreadSeconds),
                        new Column<BenchmarkRow>("accept_seconds", BenchmarkRow::acceptSeconds)));
    }

    private static BenchmarkRow benchmark(Fields row) {
        return new BenchmarkRow(
                row.text("run"),
                row.application(),
                row.time("time"),
                row.text("host"),
                row.text("processor"),
                row.number("clock_hertz"),
                (int) row.whole("slots"),
                row.whole("units"),
                row.number("wall_seconds"),
                row.number("cpu_seconds"),
                row.number("spread_seconds"),
                row.number("accept_seconds"));
    }

    private static List<Column<GeneralRow>> generalColumns() {
        return List.of(
                new Column<GeneralRow>("time", row -> row.time().toString()),
                new Column<GeneralRow>("host", GeneralRow::host),
                new Column<GeneralRow>("processor", GeneralRow::processor),
                new Column<GeneralRow>("clock_hertz", GeneralRow::clockHertz),
                new Column<GeneralRow>("slots", row -> (long) row.slots()),
                new Column<GeneralRow>("seconds", GeneralRow::seconds),
                new Column<GeneralRow>("floating_seconds", GeneralRow::floatingSeconds),
                new Column<GeneralRow>("integer_seconds", GeneralRow::integerSeconds),
                new Column<GeneralRow>("memory_seconds", GeneralRow::memorySeconds),
                new Column<GeneralRow>("error_seconds", GeneralRow::errorSeconds));
    }

    private static GeneralRow general(Fields row) {
        return new GeneralRow(
                row.time("time"),
                row.text("host"),
                row.text("processor"),
                row.number("clock_hertz"),
                (int) row.whole("slots"),
                row.number("seconds"),
                row.number("floating_seconds"),
                row.number("integer_seconds"),
                row.number("memory_seconds"),
                row.number("error_seconds"));
    }

    private static List<Column<CostRow>> costColumns() {
        return List.of(
                new Column<CostRow>("run", CostRow::run),
                new Column<CostRow>("time", row -> row.time().toString()),
                new Column<CostRow>("host", CostRow::host),
                new Column<CostRow>("processor", CostRow::processor),
                new Column<CostRow>("master_message_nanos", row -> row.costs().masterMessageNanos()),
                new Column<CostRow>("worker_message_nanos", row -> row.costs().workerMessageNanos()),
                new Column<CostRow>("unit_nanos", row -> row.costs().unitNanos()),
                new Column<CostRow>("second_nanos", row -> row.costs().secondNanos()),
                new Column<CostRow>("start_nanos", row -> row.costs().startNanos()));
    }

    private static CostRow cost(Fields row) {
        return new CostRow(
                row.text("run"),
                row.time("time"),
                row.text("host"),
                row.text("processor"),
                new RuntimeCosts(
                        row.number("master_message_nanos"),
                        row.number("worker_message_nanos"),
                        row.number("unit_nanos"),
                        row.number("second_nanos"),
                        row.number("start_nanos")));
    }
}
