package dev.sluice.insight.history;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * The tables of {@code docs/history.md}: {@code user_version} is the number of steps applied to the file. A released
 * step never changes.
 */
final class Migrations {
    private static final String RUN = """
        CREATE TABLE run (
          id INTEGER PRIMARY KEY AUTOINCREMENT, entry TEXT NOT NULL UNIQUE, run TEXT NOT NULL,
          application TEXT NOT NULL, class TEXT NOT NULL, build TEXT NOT NULL, arguments TEXT NOT NULL,
          started TEXT NOT NULL, seconds REAL, cycles INTEGER, units INTEGER, units_per_second REAL,
          slots INTEGER, workers INTEGER, hosts TEXT, master TEXT, policy TEXT, outcome TEXT,
          exit_code INTEGER, error TEXT, accept_seconds REAL, sluice TEXT, directory TEXT)
        """;

    private static final String BENCHMARK = """
        CREATE TABLE benchmark (
          id INTEGER PRIMARY KEY AUTOINCREMENT, entry TEXT NOT NULL, run TEXT NOT NULL,
          application TEXT NOT NULL, class TEXT NOT NULL, build TEXT NOT NULL, arguments TEXT NOT NULL,
          time TEXT NOT NULL, host TEXT NOT NULL, processor TEXT NOT NULL, clock_hertz REAL,
          slots INTEGER, units INTEGER, wall_seconds REAL, cpu_seconds REAL, spread_seconds REAL,
          accept_seconds REAL, UNIQUE (entry, host))
        """;

    private static final String GENERAL = """
        CREATE TABLE general (
          id INTEGER PRIMARY KEY AUTOINCREMENT, entry TEXT NOT NULL, time TEXT NOT NULL,
          host TEXT NOT NULL, processor TEXT NOT NULL, clock_hertz REAL, slots INTEGER, seconds REAL,
          floating_seconds REAL, integer_seconds REAL, memory_seconds REAL, error_seconds REAL,
          UNIQUE (entry, host))
        """;

    private static final String COST = """
        CREATE TABLE cost (
          id INTEGER PRIMARY KEY AUTOINCREMENT, entry TEXT NOT NULL, run TEXT NOT NULL, time TEXT NOT NULL,
          host TEXT NOT NULL, processor TEXT NOT NULL, master_message_nanos REAL,
          worker_message_nanos REAL, unit_nanos REAL, second_nanos REAL, start_nanos REAL,
          UNIQUE (entry, host))
        """;

    private static final String FORECAST = """
        CREATE TABLE forecast (
          id INTEGER PRIMARY KEY AUTOINCREMENT, entry TEXT NOT NULL UNIQUE, run TEXT NOT NULL,
          application TEXT NOT NULL, class TEXT NOT NULL, build TEXT NOT NULL, arguments TEXT NOT NULL,
          time TEXT NOT NULL, seconds REAL, low_seconds REAL, high_seconds REAL, actual_seconds REAL)
        """;

    private static final String OUTCOME = """
        CREATE TABLE outcome (
          id INTEGER PRIMARY KEY AUTOINCREMENT, entry TEXT NOT NULL UNIQUE, run TEXT NOT NULL,
          application TEXT NOT NULL, class TEXT NOT NULL, build TEXT NOT NULL, arguments TEXT NOT NULL,
          time TEXT NOT NULL, kind TEXT NOT NULL, source TEXT NOT NULL, asked INTEGER, shown INTEGER,
          seconds REAL, low_seconds REAL, high_seconds REAL, bias REAL, sigma REAL,
          actual_seconds REAL, start_seconds REAL, actual_start_seconds REAL, rate REAL, actual_rate REAL,
          blame TEXT NOT NULL)
        """;

    private static final String START = """
        CREATE TABLE start (
          id INTEGER PRIMARY KEY AUTOINCREMENT, entry TEXT NOT NULL, run TEXT NOT NULL,
          time TEXT NOT NULL, kind TEXT NOT NULL, host TEXT NOT NULL, link TEXT NOT NULL,
          ssh_seconds REAL, look_seconds REAL, send_seconds REAL, sent_bytes INTEGER, jvm_seconds REAL,
          join_seconds REAL, join_bytes INTEGER, command_seconds REAL, end_seconds REAL,
          UNIQUE (entry, host))
        """;

    private static final String PEER_COST = """
        CREATE TABLE peer_cost (
          id INTEGER PRIMARY KEY AUTOINCREMENT, entry TEXT NOT NULL, run TEXT NOT NULL,
          time TEXT NOT NULL, host TEXT NOT NULL, sessions INTEGER, master_message_nanos REAL,
          messages INTEGER, UNIQUE (entry, host))
        """;

    private static final String LOOK = """
        CREATE TABLE look (
          id INTEGER PRIMARY KEY AUTOINCREMENT, entry TEXT NOT NULL, host TEXT NOT NULL, time TEXT NOT NULL,
          cores INTEGER, free_bytes INTEGER, busy_share REAL, UNIQUE (entry, host))
        """;

    private static final String PROMISE = """
        CREATE TABLE promise (
          id INTEGER PRIMARY KEY AUTOINCREMENT, entry TEXT NOT NULL UNIQUE, run TEXT NOT NULL,
          application TEXT NOT NULL, class TEXT NOT NULL, build TEXT NOT NULL, arguments TEXT NOT NULL,
          time TEXT NOT NULL, seconds REAL, low_seconds REAL, high_seconds REAL, chance REAL,
          actual_seconds REAL, warned_seconds REAL, kept INTEGER, changes TEXT NOT NULL)
        """;

    /** Earlier versions counted the threads of workers, which do not compute units that have own processes. */
    private static final String FOREIGN_CPU = """
        UPDATE benchmark SET cpu_seconds = NULL
          WHERE class LIKE 'dev.sluice.app.foreign.%' OR class LIKE 'dev.sluice.app.each.%'
        """;

    private static final List<List<String>> STEPS = List.of(
            List.of(RUN, BENCHMARK),
            List.of(GENERAL),
            List.of(COST),
            List.of(FORECAST),
            List.of(OUTCOME, START, PEER_COST),
            List.of(LOOK, FOREIGN_CPU),
            List.of(PROMISE));

    private Migrations() {}

    /** The version that this build writes. */
    static int latest() {
        return STEPS.size();
    }

    static int version(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("PRAGMA user_version")) {
            return row.next() ? row.getInt(1) : 0;
        }
    }

    /**
     * Upgrades the tables; within a transaction.
     *
     * @throws SQLException also if a newer Sluice has changed them
     */
    static void apply(Connection connection) throws SQLException {
        apply(connection, STEPS.size());
    }

    static void apply(Connection connection, int steps) throws SQLException {
        int version = version(connection);
        if (version > STEPS.size()) {
            throw new SQLException("its tables are of version " + version + ", of a newer Sluice (expected: up to "
                    + STEPS.size() + ")");
        }
        try (Statement statement = connection.createStatement()) {
            for (int step = version; step < steps; step++) {
                for (String sql : STEPS.get(step)) {
                    statement.executeUpdate(sql);
                }
            }
            if (version < steps) {
                statement.executeUpdate("PRAGMA user_version = " + steps);
            }
        }
    }
}
