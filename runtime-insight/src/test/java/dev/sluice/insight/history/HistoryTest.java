package dev.sluice.insight.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.sluice.model.ErrorCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** On real files. */
@Tag("slow")
class HistoryTest {
    @TempDir
    Path directory;

    private final List<HistoryTrouble> troubles = new ArrayList<>();
    private History history;

    @BeforeEach
    void open() {
        history = open(directory);
    }

    private History open(Path where) {
        return new History(where, troubles::add);
    }

    private Connection sql() throws SQLException {
        return DriverManager.getConnection("jdbc:sqlite:" + history.database());
    }

    private List<String> runs() {
        return open(directory).runs(10_000).stream().map(RunRow::run).toList();
    }

    private static List<Path> named(Path directory, String part) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.filter(file -> file.getFileName().toString().contains(part))
                    .toList();
        }
    }

    @Test
    void shouldGiveBackWhatItWasGiven() {
        BenchmarkRow benchmark = Rows.benchmark("Sieve", "a", 0.5, 0.4);
        history.add(HistoryEntry.of(Rows.run("r1"), List.of(benchmark)));
        history.add(HistoryEntry.of(List.of(Rows.general("a", 0.6))));
        assertThat(history.runs(10)).containsExactly(Rows.run("r1"));
        assertThat(history.benchmarks()).containsExactly(benchmark);
        assertThat(history.general()).containsExactly(Rows.general("a", 0.6));
        assertThat(troubles).isEmpty();
    }

    @Test
    void shouldSayAndMakeNothingWhileItIsPrepared() throws IOException {
        History nowhere = open(directory.resolve("nowhere"));
        nowhere.prepare();
        Files.writeString(history.database(), "no database, but long enough for its header: ".repeat(40));
        history.prepare();
        history.add(HistoryEntry.of(Rows.run("r1"), List.of()));
        assertThat(troubles)
                .singleElement()
                .satisfies(trouble -> assertThat(trouble.code()).isEqualTo(ErrorCode.HISTORY_CORRUPT));
        assertThat(runs()).containsExactly("r1");
        assertThat(directory.resolve("nowhere")).doesNotExist();
    }

    @Test
    void shouldBeEmptyAndLeaveNothingWhereNothingWasWritten() {
        History nowhere = open(directory.resolve("nowhere"));
        assertThat(nowhere.runs(10)).isEmpty();
        assertThat(nowhere.benchmarks()).isEmpty();
        assertThat(directory.resolve("nowhere")).doesNotExist();
        assertThat(troubles).isEmpty();
    }

    @Test
    void shouldBeEmptyWhereTheDatabaseIs() throws Exception {
        Files.createFile(history.database());
        assertThat(history.runs(10)).isEmpty();
        history.add(Rows.entry("r1"));
        assertThat(runs()).containsExactly("r1");
        assertThat(troubles).isEmpty();
    }

    @Test
    void shouldGiveTheLatestFirst() {
        IntStream.range(0, 5).forEach(i -> history.add(Rows.entry("r" + i)));
        assertThat(history.runs(2)).extracting(RunRow::run).containsExactly("r4", "r3");
    }

    @Test
    void shouldGiveTheLatestFirstWhenTheClockWasSetBack() {
        BenchmarkRow before = Rows.benchmark("Sieve", "a", 0.5, 0.4);
        BenchmarkRow after = new BenchmarkRow(
                "r2",
                before.application(),
                Rows.TIME.minus(Duration.ofDays(400)),
                before.host(),
                before.processor(),
                before.clockHertz(),
                before.slots(),
                before.units(),
                0.7,
                0.6,
                before.spreadSeconds(),
                before.acceptSeconds());
        history.add(HistoryEntry.of(Rows.run("r1"), List.of(before)));
        history.add(HistoryEntry.of(Rows.run("r2"), List.of(after)));
        assertThat(history.benchmarks()).extracting(BenchmarkRow::wallSeconds).containsExactly(0.7, 0.5);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Ann's \"app\"; DROP TABLE run; --", "with spaces", "nul\0nul", "計算 ☃ \uD83D\uDE00", "", "%_"})
    void shouldKeepAnyName(String name) {
        BenchmarkRow row = Rows.benchmark(name, name, 0.5, 0.4);
        history.add(HistoryEntry.of(Rows.run(name), List.of(row)));
        assertThat(history.runs(10)).extracting(RunRow::run).containsExactly(name);
        assertThat(history.benchmarks()).containsExactly(row);
    }

    @ParameterizedTest
    @ValueSource(strings = {"what?is", "a#b", "50%25", "with space", "schön"})
    void shouldLieInAnyDirectory(String name) {
        Path there = directory.resolve(name);
        open(there).add(Rows.entry("r1"));
        assertThat(there.resolve("history.db")).isRegularFile();
        assertThat(open(there).runs(10)).hasSize(1);
        assertThat(troubles).isEmpty();
    }

    @Test
    void shouldForgetTheOldestRuns() throws Exception {
        history.add(Rows.entry("first"));
        try (Connection sql = sql();
                Statement statement = sql.createStatement()) {
            statement.executeUpdate("UPDATE sqlite_sequence SET seq = 10000 WHERE name = 'run'");
        }
        history.add(Rows.entry("second"));
        assertThat(runs()).containsExactly("second");
    }

    @Test
    void shouldForgetTheProcessorTimeOfThreadsThatOnlyWaitForProcesses() throws Exception {
        try (Connection sql = sql();
                Statement statement = sql.createStatement()) {
            Migrations.apply(sql, 5);
            for (String type : List.of("dev.sluice.app.each.EachApplication", "com.example.Sieve")) {
                statement.executeUpdate("INSERT INTO benchmark (entry, run, application, class, build, arguments, time,"
                        + " host, processor, cpu_seconds) VALUES ('" + type + "', 'r', 'a', '" + type
                        + "', 'b', '', '2026-11-22T01:02:03Z', 'h', '', 0.5)");
            }
        }
        history.add(HistoryEntry.of(List.of(new LookRow("h", Rows.TIME, 8, 1_000, 0.25))));
        assertThat(history.looks()).containsExactly(new LookRow("h", Rows.TIME, 8, 1_000, 0.25));
        assertThat(history.benchmarks()).extracting(BenchmarkRow::cpuSeconds).containsExactly(0.5, Double.NaN);
    }

    @Test
    void shouldBringOlderTablesUpToDate() throws Exception {
        try (Connection sql = sql()) {
            Migrations.apply(sql, 1);
            assertThat(Migrations.version(sql)).isEqualTo(1);
        }
        assertThat(history.general()).isEmpty();
        assertThat(history.costs()).isEmpty();
        history.add(HistoryEntry.of(List.of(Rows.general("a", 0.6))));
        assertThat(history.general()).hasSize(1);
        assertThat(history.costs()).isEmpty();
        try (Connection sql = sql()) {
            assertThat(Migrations.version(sql)).isEqualTo(Migrations.latest());
        }
        assertThat(troubles).isEmpty();
    }

    @Test
    void shouldLeaveTablesOfANewerSluiceAlone() throws Exception {
        try (Connection sql = sql();
                Statement statement = sql.createStatement()) {
            statement.executeUpdate("CREATE TABLE other (a)");
            statement.executeUpdate("PRAGMA user_version = 99");
        }
        history.add(Rows.entry("r1"));
        assertThat(troubles).singleElement().satisfies(trouble -> {
            assertThat(trouble.code()).isEqualTo(ErrorCode.HISTORY_UNUSABLE);
            assertThat(trouble.text())
                    .contains("of a newer Sluice", "history.jsonl")
                    .doesNotContain("\n");
        });
        try (Connection sql = sql();
                Statement statement = sql.createStatement();
                ResultSet tables = statement.executeQuery("SELECT group_concat(name) FROM sqlite_master")) {
            assertThat(tables.getString(1)).isEqualTo("other");
        }
    }

    @Test
    void shouldSetADamagedDatabaseAside() throws Exception {
        Files.writeString(history.database(), "this is no database, but long enough to be taken for one. ".repeat(100));
        byte[] before = Files.readAllBytes(history.database());
        history.add(Rows.entry("r1"));
        assertThat(troubles).singleElement().satisfies(trouble -> {
            assertThat(trouble.code()).isEqualTo(ErrorCode.HISTORY_CORRUPT);
            assertThat(trouble.text()).contains("history-damaged-").doesNotContain("\n");
        });
        assertThat(runs()).containsExactly("r1");
        assertThat(named(directory, "damaged"))
                .singleElement()
                .satisfies(aside -> assertThat(aside).hasBinaryContent(before));
    }

    @Test
    void shouldSetADatabaseAsideThatWasDamagedLater() throws Exception {
        for (int i = 0; i < 200; i++) {
            history.add(Rows.entry("r" + i));
        }
        byte[] bytes = Files.readAllBytes(history.database());
        Arrays.fill(bytes, 100, bytes.length, (byte) 0xA5);
        Files.write(history.database(), bytes);
        history.add(Rows.entry("new"));
        assertThat(troubles).extracting(HistoryTrouble::code).containsExactly(ErrorCode.HISTORY_CORRUPT);
        assertThat(runs()).containsExactly("new");
        assertThat(named(directory, "damaged")).hasSize(1);
    }

    @Test
    void shouldOnlySayThatItCannotReadADamagedOne() throws Exception {
        Files.writeString(history.database(), "this is no database, but long enough to be taken for one. ".repeat(100));
        assertThat(history.runs(10)).isEmpty();
        assertThat(history.benchmarks()).isEmpty();
        assertThat(troubles).extracting(HistoryTrouble::code).containsExactly(ErrorCode.HISTORY_CORRUPT);
        assertThat(named(directory, "damaged")).isEmpty();
    }

    @Test
    void shouldKeepPlainlyWhatALockedOneDoesNotTakeAndTakeItInLater() throws Exception {
        history.add(Rows.entry("before"));
        try (Connection sql = sql();
                Statement statement = sql.createStatement()) {
            statement.executeUpdate("BEGIN EXCLUSIVE");
            history.add(Rows.entry("while"));
            history.add(Rows.entry("still"));
            assertThat(troubles).singleElement().satisfies(trouble -> {
                assertThat(trouble.code()).isEqualTo(ErrorCode.HISTORY_LOCKED);
                assertThat(trouble.text()).contains("history.jsonl").doesNotContain("\n");
            });
            assertThat(directory.resolve("history.jsonl")).content().hasLineCount(2);
            statement.executeUpdate("ROLLBACK");
        }
        assertThat(runs()).containsExactly("still", "while", "before");
        history.add(Rows.entry("after"));
        assertThat(directory.resolve("history.jsonl")).doesNotExist();
        assertThat(runs()).containsExactly("after", "still", "while", "before");
        assertThat(open(directory).benchmarks()).hasSize(4);
    }

    @Test
    void shouldPassOverLinesThatWereCutShort() throws Exception {
        PlainFile plain = new PlainFile(directory.resolve("history.jsonl"));
        plain.add(Rows.entry("whole"));
        String line = Files.readString(plain.path());
        Files.writeString(plain.path(), "{}\nnonsense\n[1]\n" + line.substring(0, 40), StandardOpenOption.APPEND);
        plain.add(Rows.entry("next"));
        plain.add(Rows.entry("next"));
        history.add(Rows.entry("now"));
        assertThat(runs()).containsExactly("now", "next", "next", "whole");
        assertThat(troubles).isEmpty();
    }

    @Test
    void shouldTakeAnEntryInOnce() throws Exception {
        PlainFile plain = new PlainFile(directory.resolve("history.jsonl"));
        HistoryEntry twice = Rows.entry("twice");
        plain.add(twice);
        history.add(Rows.entry("first"));
        plain.add(twice);
        history.add(Rows.entry("second"));
        assertThat(runs()).containsExactly("second", "first", "twice");
    }

    @Test
    void shouldGoOnWithoutADirectory() throws Exception {
        Path file = Files.createFile(directory.resolve("file"));
        History nowhere = open(file.resolve("sluice"));
        nowhere.add(Rows.entry("r1"));
        nowhere.add(Rows.entry("r2"));
        assertThat(troubles).extracting(HistoryTrouble::code).containsExactly(ErrorCode.HISTORY_UNUSABLE);
    }

    @Test
    void shouldGoOnWhereTheDatabaseCannotBeOpened() throws Exception {
        Files.createDirectory(history.database());
        history.add(Rows.entry("r1"));
        assertThat(troubles).extracting(HistoryTrouble::code).containsExactly(ErrorCode.HISTORY_UNUSABLE);
        assertThat(new PlainFile(directory.resolve("history.jsonl")).entries()).hasSize(1);
    }

    @Test
    void shouldGoOnWhereTheDatabaseIsFull() throws Exception {
        history.add(Rows.entry("r1"));
        List<HistoryEntry> many =
                IntStream.range(0, 50).mapToObj(i -> Rows.entry("m" + i)).toList();
        try (Database open = Database.open(history.database(), false)) {
            open.limitPages(1);
            SQLException failure = catchThrowableOfType(SQLException.class, () -> open.add(many));
            assertThat(History.codeOf(failure)).isEqualTo(ErrorCode.HISTORY_UNUSABLE);
        }
        assertThat(runs()).containsExactly("r1");
    }

    @Test
    void shouldLoseNothingOfProcessesThatWriteAtOnce() throws Exception {
        List<Process> processes = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                processes.add(new ProcessBuilder(
                                Path.of(System.getProperty("java.home"), "bin", "java")
                                        .toString(),
                                "-XX:+UseSerialGC",
                                "-cp",
                                System.getProperty("java.class.path"),
                                Writing.class.getName(),
                                directory.toString(),
                                "p" + i,
                                "25")
                        .inheritIO()
                        .start());
            }
            for (Process process : processes) {
                assertThat(process.waitFor(90, TimeUnit.SECONDS)).isTrue();
                assertThat(process.exitValue()).isZero();
            }
        } finally {
            processes.forEach(Process::destroyForcibly);
        }
        history.add(Rows.entry("last"));
        assertThat(runs()).hasSize(101).doesNotHaveDuplicates();
        assertThat(history.benchmarks()).hasSize(101);
    }

    /** A process that writes. */
    static final class Writing {
        private Writing() {}

        public static void main(String[] arguments) {
            History history = new History(Path.of(arguments[0]), System.err::println);
            for (int i = 0; i < Integer.parseInt(arguments[2]); i++) {
                history.add(Rows.entry(arguments[1] + "-" + i));
            }
        }
    }
}
