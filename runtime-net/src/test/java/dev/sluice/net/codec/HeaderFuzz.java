package dev.sluice.net.codec;

import com.google.protobuf.CodedInputStream;
import dev.sluice.net.message.Message;
import dev.sluice.net.payload.Payload;
import dev.sluice.net.rules.OffenceException;
import dev.sluice.testing.FuzzTarget;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A kind, the size of the bulk, and a header of that kind. A message that was read is written, read again and written
 * again, with the same bytes both times.
 */
public final class HeaderFuzz {
    private static final FuzzTarget TARGET =
            FuzzTarget.of(HeaderFuzz::read, IOException.class, IllegalArgumentException.class, OffenceException.class);

    private HeaderFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    static List<byte[]> seeds() {
        return Samples.all().stream().map(HeaderFuzz::seed).toList();
    }

    private static byte[] seed(Message message) {
        ByteArrayOutputStream seed = new ByteArrayOutputStream();
        seed.write(Kind.of(message).number());
        seed.write((int) Math.min(message.payload().size(), 255));
        seed.writeBytes(written(message));
        return seed.toByteArray();
    }

    private static byte[] written(Message message) {
        HeaderWriter out = new HeaderWriter();
        Kind.of(message).codec().write(message, out);
        return Arrays.copyOf(out.bytes(), out.size());
    }

    private static void read(byte[] input) throws IOException {
        @Nullable Kind kind = input.length < 2 ? null : Kind.ofNumber(input[0]);
        if (kind == null || kind.type() == null) {
            return;
        }
        int bulk = input[1] & 0xFF;
        Message message = read(kind, Arrays.copyOfRange(input, 2, input.length), bulk);
        try {
            byte[] first = written(message);
            byte[] second = written(read(kind, first, bulk));
            if (!Arrays.equals(first, second)) {
                throw new AssertionError(kind + ": reads other values than it writes");
            }
        } catch (IOException | IllegalArgumentException wrong) {
            throw new AssertionError(kind + ": does not read what it writes: " + wrong.getMessage(), wrong);
        }
    }

    private static Message read(Kind kind, byte[] header, int bulk) throws IOException {
        Payload payload = Samples.bytes(bulk);
        return kind.codec().read(CodedInputStream.newInstance(header), payload);
    }
}
