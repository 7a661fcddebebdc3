package dev.sluice.master.journal;

import dev.sluice.model.SluiceException;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.net.payload.Payload;
import dev.sluice.testing.FuzzTarget;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * A flag and the records of a journal with one segment. If the flag is odd, the bytes are a whole segment as it is.
 * Otherwise they are records, each a kind, two lengths and a body, that get right headers, because hardly any change
 * would pass the checksums.
 */
public final class JournalFuzz {
    private static final FuzzTarget TARGET = FuzzTarget.of(JournalFuzz::read, SluiceException.class);
    private static final String SEGMENT = SegmentHeader.name(1);

    private JournalFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    static List<byte[]> seeds() {
        MemoryFiles files = new MemoryFiles();
        JournalWriter writer = JournalSamples.create(files, JournalSamples.SYNC);
        UnitRanges accepted = new UnitRanges();
        accepted.add(0, 8);
        JournalSamples.commit(
                writer,
                JournalSamples.opened(0, 20),
                JournalSamples.results(0, 0, 8, Payload.wrap(ByteBuffer.allocate(10))),
                new JournalEntry.Checkpoint(
                        2,
                        0,
                        20,
                        JournalSamples.SETUP,
                        false,
                        accepted,
                        77,
                        List.of(JournalSamples.inputs(0, 12, 3)),
                        Payload.wrap(ByteBuffer.allocate(5)),
                        Payload.wrap(ByteBuffer.allocate(3))),
                JournalSamples.results(0, 8, 12, Payload.wrap(ByteBuffer.allocate(12))),
                new JournalEntry.CycleClosed(0),
                JournalSamples.opened(1, 3),
                new JournalEntry.RunEnded("COMPLETE"));
        byte[] segment = files.contents.get(SEGMENT);
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        whole.write(1);
        whole.writeBytes(segment);
        return List.of(whole.toByteArray(), records(segment));
    }

    /** The records of a segment without what their headers can be made from. */
    private static byte[] records(byte[] segment) {
        ByteArrayOutputStream records = new ByteArrayOutputStream();
        records.write(0);
        ByteBuffer from =
                ByteBuffer.wrap(segment).order(ByteOrder.LITTLE_ENDIAN).position(SegmentHeader.BYTES);
        while (from.hasRemaining()) {
            RecordHeader header = RecordHeader.read(from);
            records.write(header.kind() | (header.opens() ? 0x80 : 0));
            records.write(header.head());
            records.write(header.length() - header.head());
            byte[] body = new byte[header.length()];
            from.get(body);
            records.writeBytes(body);
        }
        return records.toByteArray();
    }

    private static byte[] segment(byte[] input) {
        ByteBuffer from = ByteBuffer.wrap(input, 1, input.length - 1);
        ByteBuffer header = new SegmentHeader(1, 1, 1, 1, 0, JournalSamples.RUN.text()).encoded();
        ByteBuffer to = ByteBuffer.allocate(SegmentHeader.BYTES + (1 + RecordHeader.BYTES) * input.length)
                .order(ByteOrder.LITTLE_ENDIAN);
        int previous = SegmentHeader.crc(header);
        to.put(header);
        for (long sequence = 1; from.remaining() >= 3; sequence++) {
            int kind = from.get() & 0xFF;
            int head = Math.min(from.get() & 0xFF, from.remaining() - 1);
            int payload = Math.min(from.get() & 0xFF, from.remaining() - head);
            int start = to.position();
            RecordHeader.write(to, head + payload, kind & 7, (kind & 0x80) != 0, sequence, head, previous);
            CRC32C crc = new CRC32C();
            crc.update(to.array(), start, RecordHeader.CHECKED_BYTES);
            crc.update(input, from.position(), head + payload);
            previous = (int) crc.getValue();
            to.putInt(previous).put(input, from.position(), head + payload);
            from.position(from.position() + head + payload);
        }
        byte[] segment = new byte[to.position()];
        to.flip().get(segment);
        return segment;
    }

    private static void read(byte[] input) {
        if (input.length == 0) {
            return;
        }
        MemoryFiles files = new MemoryFiles();
        byte[] segment = input[0] % 2 == 0 ? segment(input) : Arrays.copyOfRange(input, 1, input.length);
        files.contents.put(SEGMENT, segment);
        Recovered recovered = Recovered.read(files, JournalSamples.RUN);
        JournalSamples.replayed(recovered);
        recovered.checkpoint().ifPresent(JournalSamples::text);
    }
}
