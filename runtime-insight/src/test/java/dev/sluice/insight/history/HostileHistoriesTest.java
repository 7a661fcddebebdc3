package dev.sluice.insight.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.testing.Mutants;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** Histories that were damaged, which never end a run: they are told of and left out. */
class HostileHistoriesTest {
    @TempDir
    Path directory;

    @Test
    void shouldLeaveOutDamagedLines(TestReporter reporter) throws Exception {
        PlainFile plain = new PlainFile(directory.resolve("history.jsonl"));
        plain.add(Rows.entry("one"));
        plain.add(Rows.entry("two"));
        Mutants mutants = new Mutants("plain history", IllegalStateException.class, message -> "refuses it");
        reporter.publishEntry(mutants.of(Files.readAllBytes(plain.path()), mutant -> {
            Mutants.write(plain.path(), mutant);
            plain.entries();
        }));
    }

    @Test
    void shouldTellOfADamagedDatabase(TestReporter reporter) throws Exception {
        List<HistoryTrouble> troubles = new ArrayList<>();
        History whole = new History(directory, troubles::add);
        whole.add(Rows.entry("one"));
        byte[] database = Files.readAllBytes(whole.database());
        assertThat(troubles).isEmpty();
        Mutants mutants = new Mutants("history", IllegalStateException.class, message -> message).atMost(2_000);
        reporter.publishEntry(mutants.of(database, mutant -> {
            Mutants.write(whole.database(), mutant);
            troubles.clear();
            new History(directory, troubles::add).runs(10);
            for (HistoryTrouble trouble : troubles) {
                if (!trouble.text().startsWith(whole.database().toString())) {
                    throw new IllegalStateException("names no file: " + trouble);
                }
            }
        }));
    }
}
