package dev.sluice.master.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.SluiceException;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.message.Results;
import dev.sluice.net.payload.Payload;
import dev.sluice.testing.SeededTest;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reads journals that are whole, torn, damaged or foreign. */
class RecoveredTest {
    private static final int POSITIONS = 2_000;

    @SeededTest(runs = 50)
    void shouldReadWhatWasWritten(RandomGenerator chance) {
        MemoryFiles files = new MemoryFiles();
        JournalTerms terms =
                new JournalTerms(JournalSamples.RUN, JournalLevel.SYNC, 20_000, 0, chance.nextInt(1, 5_000), 0);
        JournalWriter writer = JournalSamples.create(files, terms);
        List<String> written = new ArrayList<>();
        for (int cycle = 3; cycle < 6; cycle++) {
            JournalSamples.commit(writer, JournalSamples.opened(cycle, 1L << 40));
            long unit = 0;
            for (int i = chance.nextInt(20); i >= 0; i--) {
                List<ResultRun> runs = new ArrayList<>();
                UnitRanges accepted = new UnitRanges();
                long place = 0;
                for (int run = chance.nextInt(4); run >= 0; run--) {
                    int units = 1 + chance.nextInt(5);
                    unit += chance.nextInt(3) == 0 ? chance.nextLong(1L << 30) : 0;
                    runs.add(ResultRun.of(4, 5, unit, units, chance.nextLong(1L << 40), 2));
                    accepted.add(place, place + chance.nextInt(units + 1));
                    unit += units;
                    place += units;
                }
                int size = chance.nextInt(4) == 0 ? chance.nextInt(600_000) : chance.nextInt(50);
                Payload payload = size == 0 ? Payload.empty() : JournalSamples.payload(chance, size);
                JournalEntry entry = new JournalEntry.ResultsAccepted(
                        cycle,
                        chance.nextBoolean() ? Results.Form.EACH : Results.Form.ACCUMULATED,
                        runs,
                        accepted,
                        payload);
                written.add(JournalSamples.text(entry));
                JournalSamples.commit(writer, entry);
            }
            JournalSamples.commit(writer, new JournalEntry.CycleClosed(cycle));
        }
        JournalSamples.commit(writer, new JournalEntry.RunEnded("COMPLETE"));

        Recovered recovered = Recovered.read(files, JournalSamples.RUN);

        assertThat(JournalSamples.replayed(recovered)).isEqualTo(written);
        assertThat(recovered.outcome()).contains("COMPLETE");
        assertThat(recovered.warning()).isEmpty();
        assertThat(recovered.epoch()).isEqualTo(1);
        assertThat(recovered.cycles())
                .allMatch(Recovered.Cycle::closed)
                .allMatch(cycle -> cycle.units() == 1L << 40)
                .allMatch(cycle -> cycle.setupSha256().equals(JournalSamples.SETUP))
                .extracting(Recovered.Cycle::cycle)
                .containsExactly(3, 4, 5);
    }

    @SeededTest(runs = 20)
    void shouldReadTheLastCheckpointAndWhatFollows(RandomGenerator chance) {
        MemoryFiles files = new MemoryFiles();
        JournalWriter writer = JournalSamples.create(files, JournalSamples.SYNC);
        Payload small = Payload.wrap(ByteBuffer.allocate(9));
        JournalSamples.commit(
                writer,
                JournalSamples.opened(0, 10),
                JournalSamples.results(0, 0, 10, small),
                new JournalEntry.CycleClosed(0),
                JournalSamples.opened(1, 100),
                JournalSamples.results(1, 10, 5, small),
                JournalSamples.results(1, 30, 1, small));
        UnitRanges accepted = new UnitRanges();
        accepted.add(10, 15);
        Payload state = chance.nextBoolean() ? JournalSamples.payload(chance, chance.nextInt(1, 9_000_000)) : null;
        Payload total = chance.nextBoolean() ? JournalSamples.payload(chance, chance.nextInt(1, 300)) : null;
        JournalEntry checkpoint = new JournalEntry.Checkpoint(
                6,
                1,
                100,
                JournalSamples.SETUP,
                false,
                accepted,
                -5,
                List.of(JournalSamples.inputs(1, 50, 2)),
                state,
                total);
        JournalSamples.commit(writer, checkpoint, JournalSamples.results(1, 50, 2, small));

        Recovered recovered = Recovered.read(files, JournalSamples.RUN);

        assertThat(recovered.checkpoint().map(JournalSamples::text)).contains(JournalSamples.text(checkpoint));
        assertThat(recovered.cycles()).singleElement().satisfies(cycle -> {
            assertThat(cycle.known()).hasToString("{[10,15) [30,31) [50,52)}");
            assertThat(cycle.replayed()).hasToString("{[30,31) [50,52)}");
        });
        assertThat(JournalSamples.replayed(recovered))
                .containsExactly(
                        JournalSamples.text(JournalSamples.results(1, 30, 1, small)),
                        JournalSamples.text(JournalSamples.results(1, 50, 2, small)));
        assertThat(files.contents).hasSize(2);
    }

