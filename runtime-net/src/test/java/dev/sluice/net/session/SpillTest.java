package dev.sluice.net.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.Blob;
import dev.sluice.api.CodecException;
import dev.sluice.api.Codecs;
import dev.sluice.model.ErrorCode;
import dev.sluice.net.frame.Gathered;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.payload.PayloadEncoder;
import dev.sluice.net.payload.SpillShare;
import dev.sluice.net.payload.SpillSpace;
import dev.sluice.net.rules.OffenceException;
import dev.sluice.testing.SampleBytes;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpillTest {
    private static final int ABOVE = 1 << 20;

    @TempDir
    Path directory;

    private SpillSpace space(long most) {
        return new SpillSpace(directory, most, () -> ABOVE);
    }

    /** A session that was granted so much. */
    private static SpillShare granted(SpillSpace space, long bytes) {
        SpillShare share = new SpillShare(space, 50);
        share.grant(bytes);
        return share;
    }

    private static byte[] decoded(Payload payload) {
        return payload.decoder().readAll(Codecs.of(byte[].class));
    }

    /** The byte of the encoded array at half its size; a length of three or four bytes is in front of it. */
    private static byte decodedByte(int size) {
        int length = size < 1 << 21 ? 3 : 4;
        return SampleBytes.of(size)[size / 2 - length];
    }

    private void assertNothingLeft(SpillSpace space) throws IOException {
        assertThat(space.usedBytes()).isZero();
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files).as("files have no names").isEmpty();
        }
    }

    @Test
    void shouldEncodeWhatIsTooLargeIntoAFile() throws IOException {
        for (int size : new int[] {ABOVE - 10, ABOVE + 10, 5 * ABOVE, 20 * ABOVE + 77}) {
            SpillSpace space = space(Long.MAX_VALUE);
            PayloadEncoder encoder = new PayloadEncoder(100, space);
            Codecs.of(byte[].class).encode(SampleBytes.of(size), encoder);
            Payload payload = encoder.finish();
            assertThat(payload.size()).isEqualTo(encoder.written());
            assertThat(payload.memoryBytes()).isLessThanOrEqualTo(2 * ABOVE);
            assertThat(space.usedBytes()).isEqualTo(payload.size() - payload.memoryBytes());
            assertThat(decoded(payload)).isEqualTo(SampleBytes.of(size));
            Payload slice = payload.slice(size / 2, 1_000);
            payload.release();
            assertThat(slice.decoder().readByte()).as("a slice holds its bytes").isEqualTo(decodedByte(size));
            slice.release();
            assertNothingLeft(space);
        }
    }

    /** A blob of a file that another process may change is copied; its bytes count as those of other blobs. */
    @Test
    void shouldCountTheBytesOfACopiedBlob(@TempDir Path directory) throws IOException {
        Path file = Files.write(directory.resolve("output"), SampleBytes.of(7 * ABOVE));
        PayloadEncoder encoder = new PayloadEncoder(100, space(Long.MAX_VALUE));
        Codecs.of(Blob.class).encode(Blob.of(file), encoder);
        assertThat(encoder.blobBytes()).isEqualTo(7L * ABOVE);
        encoder.finish().release();
    }

    @Test
    void shouldReferToTheFileOfABlobBetweenOtherBytes() throws IOException {
        for (int before : new int[] {10, 3 * ABOVE}) {
            SpillSpace space = space(Long.MAX_VALUE);
            PayloadEncoder encoder = new PayloadEncoder(100, space);
            Codecs.of(byte[].class).encode(SampleBytes.of(before), encoder);
            Codecs.of(Blob.class).encode(Blob.write(out -> out.write(SampleBytes.of(7 * ABOVE))), encoder);
            Codecs.of(byte[].class).encode(SampleBytes.of(2 * ABOVE + 5), encoder);
            assertThat(encoder.blobBytes()).isEqualTo(7L * ABOVE);
            Payload payload = encoder.finish();
            var decoder = payload.decoder();
            assertThat(Codecs.of(byte[].class).decode(decoder)).isEqualTo(SampleBytes.of(before));
            assertThat(Codecs.of(Blob.class).decode(decoder).open().readAllBytes())
                    .isEqualTo(SampleBytes.of(7 * ABOVE));
            assertThat(Codecs.of(byte[].class).decode(decoder)).isEqualTo(SampleBytes.of(2 * ABOVE + 5));
            payload.release();
            assertNothingLeft(space);
        }
    }

    @Test
    void shouldKeepWhatWasEncodedBeforeTheDiskWasFull() throws IOException {
        SpillSpace space = space(3 * ABOVE);
        PayloadEncoder encoder = new PayloadEncoder(100, space);
        encoder.writeSized(Codecs.of(byte[].class), SampleBytes.of(40_000));
        long good = encoder.written();
        assertThatThrownBy(() -> encoder.writeSized(Codecs.of(byte[].class), SampleBytes.of(9 * ABOVE)))
                .isInstanceOf(CodecException.class)
                .hasCauseInstanceOf(IOException.class)
                .hasMessageContaining(directory.toString());
        Payload whole = encoder.finish();
        Payload kept = whole.slice(0, good);
        whole.release();
        assertThat(kept.decoder().readSized(Codecs.of(byte[].class))).isEqualTo(SampleBytes.of(40_000));
        kept.release();
        assertNothingLeft(space);
    }

    @Test
    void shouldGatherPartsInAFileOnceTheyAreTooMany() throws IOException {
        SpillSpace space = space(Long.MAX_VALUE);
        Gathered gathered = new Gathered(100, granted(space, ABOVE));
        byte[] all = SampleBytes.of(3 * ABOVE + 1_000);
        SpillSpace small = new SpillSpace(directory, Long.MAX_VALUE, () -> 60);
        Gathered parts = new Gathered(100, granted(small, 4L * ABOVE));
        for (int from = 0; from < 3 * ABOVE; from += ABOVE / 4) {
            parts.add(Payload.wrap(ByteBuffer.wrap(all, from, ABOVE / 4)));
        }
        Payload whole = parts.whole(Payload.wrap(ByteBuffer.wrap(all, 3 * ABOVE, 1_000)));
        assertThat(whole.size()).isEqualTo(all.length);
        assertThat(whole.memoryBytes()).isEqualTo(1_000);
        assertThat(whole.decoder().readRaw(all.length)).isEqualTo(all);
        assertThat(parts.isEmpty()).isTrue();
        whole.release();
        assertNothingLeft(small);
        assertThatThrownBy(() -> gathered.add(Payload.wrap(ByteBuffer.wrap(all, 0, 200))))
                .isInstanceOfSatisfying(
                        OffenceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.PAYLOAD_TOO_LARGE));
        gathered.release();
    }

    @Test
    void shouldKeepInMemoryWhatOnlyTheLastFrameMadeTooLarge() throws IOException {
        SpillSpace space = space(Long.MAX_VALUE);
        Gathered gathered = new Gathered(2 * ABOVE, granted(space, 2L * ABOVE));
        byte[] all = SampleBytes.of(ABOVE + 100);
        gathered.add(Payload.wrap(ByteBuffer.wrap(all, 0, ABOVE)));
        Payload whole = gathered.whole(Payload.wrap(ByteBuffer.wrap(all, ABOVE, 100)));
        assertThat(whole.decoder().readRaw(all.length)).isEqualTo(all);
        whole.release();
        assertNothingLeft(space);
    }

    @Test
    void shouldGiveBackWhatCameOfAPayloadThatNeverEnded() throws IOException {
        SpillSpace space = space(Long.MAX_VALUE);
        Gathered gathered = new Gathered(ABOVE, granted(space, 3L * ABOVE));
        gathered.add(Payload.wrap(ByteBuffer.wrap(SampleBytes.of(2 * ABOVE))));
        gathered.add(Payload.wrap(ByteBuffer.wrap(SampleBytes.of(ABOVE))));
        assertThat(space.usedBytes()).isEqualTo(3L * ABOVE);
        gathered.release();
        assertNothingLeft(space);
    }

    @Test
    void shouldRefuseWhatDoesNotFitOnTheDisk() throws IOException {
        SpillSpace space = space(2 * ABOVE);
        Gathered gathered = new Gathered(ABOVE, granted(space, 3L * ABOVE));
        gathered.add(Payload.wrap(ByteBuffer.wrap(SampleBytes.of(2 * ABOVE))));
        assertThatThrownBy(() -> gathered.add(Payload.wrap(ByteBuffer.wrap(SampleBytes.of(ABOVE)))))
                .isInstanceOfSatisfying(
                        OffenceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.DISK_FULL))
                .hasMessageContaining(directory.toString());
        gathered.release();
        assertNothingLeft(space);
    }

    @Test
    void shouldWriteNothingThatWasNotGranted() throws IOException {
        SpillSpace space = space(Long.MAX_VALUE);
        Gathered gathered = new Gathered(4 * ABOVE, granted(space, 3L * ABOVE));
        byte[] all = SampleBytes.of(3 * ABOVE);
        gathered.add(Payload.wrap(ByteBuffer.wrap(all, 0, 2 * ABOVE)));
        assertRefused(() -> gathered.add(Payload.wrap(ByteBuffer.wrap(SampleBytes.of(ABOVE + 1)))));
        assertThat(space.usedBytes()).isEqualTo(2L * ABOVE);
        gathered.release();
        Gathered others = new Gathered(4 * ABOVE, granted(space, 0));
        assertRefused(() -> others.add(Payload.wrap(ByteBuffer.wrap(all, 0, 51))));
        assertRefused(() -> others.checkWhole(51));
        others.release();
        assertNothingLeft(space);
    }

    @Test
    void shouldUseAGrantOnceAndKeepWhatNeedsNoneInMemory() throws IOException {
        SpillSpace space = space(Long.MAX_VALUE);
        SpillShare share = granted(space, 2L * ABOVE + 100);
        Gathered gathered = new Gathered(4 * ABOVE, share);
        gathered.add(Payload.wrap(ByteBuffer.allocate(40)));
        gathered.whole(Payload.wrap(ByteBuffer.allocate(10))).release();
        gathered.add(Payload.wrap(ByteBuffer.wrap(SampleBytes.of(2 * ABOVE))));
        gathered.whole(Payload.wrap(ByteBuffer.allocate(100))).release();
        assertRefused(() -> gathered.add(Payload.wrap(ByteBuffer.allocate(51))));
        gathered.release();
        share.grant(51);
        gathered.checkWhole(51);
        assertNothingLeft(space);
    }

    private static void assertRefused(ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        OffenceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.SESSION_BOUND));
    }
}
