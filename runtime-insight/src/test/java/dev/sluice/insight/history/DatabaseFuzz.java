package dev.sluice.insight.history;

import dev.sluice.testing.FuzzTarget;
import dev.sluice.testing.Mutants;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;

/**
 * Changes of a database: each is a place in three bytes, a length in one byte, and the bytes that are written there.
 * The changed database is read, and an entry is added to it.
 */
public final class DatabaseFuzz {
    private static final Path DIRECTORY = FuzzTarget.temporary();
    private static final Path FILE = DIRECTORY.resolve("history.db");
    private static final Path JOURNAL = DIRECTORY.resolve("history.db-journal");
    private static final byte[] WHOLE = whole();
    private static final int CHANGE_BYTES = 4;
    private static final FuzzTarget TARGET = FuzzTarget.of(DatabaseFuzz::read, SQLException.class);

    private DatabaseFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    static List<byte[]> seeds() {
        byte[] noPages = {0, 0, 28, 4, 0, 0, 0, 0};
        byte[] schema = {0, 0, 100, 2, 13, 1};
        byte[] page = {0, 16, 0, 4, 5, 0, 0, 0, 0, 32, 3, 2, 0, 9};
        return List.of(new byte[0], noPages, schema, page);
    }

    private static byte[] whole() {
        try {
            History.NativeLibrary.unpackBelow(DIRECTORY);
            add(Rows.entry("one"));
            return Files.readAllBytes(FILE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void add(HistoryEntry entry) throws SQLException {
        try (Database open = Database.open(FILE, false)) {
            open.add(List.of(entry));
        }
    }

    private static byte[] changed(byte[] input) {
        byte[] database = WHOLE.clone();
        int from = 0;
        while (from + CHANGE_BYTES < input.length) {
            int place = (input[from] & 0xFF) << 16 | (input[from + 1] & 0xFF) << 8 | input[from + 2] & 0xFF;
            int told = input[from + 3] & 0xFF;
            from += CHANGE_BYTES;
            int to = place % database.length;
            int length = Math.min(told, Math.min(input.length - from, database.length - to));
            System.arraycopy(input, from, database, to, length);
            from += length;
        }
        return database;
    }

    private static void read(byte[] input) throws IOException, SQLException {
        Files.deleteIfExists(JOURNAL);
        Mutants.write(FILE, changed(input));
        try (Database open = Database.open(FILE, true)) {
            for (Table<?> table : Table.ALL) {
                open.latest(table, 100);
            }
        } catch (SQLException damaged) {
            add(Rows.entry("two"));
            throw damaged;
        }
        add(Rows.entry("two"));
    }
}
