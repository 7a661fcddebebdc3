package dev.sluice.master.journal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.message.Results;
import dev.sluice.net.payload.Payload;
import dev.sluice.testing.SeededTest;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Records whose CRC is right and whose content is not: the refusal names the file and the offset of the record. */
class HostileRecordsTest {
    private static final int MUTANTS = 2_000;
    private static final int STATE_BYTES = 7;
    private static final int PAYLOAD_BYTES = 11;

    /** Offsets in the header of a record. */
    private static final int VERSION = 8;

    private static final int KIND = 4;

    private static final int HEAD = 13;
    private static final int PREVIOUS = 17;

    /** Offset in the head of a checkpoint: covered, cycle and units take a byte each, and the hash 32. */
    private static final int FLAGS = 35;

    private final MemoryFiles files = new MemoryFiles();

    /** A record in a file. */
    private record Place(byte[] file, int offset) {
        ByteBuffer bytes() {
            return ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
        }

        int length() {
            return bytes().getInt(offset);
        }

        int head() {
            return bytes().getInt(offset + HEAD);
        }

        int kind() {
            return file[offset + KIND] & 0x7F;
        }

        int body() {
            return offset + RecordHeader.BYTES;
        }
    }

    /** A record of each kind, in two segments; the second begins with the checkpoint. */
    @BeforeEach
    void write() {
        JournalWriter writer = JournalSamples.create(files, JournalSamples.SYNC);
        UnitRanges accepted = new UnitRanges();
        accepted.add(0, 3);
        UnitRanges places = new UnitRanges();
        places.add(0, 3);
        List<ResultRun> runs = List.of(ResultRun.of(1, 0, 3, 2, 5, 0), ResultRun.of(1, 0, 8, 1, 5, 0));
        JournalSamples.commit(
                writer,
                JournalSamples.opened(0, 10),
                JournalSamples.inputs(0, 0, 3),
                JournalSamples.results(0, 0, 3, payload(9)),
                JournalSamples.results(0, 5, 1, payload(3)));
        JournalSamples.commit(
                writer,
                new JournalEntry.Checkpoint(
                        4,
                        0,
                        10,
                        JournalSamples.SETUP,
                        false,
                        accepted,
                        0,
                        List.of(JournalSamples.inputs(0, 3, 2)),
                        payload(STATE_BYTES),
                        payload(PAYLOAD_BYTES - STATE_BYTES)));
        JournalSamples.commit(
                writer,
                new JournalEntry.ResultsAccepted(0, Results.Form.ACCUMULATED, runs, places, payload(5)),
                new JournalEntry.ResultsVoided(0, places),
                new JournalEntry.CycleClosed(0),
                new JournalEntry.CycleOpened(1, 0, JournalSamples.SETUP, true),
                new JournalEntry.UnitsArrived(1, 2, true, ByteBuffer.wrap(new byte[] {1, 7, 2, 8, 9})),
                new JournalEntry.RunEnded("COMPLETE"));
        assertThat(files.contents).hasSize(2);
        assertThat(read(files)).hasSize(2);
    }

    private static Payload payload(int bytes) {
        return Payload.wrap(ByteBuffer.allocate(bytes));
    }

    /** Reads everything that a master reads. */
    private static List<String> read(MemoryFiles from) {
        Recovered recovered = Recovered.read(from, JournalSamples.RUN);
        recovered.checkpoint().ifPresent(JournalSamples::text);
        return JournalSamples.replayed(recovered);
    }

    private static List<Place> records(MemoryFiles in) {
        List<Place> records = new ArrayList<>();
        for (byte[] file : in.contents.values()) {
            for (int at = SegmentHeader.BYTES; at < file.length; ) {
                Place place = new Place(file, at);
                records.add(place);
                at = place.body() + place.length();
            }
        }
        return records;
    }

    /** Writes the CRCs of all records and headers anew. */
    private static void seal(MemoryFiles in) {
        int crc = 0;
        for (byte[] file : in.contents.values()) {
            ByteBuffer bytes = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
            SegmentHeader header = SegmentHeader.read(bytes);
            new SegmentHeader(header.version(), header.number(), header.first(), header.epoch(), crc, header.run())
                    .encoded()
                    .get(file, 0, SegmentHeader.BYTES);
            crc = SegmentHeader.crc(bytes);
            for (int at = SegmentHeader.BYTES; at < file.length; at += RecordHeader.BYTES + bytes.getInt(at)) {
                bytes.putInt(at + PREVIOUS, crc);
                CRC32C sum = new CRC32C();
                RecordHeader.begin(sum, bytes, at);
                sum.update(file, at + RecordHeader.BYTES, bytes.getInt(at));
                crc = (int) sum.getValue();
                bytes.putInt(at + RecordHeader.CHECKED_BYTES, crc);
            }
        }
    }

