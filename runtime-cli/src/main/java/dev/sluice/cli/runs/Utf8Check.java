package dev.sluice.cli.runs;

import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Tells whether the bytes that are written to it are UTF-8. Confined to one thread. */
final class Utf8Check extends OutputStream {
    private static final int CHARACTERS = 1 << 13;

    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    private final CharBuffer dropped = CharBuffer.allocate(CHARACTERS);

    /** The bytes of a sequence that has not ended yet. */
    private byte[] begun = new byte[0];

    private boolean wrong;

    @Override
    public void write(int value) {
        write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
        if (wrong) {
            return;
        }
        ByteBuffer in = ByteBuffer.allocate(begun.length + length);
        in.put(begun).put(bytes, offset, length).flip();
        decode(in, false);
        begun = new byte[in.remaining()];
        in.get(begun);
    }

    private void decode(ByteBuffer in, boolean last) {
        CoderResult result;
        do {
            dropped.clear();
            result = decoder.decode(in, dropped, last);
        } while (result.isOverflow());
        wrong |= result.isError();
    }

    /** Ends the bytes; returns whether all of them are UTF-8. */
    boolean isText() {
        if (!wrong) {
            decode(ByteBuffer.wrap(begun), true);
        }
        return !wrong;
    }
}
