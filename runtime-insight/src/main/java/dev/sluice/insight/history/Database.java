package dev.sluice.insight.history;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * The database, open. Rows are written in one transaction that excludes other processes, which wait for each other; its
 * journal is a file beside it, so that it may lie on a network file system. For one thread.
 */
final class Database implements AutoCloseable {
    /** For another process that writes. */
    static final int BUSY_MILLIS = 2_000;

    /** SQLite's number for a file that is damaged. */
    static final int CORRUPT = 11;

    private final Connection connection;

    private Database(Connection connection) {
        this.connection = connection;
    }

    /** Opens it; {@code readOnly} makes no file. */
    static Database open(Path file, boolean readOnly) throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("busy_timeout", String.valueOf(BUSY_MILLIS));
        if (readOnly) {
            properties.setProperty("open_mode", "1"); // SQLITE_OPEN_READONLY
        }
        // As a URI, so that nothing in the path is taken for a parameter.
        String path = file.toAbsolutePath().toUri().getRawPath();
        return new Database(DriverManager.getConnection("jdbc:sqlite:file:" + path, properties));
    }

    /** Writes them, each once, and forgets the oldest. */
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

    /** The rows written last, the latest first; none of tables that a later Sluice has made. */
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

    /** It becomes no larger than it is, or than so many pages. */
    void limitPages(int pages) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("PRAGMA max_page_count = " + pages);
        }
    }

    /** Throws when what is in it contradicts itself. */
    void check() throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA quick_check(1)")) {
            if (row.next() && !row.getString(1).equals("ok")) {
                throw new SQLException(row.getString(1), "", CORRUPT);
            }
        }
    }

    /** The present row of a result. */
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

    /** Carries what a row could not be read for through code that knows no SQL. */
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
