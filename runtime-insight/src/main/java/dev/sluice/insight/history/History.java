package dev.sluice.insight.history;

import dev.sluice.model.ErrorCode;
import dev.sluice.net.rules.FileTrouble;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * The results of runs and benchmarks. Each call opens the database and closes it again, waits at most two seconds for
 * other processes, and never throws for a database error. The first error is reported, and rows then go to a plain file
 * next to the database until a later call can move them into it. Any thread.
 */
public final class History {
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS").withZone(ZoneOffset.UTC);

    private static final int NO_DATABASE = 26;
    private static final int BUSY = 5;
    private static final int LOCKED = 6;

    private final Path directory;
    private final Consumer<HistoryTrouble> news;
    private final PlainFile plain;
    private boolean told;

    /**
     * @param directory of the state, which may not exist yet
     * @param news receives one report, on the calling thread, if the database cannot be used
     */
    public History(Path directory, Consumer<HistoryTrouble> news) {
        this.directory = directory;
        this.news = news;
        this.plain = new PlainFile(directory.resolve("history.jsonl"));
    }

    /** The directory of the state, which may not exist yet. */
    public Path directory() {
        return directory;
    }

    /** Path of the database, which may not exist yet. */
    public Path database() {
        return directory.resolve("history.db");
    }

    private Path lockFile() {
        return directory.resolve("history.lock");
    }

    /**
     * Loads the driver of a database that exists, on a thread of its own: that takes as long as starting a master. Does
     * nothing else, and reports nothing: the first real call does.
     */
    public void prepare() {
        if (Files.exists(database())) {
            Thread loader = new Thread(this::load, "sluice-history");
            loader.setDaemon(true);
            loader.start();
        }
    }

    private void load() {
        try {
            NativeLibrary.unpackBelow(directory);
            Database.open(database(), true).close();
        } catch (IOException | SQLException | LinkageError failure) {
            // the next call finds the same, and reports it
        }
    }

    // ---- writing

    /** Writes an entry into the database or, if that is not possible, into the plain file. */
    public void add(HistoryEntry entry) {
        try {
            createDirectory();
        } catch (IOException e) {
            keepPlainly(entry, new HistoryTrouble(ErrorCode.HISTORY_UNUSABLE, directory + ": " + FileTrouble.said(e)));
            return;
        }
        try {
            NativeLibrary.unpackBelow(directory);
            write(entry);
        } catch (IOException notUnpacked) {
            keepPlainly(entry, new HistoryTrouble(ErrorCode.HISTORY_NATIVE, directory + ": " + notUnpacked));
        } catch (SQLException | LinkageError failure) {
            if (codeOf(failure) == ErrorCode.HISTORY_CORRUPT) {
                beginAnew(entry, failure);
            } else {
                keepPlainly(entry, trouble(failure));
            }
        }
    }

    private void write(HistoryEntry entry) throws SQLException {
        if (plain.exists()) {
            writeWithPlain(entry);
            return;
        }
        try (Database open = Database.open(database(), false)) {
            open.add(List.of(entry));
        }
    }

    /** Moves the plain file's entries into the database; existing entries stay unchanged. */
    private void writeWithPlain(HistoryEntry entry) throws SQLException {
        try (LockIfAny lock = lock()) {
            List<HistoryEntry> entries = new ArrayList<>();
            if (lock.held()) {
                entries.addAll(plain.entries());
            }
            entries.add(entry);
            try (Database open = Database.open(database(), false)) {
                open.add(entries);
            }
            if (lock.held()) {
                plain.delete();
            }
        } catch (IOException unreadable) {
            try (Database open = Database.open(database(), false)) {
                open.add(List.of(entry)); // a second time, at worst, which changes nothing
            }
        }
    }

