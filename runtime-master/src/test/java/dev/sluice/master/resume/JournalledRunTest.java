package dev.sluice.master.resume;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.master.journal.FailureListener;
import dev.sluice.master.journal.JournalEntry;
import dev.sluice.master.journal.JournalLevel;
import dev.sluice.master.journal.JournalTerms;
import dev.sluice.master.journal.RealJournalFiles;
import dev.sluice.master.journal.Recovered;
import dev.sluice.master.journal.RunJournal;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.message.Results;
import dev.sluice.net.payload.Payload;
import dev.sluice.testing.NoLeaks;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@NoLeaks
class JournalledRunTest {
    private static final RunId RUN = new RunId("run");

    private final List<SluiceException> failures = new ArrayList<>();
    private final FailureListener listener = failures::add;

    @TempDir
    Path directory;

    private Path journal() {
        return directory.resolve("journal");
    }

    private JournalledRun begun(boolean outlived) {
        return JournalledRun.begun(
                () -> RunJournal.create(
                        RealJournalFiles.lock(journal()), JournalTerms.of(RUN, JournalLevel.OS), listener),
                outlived,
                failures::add);
    }

    private static JournalEntry.CycleOpened opened() {
        return new JournalEntry.CycleOpened(0, 10, "0".repeat(64));
    }

    private static JournalEntry.ResultsAccepted accepted(long unit) {
        UnitRanges place = new UnitRanges();
        place.add(0, 1);
        return new JournalEntry.ResultsAccepted(
                0,
                Results.Form.EACH,
                List.of(ResultRun.of(1, 0, unit, 1, 5, 0)),
                place,
                Payload.wrap(ByteBuffer.wrap(new byte[] {1, 42})));
    }

    @Test
    void shouldMakeNoFileBeforeTheFirstEntry() {
        JournalledRun run = begun(true);
        assertThat(run.isCommitted(1)).isFalse();
        run.close();
        assertThat(journal()).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldHaveBegunWhenTheFirstCycleBegins(boolean outlived) {
        JournalledRun run = begun(outlived);
        long cycle = run.add(opened());
        run.await(cycle, () -> false);
        assertThat(run.isCommitted(cycle)).isTrue();
        assertThat(Recovered.read(RealJournalFiles.read(journal()), RUN).cycles())
                .hasSize(1);
        run.close();
    }

    @Test
    void shouldCommitWhatWasAddedBeforeItWasOpenInItsOrder() throws IOException {
        JournalledRun run = begun(true);
        run.add(opened());
        for (long unit = 0; unit < 10; unit++) {
            assertThat(run.add(accepted(unit))).isEqualTo(unit + 2);
        }
        run.close();
        assertThat(run.isCommitted(11)).isTrue();
        assertThat(failures).isEmpty();
        Recovered recovered = Recovered.read(RealJournalFiles.read(journal()), RUN);
        assertThat(recovered.cycles()).singleElement().satisfies(cycle -> {
            assertThat(cycle.known().size()).isEqualTo(10);
            assertThat(cycle.closed()).isFalse();
        });
    }

    @Test
    void shouldCommitAtOnceWithoutAJournal() {
        assertThat(JournalledRun.NONE.add(accepted(1))).isZero();
        assertThat(JournalledRun.NONE.isCommitted(0)).isTrue();
        assertThat(JournalledRun.NONE.hasRoom()).isTrue();
    }

    @Test
    void shouldTellOfAJournalThatCannotBeOpenedAndCommitNothing() {
        JournalledRun run = JournalledRun.begun(
                () -> {
                    throw new IOException("no such disk");
                },
                true,
                failures::add);
        run.await(run.add(accepted(1)), () -> false);
        run.close();
        assertThat(failures).singleElement().satisfies(failure -> {
            assertThat(failure.code()).isEqualTo(ErrorCode.FILE_NOT_WRITTEN);
            assertThat(failure).hasMessageContaining("no such disk");
        });
        assertThat(run.isCommitted(1)).isFalse();
    }
}
