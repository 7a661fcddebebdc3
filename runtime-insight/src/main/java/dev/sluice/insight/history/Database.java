package dev.sluice.insight.history;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import org.sqlite.JDBC;

/**
 * The open database. Rows are written in one transaction that excludes other processes, which wait for each other. Its
 * journal is a file next to it, so that it may be on a network file system. For one thread.
 */
final class Database implements AutoCloseable {
    /** Timeout of waiting for another process that writes [ms]. */
    static final int BUSY_MILLIS = 2_000;

    /** SQLite's error code of a damaged file. */
    static final int CORRUPT = 11;

    private final Connection connection;

    private Database(Connection connection) {
        this.connection = connection;
    }

    /** Opens it; with {@code readOnly} a missing file is not created. */
    static Database open(Path file, boolean readOnly) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("busy_timeout", String.valueOf(BUSY_MILLIS));
        if (readOnly) {
            properties.setProperty("open_mode", "1"); // SQLITE_OPEN_READONLY
        }
        // The path is passed as a URI, so that no part of it is taken for a parameter.
        String path = file.toAbsolutePath().toUri().getRawPath();
        // Not by DriverManager: it looks for drivers once in a process, and an application brings its own.
        return new Database(JDBC.createConnection("jdbc:sqlite:file:" + path, properties));
    }

    /** Writes the entries, each once, and deletes the oldest rows. */
    void add(List<HistoryEntry> entries) throws SQLException {
        execute("BEGIN IMMEDIATE");
        try {
            Migrations.apply(connection);
            for (HistoryEntry entry : entries) {
                for (Table<?> table : Table.ALL) {
                    insert(table, entry);
                }
            }
            for (Table<?> table : Table.ALL) {
                execute(table.forget());
            }
            execute("COMMIT");
        } catch (SQLException | RuntimeException failure) {
            rollBack(failure);
            throw failure;
        }
    }

    private void rollBack(Exception failure) {
        try {
            execute("ROLLBACK");
        } catch (SQLException alreadyRolledBack) {
            failure.addSuppressed(alreadyRolledBack);
        }
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }

    private <T> void insert(Table<T> table, HistoryEntry entry) throws SQLException {
        List<T> rows = entry.rows(table);
        if (rows.isEmpty()) {
            return;
        }
        try (PreparedStatement insert = connection.prepareStatement(table.insert())) {
            for (T row : rows) {
                insert.setString(1, entry.id());
                int place = 2;
                for (Table.Column<T> column : table.columns()) {
                    set(insert, place++, column.value().apply(row));
                }
                insert.executeUpdate();
            }
        }
    }

    private static void set(PreparedStatement insert, int place, Object value) throws SQLException {
        if (value instanceof Long whole) {
            insert.setLong(place, whole);
        } else if (value instanceof Double number) {
            if (number.isNaN() || number.isInfinite()) {
                insert.setNull(place, java.sql.Types.REAL);
            } else {
                insert.setDouble(place, number);
            }
        } else {
            insert.setString(place, value.toString());
        }
    }

    /** The rows written last, newest first; empty if the table does not exist in this file's version. */
    <T> List<T> latest(Table<T> table, int limit) throws SQLException {
        List<T> rows = new ArrayList<>();
        if (Migrations.version(connection) < table.since()) {
            return rows;
        }
        try (PreparedStatement select = connection.prepareStatement(table.select())) {
            select.setInt(1, limit);
            try (ResultSet row = select.executeQuery()) {
                Reading fields = new Reading(row);
                while (row.next()) {
                    rows.add(table.reader().apply(fields));
                }
            }
        } catch (ReadFailure failure) {
            throw failure.failure;
        }
        return rows;
    }

    /** Limits its size to the current one, or to this number of pages. */
    void limitPages(int pages) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA max_page_count = " + pages);
        }
    }

    /** Throws if its content is inconsistent. */
    void check() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA quick_check(1)")) {
            if (row.next() && !row.getString(1).equals("ok")) {
                throw new SQLException(row.getString(1), "", CORRUPT);
            }
        }
    }

    /** The current row of a result. */
    private record Reading(ResultSet row) implements Table.Fields {
        @Override
        public @Nullable String value(String column) {
            try {
                return row.getString(column);
            } catch (SQLException e) {
                throw new ReadFailure(e);
            }
        }
    }

    /** Carries a read error through code without SQL exceptions. */
    private static final class ReadFailure extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final SQLException failure;

        ReadFailure(SQLException failure) {
            super(failure);
            this.failure = failure;
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
