package dev.sluice.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.master.journal.RealJournalFiles;
import dev.sluice.master.journal.Recovered;
import dev.sluice.master.journal.RunJournal;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes want to write one journal. */
class JournalLockIT {
    @TempDir
    Path directory;

    @Test
    void shouldRefuseTheSecondProcessUntilTheFirstIsKilled() throws Exception {
        Process holder = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        JournalHolder.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(holder.getInputStream(), StandardCharsets.US_ASCII))) {
            assertThat(out.readLine()).isEqualTo("epoch 1");

            assertThatThrownBy(() -> RealJournalFiles.lock(directory))
                    .isInstanceOfSatisfying(
                            SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.JOURNAL_IN_USE))
                    .hasMessageContaining(directory + " is locked (expected: used by nobody)");
        } finally {
            holder.destroyForcibly();
        }
        assertThat(holder.waitFor(30, TimeUnit.SECONDS)).isTrue();
        Recovered recovered = Recovered.read(RealJournalFiles.lock(directory), JournalHolder.RUN);
        try (RunJournal journal = RunJournal.append(recovered, JournalHolder.TERMS, JournalHolder.DEAF)) {
            assertThat(journal.epoch()).isEqualTo(2);
        }
    }
}