    /** Renames a damaged database and writes into a new one. */
    private void beginAnew(HistoryEntry entry, Throwable damage) {
        Path aside = directory.resolve("history-damaged-" + STAMP.format(Instant.now()) + ".db");
        try {
            boolean moved = false;
            try (LockIfAny lock = lock()) {
                if (lock.held() && isStillDamaged()) {
                    moveAside(database(), aside);
                    moveAside(beside(database(), "-journal"), beside(aside, "-journal"));
                    moveAside(beside(database(), "-wal"), beside(aside, "-wal"));
                    moved = true;
                }
            }
            write(entry);
            if (moved) {
                tell(new HistoryTrouble(
                        ErrorCode.HISTORY_CORRUPT,
                        database() + ": " + words(damage) + "; it is kept as " + aside.getFileName()
                                + ", and the history begins anew"));
            }
        } catch (IOException | SQLException | LinkageError failure) {
            keepPlainly(entry, trouble(damage));
        }
    }

    private static Path beside(Path file, String ending) {
        return file.resolveSibling(file.getFileName() + ending);
    }

    private static void moveAside(Path from, Path to) throws IOException {
        if (Files.exists(from)) {
            Files.move(from, to);
        }
    }

    /** Checks again, because another process may have renamed the file in the meantime. */
    private boolean isStillDamaged() {
        try (Database open = Database.open(database(), true)) {
            open.check();
            return false;
        } catch (SQLException | LinkageError failure) {
            return codeOf(failure) == ErrorCode.HISTORY_CORRUPT;
        }
    }

    private void keepPlainly(HistoryEntry entry, HistoryTrouble why) {
        try (LockIfAny lock = lock()) {
            plain.add(entry);
            tell(new HistoryTrouble(
                    why.code(), why.text() + "; kept in " + plain.path().getFileName() + " for now"));
        } catch (IOException neither) {
            tell(new HistoryTrouble(
                    why.code(), why.text() + "; nor can " + plain.path() + " be written: " + neither.getMessage()));
        }
    }

    private void createDirectory() throws IOException {
        if (Files.isDirectory(directory)) {
            return;
        }
        Files.createDirectories(directory);
        if (directory.getFileSystem().supportedFileAttributeViews().contains("posix")) {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx------"));
        }
    }

    /** The lock; empty if it was not available in time. */
    private record LockIfAny(Optional<HistoryLock> lock) implements AutoCloseable {
        boolean held() {
            return lock.isPresent();
        }

        @Override
        public void close() throws IOException {
            if (lock.isPresent()) {
                lock.get().close();
            }
        }
    }

    private LockIfAny lock() throws IOException {
        return new LockIfAny(HistoryLock.take(lockFile(), Database.BUSY_MILLIS));
    }

    // ---- reading

    /** The runs written last, newest first. */
    public List<RunRow> runs(int limit) {
        return latest(Table.RUN, limit);
    }

    /** Unit times by host, newest first. */
    public List<BenchmarkRow> benchmarks() {
        return latest(Table.BENCHMARK, Table.BENCHMARK.kept());
    }

    /** General benchmarks of hosts, newest first. */
    public List<GeneralRow> general() {
        return latest(Table.GENERAL, Table.GENERAL.kept());
    }

    /** Costs of the runtime itself by host, newest first. */
    public List<CostRow> costs() {
        return latest(Table.COST, Table.COST.kept());
    }

    /** Forecasts of runs beside what the runs took, newest first. */
    public List<OutcomeRow> outcomes() {
        return latest(Table.OUTCOME, Table.OUTCOME.kept());
    }

    /** Times of the starts of workers, newest first. */
    public List<StartRow> starts() {
        return latest(Table.START, Table.START.kept());
    }

    /** Looks at hosts before plans, newest first. */
    public List<LookRow> looks() {
        return latest(Table.LOOK, Table.LOOK.kept());
    }

    /** Finish times that were asked for, newest first. */
    public List<PromiseRow> promises() {
        return latest(Table.PROMISE, Table.PROMISE.kept());
    }

    /** Costs of a message beside the number of sessions, newest first. */
    public List<PeerCostRow> peerCosts() {
        return latest(Table.PEER_COST, Table.PEER_COST.kept());
    }