    @Test
    void shouldDeleteSegmentsThatACheckpointCovers() {
        MemoryFiles files = checkpointed();

        assertThat(files.contents).containsOnlyKeys("0000000002.log");
        assertThat(Recovered.read(files, JournalSamples.RUN).cycles())
                .singleElement()
                .satisfies(cycle -> assertThat(cycle.known()).hasToString("{[0,8)}"));
    }

    private static MemoryFiles checkpointed() {
        MemoryFiles files = new MemoryFiles();
        JournalWriter writer = JournalSamples.create(files, JournalSamples.SYNC);
        JournalSamples.commit(writer, JournalSamples.opened(0, 10), JournalSamples.results(0, 0, 7, Payload.empty()));
        UnitRanges accepted = new UnitRanges();
        accepted.add(0, 7);
        JournalSamples.commit(
                writer,
                new JournalEntry.Checkpoint(3, 0, 10, JournalSamples.SETUP, false, accepted, 0, List.of(), null, null),
                JournalSamples.results(0, 7, 1, Payload.empty()));
        return files;
    }

    @Test
    void shouldRefuseSegmentsWithoutTheFirstOnes() {
        MemoryFiles files = smallSegments(40);
        files.contents.remove("0000000001.log");
        assertRefused(files, ErrorCode.JOURNAL_DAMAGED, "memory: 0000000001.log is missing");

        MemoryFiles gap = smallSegments(40);
        gap.contents.remove("0000000002.log");
        assertRefused(gap, ErrorCode.JOURNAL_DAMAGED, "0000000002.log is missing");
        assertRefused(new MemoryFiles(), ErrorCode.JOURNAL_DAMAGED, "no segment");
    }

    @Test
    void shouldKnowThatARunIsOverWhileItsSegmentsAreDeleted() {
        MemoryFiles files = new MemoryFiles();
        JournalTerms terms = new JournalTerms(JournalSamples.RUN, JournalLevel.SYNC, 200, 0, 100, 0);
        JournalWriter writer = JournalSamples.create(files, terms);
        JournalSamples.commit(writer, JournalSamples.opened(0, 100));
        for (int unit = 0; unit < 20; unit++) {
            JournalSamples.commit(writer, JournalSamples.results(0, unit, 1, Payload.empty()));
        }
        JournalSamples.commit(writer, new JournalEntry.RunEnded("COMPLETE"));
        files.contents.remove(files.contents.firstKey());

        assertThat(Recovered.read(files, JournalSamples.RUN).outcome()).contains("COMPLETE");
    }

    /** A journal of results in many segments. */
    private static MemoryFiles smallSegments(int results) {
        MemoryFiles files = new MemoryFiles();
        JournalTerms terms = new JournalTerms(JournalSamples.RUN, JournalLevel.SYNC, 900, 0, 250, 0);
        JournalWriter writer = JournalSamples.create(files, terms);
        JournalSamples.commit(writer, JournalSamples.opened(0, 1_000_000));
        SplittableRandom chance = new SplittableRandom(1);
        for (int i = 0; i < results; i += 2) { // two in a commit
            JournalSamples.commit(
                    writer,
                    JournalSamples.results(0, i, 1, JournalSamples.payload(chance, 1 + chance.nextInt(60))),
                    JournalSamples.results(0, i + 1, 1, JournalSamples.payload(chance, 1 + chance.nextInt(60))));
        }
        return files;
    }

    @Test
    void shouldRecoverAPrefixWhereverTheLastSegmentEnds() {
        MemoryFiles whole = smallSegments(80);
        List<String> all = JournalSamples.replayed(Recovered.read(whole, JournalSamples.RUN));
        int warnings = 0;
        int cuts = 0;
        while (whole.contents.size() > 0 && cuts < POSITIONS) {
            int size = whole.contents.get(whole.contents.lastKey()).length;
            for (int cut = size - 1; cut >= 0 && cuts < POSITIONS && whole.contents.size() > 1; cut--, cuts++) {
                whole.truncateLast(cut);
                Recovered recovered = Recovered.read(whole, JournalSamples.RUN);
                List<String> some = JournalSamples.replayed(recovered);
                assertThat(all.subList(0, some.size())).isEqualTo(some);
                if (recovered.warning().isPresent()) {
                    warnings++;
                    assertThat(recovered.warning().get()).contains(".log: the last ", " bytes, from offset ");
                }
            }
            whole.contents.remove(whole.contents.lastKey());
        }
        assertThat(cuts).isEqualTo(POSITIONS);
        assertThat(warnings).isGreaterThan(POSITIONS * 9 / 10);
    }

