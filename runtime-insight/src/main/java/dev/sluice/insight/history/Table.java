package dev.sluice.insight.history;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Rows of one record type, in the database and in the plain file. The record is the schema: {@code unitNanos} is the
 * column {@code unit_nanos}, and the components of a record within it are columns of their own. A column is text, a
 * whole number or a number; a boolean is 0 or 1; an unknown number has no value.
 *
 * @param kept rows; older ones are forgotten
 * @param since the version of the tables from which on this one is there
 */
record Table<T>(Class<T> type, String name, int kept, int since, List<Column<T>> columns, Function<Fields, T> reader) {
    static final Table<RunRow> RUN = of(RunRow.class, "run", 10_000, 1);

    static final Table<BenchmarkRow> BENCHMARK = of(BenchmarkRow.class, "benchmark", 20_000, 1);

    static final Table<GeneralRow> GENERAL = of(GeneralRow.class, "general", 5_000, 2);

    static final Table<CostRow> COST = of(CostRow.class, "cost", 20_000, 3);

    static final Table<OutcomeRow> OUTCOME = of(OutcomeRow.class, "outcome", 10_000, 5);

    static final Table<StartRow> START = of(StartRow.class, "start", 20_000, 5);

    static final Table<PeerCostRow> PEER_COST = of(PeerCostRow.class, "peer_cost", 5_000, 5);

    static final Table<LookRow> LOOK = of(LookRow.class, "look", 5_000, 6);

    static final Table<PromiseRow> PROMISE = of(PromiseRow.class, "promise", 10_000, 7);

    static final List<Table<?>> ALL = List.of(RUN, BENCHMARK, GENERAL, COST, OUTCOME, START, PEER_COST, LOOK, PROMISE);

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
    }

    private static <T> Table<T> of(Class<T> type, String name, int kept, int since) {
        List<Column<T>> columns = new ArrayList<>();
        addColumns(type, row -> row, columns);
        return new Table<>(type, name, kept, since, List.copyOf(columns), reader(type));
    }

    private static <T> void addColumns(Class<?> type, Function<T, Object> from, List<Column<T>> columns) {
        for (RecordComponent part : type.getRecordComponents()) {
            Function<T, Object> value = row -> valueOf(part, from.apply(row));
            if (part.getType().isRecord()) {
                addColumns(part.getType(), value, columns);
            } else {
                columns.add(new Column<>(column(part), value));
            }
        }
    }

    private static Object valueOf(RecordComponent part, Object row) {
        try {
            Object value = part.getAccessor().invoke(row);
            if (value instanceof Integer number) {
                return number.longValue();
            }
            if (value instanceof Boolean yes) {
                return yes ? 1L : 0L;
            }
            return value instanceof Instant ? value.toString() : value;
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(part + ": " + impossible, impossible);
        }
    }

    private static String column(RecordComponent part) {
        if (part.getDeclaringRecord() == ApplicationKey.class) {
            return switch (part.getName()) {
                case "name" -> "application";
                case "type" -> "class";
                default -> part.getName();
            };
        }
        return part.getName().replaceAll("([A-Z])", "_$1").toLowerCase(Locale.ROOT);
    }

    private static <R> Function<Fields, R> reader(Class<R> type) {
        RecordComponent[] parts = type.getRecordComponents();
        List<Function<Fields, ?>> values =
                Arrays.stream(parts).<Function<Fields, ?>>map(Table::reader).toList();
        try {
            Constructor<R> constructor = type.getDeclaredConstructor(
                    Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new));
            return row -> {
                try {
                    return constructor.newInstance(
                            values.stream().map(value -> value.apply(row)).toArray());
                } catch (ReflectiveOperationException foreign) {
                    throw new IllegalArgumentException(type.getSimpleName() + ": " + foreign.getCause(), foreign);
                }
            };
        } catch (NoSuchMethodException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    private static Function<Fields, ?> reader(RecordComponent part) {
        Class<?> type = part.getType();
        if (type.isRecord()) {
            return reader(type);
        }
        String column = column(part);
        if (type == int.class) {
            return row -> (int) row.whole(column);
        }
        if (type == long.class) {
            return row -> row.whole(column);
        }
        if (type == boolean.class) {
            return row -> row.whole(column) != 0;
        }
        if (type == double.class) {
            return row -> row.number(column);
        }
        return type == Instant.class ? row -> row.time(column) : row -> row.text(column);
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
}