    private Place first(int kind) {
        return records(files).stream()
                .filter(record -> record.kind() == kind)
                .findFirst()
                .orElseThrow();
    }

    private void assertRefused(String text) {
        seal(files);
        assertThatThrownBy(() -> read(files))
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.JOURNAL_DAMAGED))
                .hasMessageMatching("(?s)journal: memory/000000000[12]\\.log at offset [0-9]+: .*")
                .hasMessageContaining(text);
    }

    /** A run that a Sluice of the format before began goes on. */
    @Test
    void shouldReadTheFormatBefore() {
        List<String> written = read(files);
        for (byte[] file : files.contents.values()) {
            ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putShort(VERSION, (short) SegmentHeader.OLDEST);
        }
        seal(files);
        assertThat(read(files)).isEqualTo(written);
    }

    @Test
    void shouldRefuseAStateThatIsLargerThanItsPayload() {
        Place checkpoint = first(5);
        checkpoint.file()[checkpoint.body() + FLAGS + 1] = PAYLOAD_BYTES + 1;
        assertRefused("a state of 12 bytes (expected: 0 to 11, in a payload of 11)");
    }

    @Test
    void shouldRefuseAPayloadOfWhichAPartIsNeitherStateNorValue() {
        Place checkpoint = first(5);
        checkpoint.file()[checkpoint.body() + FLAGS] = 2; // a state, and no accumulated value
        assertRefused("a state of 7 bytes (expected: 11, in a payload of 11)");
    }

    @Test
    void shouldRefuseACheckpointWithUnitsThatTheCycleDoesNotHave() {
        Place checkpoint = first(5);
        checkpoint.file()[checkpoint.body() + FLAGS + 4] = 11; // the length of the first range
        assertRefused("a checkpoint with unit 10 of cycle 0 (expected: below 10)");
    }

    @Test
    void shouldRefuseAnEpochThatNoMasterCanRaise() {
        Place raised = first(1);
        raised.bytes().putLong(raised.body(), Long.MAX_VALUE);
        assertRefused("epoch 9223372036854775807 (expected: one that can be raised)");
    }

    @Test
    void shouldRefuseAPayloadWhereThereIsNone() {
        Place opened = first(2);
        opened.bytes().putInt(opened.offset() + HEAD, opened.head() - 1);
        assertRefused("the record makes no sense");
    }

    /** Changes kinds, sizes of heads and bytes of bodies. */
    @SeededTest(runs = 10)
    void shouldReadOrRefuseWhateverARecordContains(RandomGenerator chance) {
        int refused = 0;
        for (int mutant = 0; mutant < MUTANTS; mutant++) {
            MemoryFiles changed = files.copy();
            for (int change = chance.nextInt(3); change >= 0; change--) {
                change(records(changed), chance);
            }
            seal(changed);
            try {
                read(changed);
            } catch (SluiceException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.JOURNAL_DAMAGED);
                assertThat(e.getMessage())
                        .matches("(?s)journal: memory(/000000000[12]\\.log at offset [0-9]+)?: .*")
                        .doesNotContainPattern("\\p{Cntrl}");
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(MUTANTS / 4);
    }

    private static void change(List<Place> records, RandomGenerator chance) {
        Place record = records.get(chance.nextInt(records.size()));
        switch (chance.nextInt(6)) {
            case 0 -> record.file()[record.offset() + KIND] = (byte) (1 + chance.nextInt(RecordHeader.KINDS));
            case 1 -> record.bytes().putInt(record.offset() + HEAD, chance.nextInt(record.length() + 1));
            default -> {
                int at = record.body() + chance.nextInt(record.length());
                byte[] odd = {0, 1, -1, 0x7F, (byte) 0x80, (byte) chance.nextInt()};
                record.file()[at] = odd[chance.nextInt(odd.length)];
            }
        }
    }
}