    @Test
    void shouldNeverReadAWrongValueWhereABitIsFlipped() {
        MemoryFiles whole = smallSegments(60);
        List<String> all = JournalSamples.replayed(Recovered.read(whole, JournalSamples.RUN));
        SplittableRandom chance = new SplittableRandom(2);
        int refused = 0;
        int torn = 0;
        for (int i = 0; i < POSITIONS; i++) {
            MemoryFiles files = whole.copy();
            boolean inTail = flip(files, chance.nextLong(8 * files.bytes()));
            try {
                Recovered recovered = Recovered.read(files, JournalSamples.RUN);
                List<String> some = JournalSamples.replayed(recovered);
                assertThat(recovered.warning()).isPresent();
                assertThat(inTail).isTrue();
                assertThat(all.subList(0, some.size())).isEqualTo(some);
                assertThat(some).hasSizeGreaterThanOrEqualTo(all.size() - 2);
                torn++;
            } catch (SluiceException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.JOURNAL_DAMAGED);
                assertThat(e.getMessage()).containsPattern("memory/00000000[0-9]{2}\\.log at offset [0-9]+: ");
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(POSITIONS / 2);
        assertThat(torn).isPositive();
    }

    /** Flips a bit of all files; tells whether it is in the last segment. */
    private static boolean flip(MemoryFiles files, long bit) {
        long left = bit;
        for (var file : files.contents.entrySet()) {
            byte[] bytes = file.getValue();
            if (left < 8L * bytes.length) {
                bytes[(int) (left / 8)] ^= (byte) (1 << left % 8);
                return file.getKey().equals(files.contents.lastKey());
            }
            left -= 8L * bytes.length;
        }
        throw new IllegalArgumentException("bit " + bit);
    }

    @Test
    void shouldRefuseTheJournalOfAnotherRunOrVersion() {
        MemoryFiles files = smallSegments(10);
        assertThatThrownBy(() -> Recovered.read(files, new RunId("run-other")))
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.JOURNAL_FOREIGN))
                .hasMessage("journal: memory/0000000001.log: run 'run-7f3a' (expected: 'run-other')");

        ByteBuffer newer = new SegmentHeader(9, 1, 1, 1, 0, "run-7f3a").encoded();
        newer.get(files.contents.get("0000000001.log"), 0, SegmentHeader.BYTES);
        assertRefused(files, ErrorCode.JOURNAL_FOREIGN, "version 9 of the format (expected: 2 to 4)");

