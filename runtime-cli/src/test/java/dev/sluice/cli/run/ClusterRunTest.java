package dev.sluice.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.ArgumentException;
import dev.sluice.api.Cycle;
import dev.sluice.api.None;
import dev.sluice.api.Verdict;
import dev.sluice.cli.ApplicationJar;
import dev.sluice.cli.Executed;
import dev.sluice.cli.NumberedUnits;
import dev.sluice.cli.process.SavedCommand;
import dev.sluice.insight.history.RunIndex;
import dev.sluice.json.JsonTree;
import dev.sluice.master.journal.RealJournalFiles;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class ClusterRunTest {
    @TempDir
    Path directory;

    /** Interrupts the thread that waits for the end of its run. */
    public static final class Interrupting extends NumberedUnits {
        private Thread caller = Thread.currentThread();

        public Interrupting() {
            super(0);
        }

        @Override
        protected void initialize() {
            caller = Thread.currentThread();
        }

        @Override
        protected Cycle<None> cycle(int number) {
            while (caller.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            caller.interrupt();
            return Cycle.only(1, None.NONE);
        }

        @Override
        protected Long compute(None setup, Long unit) throws InterruptedException {
            new CountDownLatch(1).await(); // the run does not end by itself
            return unit;
        }
    }

    /** Accepts one result of two, and both if the property is set. */
    public static final class Halved extends NumberedUnits {
        static final String WHOLE = "sluice.test.whole";
        private long results;

        public Halved() {
            super(2);
        }

        @Override
        protected Verdict accept(long index, Long result) {
            if (++results == 2 && !Boolean.getBoolean(WHOLE)) {
                throw new IllegalStateException("one is enough");
            }
            return Verdict.CONTINUE;
        }
    }

    /** Refuses its arguments when it begins, as an application whose file is not there. */
    public static final class Picky extends NumberedUnits {
        public Picky() {
            super(0);
        }

        @Override
        protected Cycle<None> cycle(int number) {
            throw new ArgumentException("--file", "nowhere", "a file that can be read");
        }
    }

    private Path jar(Class<?> application) throws IOException {
        return ApplicationJar.in(directory, application);
    }

    @Test
    @Timeout(60)
    void shouldNotAdviseToResumeARunWhoseArgumentsWereRefused() throws Exception {
        Path run = directory.resolve("run");
        Executed ran = Executed.sluice("run", jar(Picky.class).toString(), "--no-history", "--run-dir", run.toString());
        assertThat(ran.code()).as(ran.err()).isEqualTo(2);
        assertThat(ran.err())
                .contains("E203 --file: nowhere (expected: a file that can be read)")
                .doesNotContain("to go on", "resume");
        assertThat(SavedCommand.isIn(run)).isFalse();
    }

    @Test
    @Timeout(60)
    void shouldLeaveTheErrorInRunJsonWhateverExceptionEndsTheRun() throws Exception {
        Path run = directory.resolve("run");
        Executed ran =
                Executed.sluice("run", jar(Interrupting.class).toString(), "--no-history", "--run-dir", run.toString());
        assertThat(ran.code()).as(ran.err()).isEqualTo(5);
        JsonTree left = JsonTree.read(run.resolve("run.json"));
        assertThat(left.at("mode").text()).isEqualTo("error");
        assertThat(left.at("error").at("code").text()).isEqualTo("E500");
        assertThat(left.at("error").at("text").text()).isEqualTo("java.lang.InterruptedException");
    }

    @Test
    @Timeout(60)
    void shouldNotBeTheSecondMasterOfARunOfAPool() throws Exception {
        Path run = directory.resolve("run");
        String jar = jar(Interrupting.class).toString();
        try (RealJournalFiles first = RealJournalFiles.lock(SavedCommand.journal(run))) {
            Executed refused =
                    Executed.sluice("run", jar, "--no-history", "--run-dir", run.toString(), "--run-id", "chosen-1");
            assertThat(refused.code()).as(refused.err()).isEqualTo(2);
            assertThat(refused.err()).contains("E242", "is locked");
        }
        assertThat(run.resolve("run.json")).as("the first master writes it").doesNotExist();
    }

    @Test
    @Timeout(60)
    void shouldHaveTheIdThatItsPoolChoseAndBeFoundByIt() throws Exception {
        Path run = directory.resolve("run");
        String jar = jar(Interrupting.class).toString();
        String home = System.getProperty("user.home");
        System.setProperty("user.home", directory.toString());
        try {
            Executed.sluice("run", jar, "--no-history", "--run-dir", run.toString(), "--run-id", "chosen-1");
            assertThat(RunIndex.ofUser().directories()).contains(run);
        } finally {
            System.setProperty("user.home", home);
        }
        assertThat(JsonTree.read(run.resolve("run.json")).at("run").text()).isEqualTo("chosen-1");

        Executed refused = Executed.sluice("run", jar, "--no-history", "--run-id", "/etc");
        assertThat(refused.code()).as(refused.err()).isEqualTo(2);
        assertThat(refused.err()).contains("--run-id", "'/etc'", "expected: 1 to 64 letters");
    }

    /** Runs until a master leaves one result in its journal. */
    private Path half(String... options) throws IOException {
        Path run = directory.resolve("run");
        List<String> words = new ArrayList<>(
                List.of("run", jar(Halved.class).toString(), "--no-history", "--run-dir", run.toString()));
        words.addAll(List.of(options));
        Executed failed = Executed.sluice(words.toArray(String[]::new));
        assertThat(failed.code()).as(failed.err()).isEqualTo(1);
        return run;
    }

    private Executed resumed(Path run) {
        System.setProperty(Halved.WHOLE, "true");
        try {
            return Executed.sluice("resume", run.toString());
        } finally {
            System.clearProperty(Halved.WHOLE);
        }
    }

    @Test
    @Timeout(60)
    void shouldStartAnewWhenTheMasterDiedBeforeItsJournalHadASegment() throws Exception {
        Path run = half();
        String id = JsonTree.read(run.resolve("run.json")).at("run").text();
        unbegin(run);
        String place = run.toString();
        Executed again = Executed.sluice(
                "run",
                "--resume-run",
                place,
                directory.resolve("app.jar").toString(),
                "--no-history",
                "--run-dir",
                place);
        assertThat(again.code()).as("it fails as before: %s", again.err()).isEqualTo(1);
        assertThat(again.err()).contains(id + " starts anew");
        assertThat(SavedCommand.read(run).words()).as("the words of the user").doesNotContain("--resume-run");

        unbegin(run);
        assertThat(resumed(run).code()).isZero();
        assertThat(JsonTree.read(run.resolve("run.json")).at("run").text()).isEqualTo(id);
    }

    /** The master was killed before its journal had begun. */
    private static void unbegin(Path run) throws IOException {
        Files.delete(SavedCommand.journal(run).resolve("0000000001.log"));
        Files.delete(SavedCommand.journal(run).resolve("begun"));
    }

    @Test
    @Timeout(60)
    void shouldNotStartARunAnewWhoseAcknowledgedResultsAreLost() throws Exception {
        Path run = half();
        Files.delete(SavedCommand.journal(run).resolve("0000000001.log"));
        Executed refused = resumed(run);
        assertThat(refused.code()).as(refused.err()).isEqualTo(2);
        assertThatThrownBy(() -> DurableRun.isUnbegun(run))
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.RESULTS_LOST))
                .hasMessageContaining("acknowledged results are lost");
    }

    /** Deletes the directory of its run when it has its answer. */
    public static final class Sweeping extends NumberedUnits {
        static final String PLACE = "sluice.test.swept";

        public Sweeping() {
            super(2);
        }

        @Override
        protected void complete() throws IOException {
            try (Stream<Path> all = Files.walk(Path.of(System.getProperty(PLACE)))) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.deleteIfExists(each);
                }
            }
        }
    }

    @Test
    @Timeout(60)
    void shouldBeCompleteWhenTheRunDirectoryIsGone() throws Exception {
        Path run = directory.resolve("swept");
        System.setProperty(Sweeping.PLACE, run.toString());
        Executed ran =
                Executed.sluice("run", jar(Sweeping.class).toString(), "--no-history", "--run-dir", run.toString());
        System.clearProperty(Sweeping.PLACE);
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.err()).contains("E472 " + run + " is gone").doesNotContain("E500", "Exception");
    }

    @Test
    @Timeout(60)
    void shouldNotBeTheSecondMasterOfARunThatStartsAnew() throws Exception {
        Path run = half();
        unbegin(run);
        try (RealJournalFiles other = RealJournalFiles.lock(SavedCommand.journal(run))) {
            String left = Files.readString(run.resolve("run.json"));
            assertThat(resumed(run).code()).isEqualTo(2);
            assertThat(run.resolve("run.json")).hasContent(left);
        }
    }

    @Test
    @Timeout(60)
    void shouldEndWithoutAResultWhenItsJournalCannotBegin() throws Exception {
        Path run = Files.createDirectories(directory.resolve("run"));
        Files.createFile(SavedCommand.journal(run));
        Executed ran =
                Executed.sluice("run", jar(Halved.class).toString(), "--no-history", "--run-dir", run.toString());
        assertThat(ran.err()).contains("E475", "--journal none does without").doesNotContain("accept");
    }

    @Test
    @Timeout(60)
    void shouldNotResumeARunWithoutAJournal() throws Exception {
        Executed refused = resumed(half("--journal", "none"));
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("E244", "it has no journal", "without --journal none");
    }
}
