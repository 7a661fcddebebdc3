package dev.sluice.app.each.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JournalTest {
    private static final int HEADER = "sluice-journal 1 command\n".length();
    private static final int LINE = 44;

    @TempDir
    Path directory;

    private Path file;

    @BeforeEach
    void name() {
        file = directory.resolve("log.journal");
    }

    private Journal open(Resume resume) throws IOException {
        return Journal.open(EachSamples.journaled(resume), directory);
    }

    /** Records these keys; a negative number is a failure. */
    private void record(Resume resume, int... numbers) throws IOException {
        try (Journal journal = open(resume)) {
            for (int number : numbers) {
                journal.record(EachSamples.key(Math.abs(number)), number > 0);
            }
        }
    }

    private List<Boolean> done(Resume resume, int... numbers) throws IOException {
        try (Journal journal = open(resume)) {
            return IntStream.of(numbers)
                    .mapToObj(number -> journal.done(EachSamples.key(number)))
                    .toList();
        }
    }

    @Test
    void shouldTellWhatNeedNotRunAgain() throws IOException {
        record(Resume.NONE, 1, -2, 3);
        assertThat(done(Resume.MISSING, 1, 2, 3, 4)).containsExactly(true, true, true, false);
        assertThat(done(Resume.UNSUCCESSFUL, 1, 2, 3, 4)).containsExactly(true, false, true, false);
        assertThat(done(Resume.FAILED, 1, 2, 3, 4)).containsExactly(true, false, true, true);
    }

    @Test
    void shouldRefuseWhatCannotBeAJournalAndSayWhy() throws IOException {
        try (Journal first = open(Resume.NONE)) {
            assertThat(first).isNotNull();
            assertThat(refusal(Resume.NONE)).isEqualTo(RefusedLogException.Why.IN_USE);
        }
        Files.writeString(file, "sluice-journal 9 command\n");
        assertThat(refusal(Resume.MISSING)).isEqualTo(RefusedLogException.Why.FOREIGN);
        Files.writeString(file, "something else, and longer than that\n");
        assertThat(refusal(Resume.MISSING)).isEqualTo(RefusedLogException.Why.FOREIGN);
        Files.delete(file);
        Files.createDirectory(directory.resolve("log"));
        assertThat(refusal(Resume.NONE)).isEqualTo(RefusedLogException.Why.UNUSABLE);
        Files.delete(directory.resolve("log"));
        Files.createDirectory(file);
        assertThat(refusal(Resume.NONE)).isEqualTo(RefusedLogException.Why.UNUSABLE);
        assertThat(catchThrowable(() -> open(Resume.NONE))).hasMessage("the journal of the run, log.journal");
    }

    private RefusedLogException.Why refusal(Resume resume) {
        return ((RefusedLogException) catchThrowable(() -> open(resume).close())).why();
    }

    @Test
    void shouldCountEqualInputs() throws IOException {
        record(Resume.NONE, 1, 1, -1);
        assertThat(done(Resume.MISSING, 1, 1, 1, 1)).containsExactly(true, true, true, false);
        assertThat(done(Resume.UNSUCCESSFUL, 1, 1, 1, 1)).containsExactly(true, true, false, false);
        assertThat(done(Resume.FAILED, 1, 1, 1, 1)).containsExactly(true, true, false, true);
    }

    @Test
    void shouldLetARepetitionTakeThePlaceOfAFailure() throws IOException {
        record(Resume.NONE, -1, -2, 1);
        record(Resume.UNSUCCESSFUL, 1, -2);
        assertThat(done(Resume.MISSING, 1, 1, 1, 2, 2)).containsExactly(true, true, false, true, false);
        assertThat(done(Resume.UNSUCCESSFUL, 1, 1, 1, 2)).containsExactly(true, true, false, false);
    }

    @Test
    void shouldAnswerWhileCommandsEnd() throws IOException {
        record(Resume.NONE, 1, 2);
        try (Journal journal = open(Resume.MISSING)) {
            assertThat(journal.done(EachSamples.key(1))).isTrue();
            journal.record(EachSamples.key(3), true);
            assertThat(journal.done(EachSamples.key(3))).isFalse();
            assertThat(journal.done(EachSamples.key(2))).isTrue();
        }
        assertThat(done(Resume.MISSING, 1, 2, 3)).containsExactly(true, true, true);
    }

    @Test
    void shouldBeginAnewUnlessARunContinues() throws IOException {
        record(Resume.NONE, 1);
        record(Resume.NONE, 2);
        assertThat(done(Resume.MISSING, 1, 2)).containsExactly(false, true);
    }

    @Test
    void shouldLoseOnlyTheTornLineWhereverAKillCutsTheFile() throws IOException {
        record(Resume.NONE, 1, -2, 3);
        byte[] whole = Files.readAllBytes(file);
        assertThat(whole).hasSize(HEADER + 3 * LINE);
        for (int length = 0; length <= whole.length; length++) {
            Files.write(file, Arrays.copyOf(whole, length));
            int lines = Math.max(0, (length - HEADER) / LINE);
            try (Journal journal = open(Resume.MISSING)) {
                for (int number = 1; number <= 3; number++) {
                    assertThat(journal.done(EachSamples.key(number)))
                            .as("input %d of %d bytes", number, length)
                            .isEqualTo(number <= lines);
                }
                for (int number = lines + 1; number <= 3; number++) {
                    journal.record(EachSamples.key(number), number != 2);
                }
            }
            assertThat(Files.readAllBytes(file)).as("%d bytes", length).isEqualTo(whole);
        }
    }

    @Test
    void shouldRunAgainWhatADamagedLineTold() throws IOException {
        record(Resume.NONE, 1, -2, 3, 4);
        byte[] whole = Files.readAllBytes(file);
        for (int at = 0; at < whole.length; at++) {
            for (int bit : new int[] {0, 5}) {
                byte[] damaged = whole.clone();
                damaged[at] ^= (byte) (1 << bit);
                Files.write(file, damaged);
                if (at < HEADER) {
                    assertThatThrownBy(() -> open(Resume.MISSING)).isInstanceOf(IOException.class);
                    continue;
                }
                int line = (at - HEADER) / LINE;
                int following = (at - HEADER) % LINE == LINE - 1 ? line + 1 : line;
                for (int number = 1; number <= 4; number++) {
                    boolean lost = number == line + 1 || number == following + 1;
                    assertThat(done(Resume.MISSING, number))
                            .as("%d at %d", number, at)
                            .containsExactly(!lost);
                }
                assertThat(done(Resume.MISSING, 5)).containsExactly(false);
            }
        }
    }

    @Test
    void shouldRefuseASecondRun() throws IOException {
        try (Journal first = open(Resume.NONE)) {
            first.record(EachSamples.key(1), true);
            assertThatThrownBy(() -> open(Resume.MISSING))
                    .hasMessageStartingWith(file + " belongs to a run that is still going on (expected: one run");
            assertThatThrownBy(() -> open(Resume.NONE)).hasMessageContaining("still going on");
        }
        assertThat(done(Resume.MISSING, 1)).containsExactly(true);
    }

    @Test
    void shouldRefuseOtherFiles() throws IOException {
        Files.writeString(file, "sluice-journal 2 command\n");
        assertThatThrownBy(() -> open(Resume.MISSING)).hasMessageContaining("of another version of Sluice");
        Files.writeString(file, "sluice-journal 1 content\n");
        assertThatThrownBy(() -> open(Resume.MISSING)).hasMessageContaining("(expected: --resume-by content)");
        Files.writeString(file, "something else\n and more of it");
        assertThatThrownBy(() -> open(Resume.MISSING)).hasMessageContaining("is no journal");
        assertThat(file).hasContent("something else\n and more of it");
    }
}