        MemoryFiles renamed = new MemoryFiles();
        byte[] first = smallSegments(10).contents.get("0000000001.log");
        renamed.contents.put("0000000003.log", first);
        assertRefused(renamed, ErrorCode.JOURNAL_FOREIGN, "segment 1 (expected: 3)");
    }

    @Test
    void shouldRefuseASegmentOfAnotherHistory() {
        MemoryFiles files = smallSegments(40);
        MemoryFiles other = new MemoryFiles();
        JournalWriter writer =
                JournalSamples.create(other, new JournalTerms(JournalSamples.RUN, JournalLevel.SYNC, 900, 0, 250, 0));
        JournalSamples.commit(writer, JournalSamples.opened(0, 999_999));
        files.contents.put("0000000001.log", other.contents.get("0000000001.log"));

        assertRefused(files, ErrorCode.JOURNAL_DAMAGED, "0000000002.log at offset 0: the segment does not follow");
    }

    @Test
    void shouldLeaveOutResultsThatWereRefusedAfterwards() {
        MemoryFiles files = new MemoryFiles();
        JournalWriter writer = JournalSamples.create(files, JournalSamples.SYNC);
        Payload small = Payload.wrap(ByteBuffer.allocate(9));
        JournalSamples.commit(
                writer,
                JournalSamples.opened(0, 10),
                JournalSamples.results(0, 0, 4, small),
                JournalSamples.results(0, 4, 1, small),
                new JournalEntry.ResultsVoided(0, range(2, 5)),
                JournalSamples.results(0, 3, 1, small));

        Recovered recovered = Recovered.read(files, JournalSamples.RUN);

        assertThat(recovered.cycles())
                .singleElement()
                .satisfies(cycle -> assertThat(cycle.known()).hasToString("{[0,2) [3,4)}"));
        assertThat(JournalSamples.replayed(recovered))
                .containsExactly(
                        JournalSamples.text(
                                JournalSamples.results(0, 0, 4, small).without(range(2, 5))),
                        JournalSamples.text(JournalSamples.results(0, 3, 1, small)));
    }

    @Test
    void shouldGiveTheUnitsOfASourceAmongTheResultsOfAnOpenCycle() {
        MemoryFiles files = new MemoryFiles();
        JournalWriter writer = JournalSamples.create(files, JournalSamples.SYNC);
        JournalEntry opened = new JournalEntry.CycleOpened(0, 1, JournalSamples.SETUP, true);
        JournalEntry two = new JournalEntry.UnitsArrived(0, 2, false, ByteBuffer.wrap(new byte[] {1, 7, 2, 8, 9}));
        JournalEntry last = new JournalEntry.UnitsArrived(0, 0, true, ByteBuffer.allocate(0));
        JournalEntry first = JournalSamples.results(0, 0, 1, Payload.empty());
        JournalEntry second = JournalSamples.results(0, 2, 1, Payload.empty());
        JournalSamples.commit(writer, opened, first, two, JournalSamples.inputs(0, 1, 2), second, last);

        Recovered recovered = Recovered.read(files, JournalSamples.RUN);

        assertThat(recovered.cycles()).singleElement().satisfies(cycle -> {
            assertThat(cycle.open()).isTrue();
            assertThat(cycle.units()).isEqualTo(1);
            assertThat(cycle.known()).hasToString("{[0,1) [2,3)}");
        });
        Replay replay = recovered.replay(0);
        assertThat(replay.next()).isInstanceOf(JournalEntry.ResultsAccepted.class);
        assertThat(replay.next()).isEqualTo(two);
        assertThat(replay.next()).isInstanceOf(JournalEntry.ResultsAccepted.class);
        assertThat(replay.next()).isEqualTo(last);
        assertThat(replay.next()).isNull();
    }

    @Test
    void shouldRefuseUnitsOfASourceInACycleThatIsNotOpen() {
        MemoryFiles files = new MemoryFiles();
        JournalWriter writer = JournalSamples.create(files, JournalSamples.SYNC);
        JournalSamples.commit(
                writer,
                JournalSamples.opened(0, 10),
                new JournalEntry.UnitsArrived(0, 0, true, ByteBuffer.allocate(0)));

        assertRefused(files, ErrorCode.JOURNAL_DAMAGED, "units of a source for cycle 0 (expected: for an open cycle");
    }

    /** The application may refuse a result before its state is kept, or after that. */
    @ParameterizedTest
    @CsvSource({"false, 3", "true, 3", "true, 4"})
    void shouldNotKnowARefusedResultBecauseACheckpointCoversIt(boolean before, long covered) {
        MemoryFiles files = new MemoryFiles();
        JournalWriter writer = JournalSamples.create(files, JournalSamples.SYNC);
        JournalEntry voided = new JournalEntry.ResultsVoided(0, range(1, 2));
        UnitRanges accepted = range(0, 4);
        if (before) {
            accepted.remove(1, 2);
        }
        JournalEntry checkpoint = new JournalEntry.Checkpoint(
                covered, 0, 10, JournalSamples.SETUP, false, accepted, 0, List.of(), Payload.empty(), null);
        JournalSamples.commit(
                writer,
                JournalSamples.opened(0, 10),
                JournalSamples.results(0, 0, 4, Payload.empty()),
                before ? voided : checkpoint,
                before ? checkpoint : voided);

        Recovered recovered = Recovered.read(files, JournalSamples.RUN);

        assertThat(recovered.cycles()).singleElement().satisfies(cycle -> {
            assertThat(cycle.known()).hasToString("{[0,1) [2,4)}");
            assertThat(cycle.replayed().isEmpty()).isTrue();
        });
        assertThat(JournalSamples.replayed(recovered)).isEmpty();

        JournalEntry again = JournalSamples.results(0, 1, 1, Payload.empty());
        JournalSamples.commit(writer, again);
        recovered = Recovered.read(files, JournalSamples.RUN);
        assertThat(recovered.cycles()).singleElement().satisfies(cycle -> {
            assertThat(cycle.known()).hasToString("{[0,4)}");
            assertThat(cycle.replayed()).hasToString("{[1,2)}");
        });
        assertThat(JournalSamples.replayed(recovered)).containsExactly(JournalSamples.text(again));
    }

    private static UnitRanges range(long from, long to) {
        UnitRanges range = new UnitRanges();
        range.add(from, to);
        return range;
    }

    @Test
    void shouldRefuseAUnitThatIsAcceptedTwice() {
        MemoryFiles files = new MemoryFiles();
        JournalWriter writer = JournalSamples.create(files, JournalSamples.SYNC);
        JournalSamples.commit(
                writer,
                JournalSamples.opened(0, 10),
                JournalSamples.results(0, 0, 3, Payload.empty()),
                JournalSamples.results(0, 2, 1, Payload.empty()));

        assertRefused(files, ErrorCode.JOURNAL_DAMAGED, "units [2,3) of cycle 0 (expected: units without a result)");
    }

    private static void assertRefused(MemoryFiles files, ErrorCode code, String text) {
        assertThatThrownBy(() -> Recovered.read(files, JournalSamples.RUN))
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(text);
    }
}