    private <T> List<T> latest(Table<T> table, int limit) {
        List<T> rows = new ArrayList<>(fromPlain(table));
        try {
            if (Files.exists(database())) {
                NativeLibrary.unpackBelow(directory);
                try (Database open = Database.open(database(), true)) {
                    rows.addAll(open.latest(table, limit));
                }
            }
        } catch (SQLException | LinkageError failure) {
            tell(trouble(failure));
        } catch (IOException notUnpacked) {
            tell(new HistoryTrouble(ErrorCode.HISTORY_NATIVE, directory + ": " + notUnpacked));
        }
        return rows.subList(0, Math.min(limit, rows.size()));
    }

    /** Rows that are not in the database yet, newest first. */
    private <T> List<T> fromPlain(Table<T> table) {
        List<T> rows = new ArrayList<>();
        try {
            List<HistoryEntry> entries = plain.entries();
            for (int i = entries.size() - 1; i >= 0; i--) {
                rows.addAll(entries.get(i).rows(table));
            }
        } catch (IOException unreadable) {
            tell(new HistoryTrouble(ErrorCode.HISTORY_UNUSABLE, plain.path() + ": " + unreadable.getMessage()));
        }
        return rows;
    }

    // ---- what is wrong

    private synchronized void tell(HistoryTrouble trouble) {
        if (!told) {
            told = true;
            news.accept(trouble);
        }
    }

    private HistoryTrouble trouble(Throwable failure) {
        return new HistoryTrouble(codeOf(failure), database() + ": " + words(failure));
    }

    /** The error code of a failure of the driver. */
    static ErrorCode codeOf(Throwable failure) {
        if (!(failure instanceof SQLException sql)) {
            return ErrorCode.HISTORY_NATIVE;
        }
        boolean driver = Stream.iterate(failure.getCause(), cause -> cause != null, Throwable::getCause)
                .anyMatch(cause -> !(cause instanceof SQLException));
        return switch (sql.getErrorCode() & 0xff) {
            case Database.CORRUPT, NO_DATABASE -> ErrorCode.HISTORY_CORRUPT;
            case BUSY, LOCKED -> ErrorCode.HISTORY_LOCKED;
            case 0 -> driver ? ErrorCode.HISTORY_NATIVE : ErrorCode.HISTORY_UNUSABLE;
            default -> ErrorCode.HISTORY_UNUSABLE;
        };
    }

    /** The message of the innermost cause, in one line. */
    private static String words(Throwable failure) {
        Throwable inner = failure;
        while (inner.getCause() != null) {
            inner = inner.getCause();
        }
        String said = inner.getMessage() == null ? inner.toString() : inner.getMessage();
        return said.lines().findFirst().orElse("").strip();
    }

    /**
     * Unpacks the database's native library below the state directory, because {@code /tmp} is often mounted without
     * execute permission and shared by all users. The driver unpacks it for each process and deletes it at its end;
     * copies of killed processes are deleted here.
     */
    static final class NativeLibrary {
        private static final String DIRECTORY = "org.sqlite.tmpdir";
        private static final Duration LEFT_BEHIND = Duration.ofDays(1);

        private NativeLibrary() {}

        /** Call before the first connection of the process; later calls change nothing. */
        static synchronized void unpackBelow(Path directory) throws IOException {
            if (System.getProperty(DIRECTORY) != null) {
                return;
            }
            Path place = Files.createDirectories(directory.resolve("native"));
            System.setProperty(DIRECTORY, place.toString());
            deleteOld(place);
        }

        private static void deleteOld(Path place) {
            Instant limit = Instant.now().minus(LEFT_BEHIND);
            try (DirectoryStream<Path> files = Files.newDirectoryStream(place, "sqlite-*")) {
                for (Path file : files) {
                    if (Files.getLastModifiedTime(file).toInstant().isBefore(limit)) {
                        Files.deleteIfExists(file);
                    }
                }
            } catch (IOException inUse) {
                // the copy of another process, which deletes it
            }
        }
    }
}
