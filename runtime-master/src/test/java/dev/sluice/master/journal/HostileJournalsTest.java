package dev.sluice.master.journal;

import dev.sluice.model.SluiceException;
import dev.sluice.net.payload.Payload;
import dev.sluice.testing.Mutants;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.io.TempDir;

/** Journals that were damaged, beyond what a disk does that tears and reorders. */
class HostileJournalsTest {
    @TempDir
    Path directory;

    @Test
    void shouldNameFileAndOffsetOfADamagedJournal(TestReporter reporter) throws Exception {
        RunJournal journal =
                RunJournal.create(RealJournalFiles.lock(directory), JournalSamples.SYNC, JournalSamples.DEAF);
        journal.add(JournalSamples.opened(0, 100), null);
        for (int unit = 0; unit < 8; unit++) {
            journal.add(JournalSamples.results(0, unit, 1, Payload.wrap(ByteBuffer.allocate(unit * 20))), null);
        }
        journal.add(new JournalEntry.CycleClosed(0), null);
        journal.close();
        Path file = directory.resolve("0000000001.log");
        Mutants mutants = new Mutants(
                "journal",
                SluiceException.class,
                Mutants.naming(file.getFileName().toString(), ".*(offset|header|bytes|version|run).*"));
        reporter.publishEntry(mutants.of(Files.readAllBytes(file), mutant -> {
            Mutants.write(file, mutant);
            JournalSamples.replayed(Recovered.read(RealJournalFiles.read(directory), JournalSamples.RUN));
        }));
    }
}
