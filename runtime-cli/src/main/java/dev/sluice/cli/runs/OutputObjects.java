package dev.sluice.cli.runs;

import dev.sluice.app.each.output.IndexedOutputReader;
import dev.sluice.app.each.output.IndexedOutputReader.Part;
import dev.sluice.app.each.output.OutputEntry;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;

/**
 * Writes a JSON object for each command, on a line of its own. Output of any length streams through: it is read twice,
 * because bytes that are not UTF-8 are written in Base64 under another name. Confined to one thread.
 */
final class OutputObjects {
    private static final int MICROS_DIGITS = 6;

    private final IndexedOutputReader reader;
    private final OutputStream out;

    OutputObjects(IndexedOutputReader reader, OutputStream out) {
        this.reader = reader;
        this.out = out;
    }

    /**
     * Writes the object of a command.
     *
     * @throws IOException if a part of the record is damaged, or the output cannot be written
     */
    void write(OutputEntry entry) throws IOException {
        boolean[] texts = new boolean[Part.values().length];
        for (Part part : Part.values()) { // all parts are checked before anything is written
            Utf8Check check = new Utf8Check();
            reader.copy(entry, part, check);
            texts[part.ordinal()] = check.isText();
        }
        text("{\"input\":" + entry.number() + ",");
        value("command", entry, Part.COMMAND, texts);
        text(",\"exitCode\":" + entry.exitCode() + ",\"signal\":" + entry.signal() + ",\"timedOut\":" + entry.timedOut()
                + ",\"started\":" + seconds(entry.startedMicros()) + ",\"seconds\":" + seconds(entry.runMicros())
                + ",");
        value("stdout", entry, Part.OUTPUT, texts);
        text(",");
        value("stderr", entry, Part.ERROR, texts);
        text("}\n");
    }

    private static String seconds(long micros) {
        return BigDecimal.valueOf(micros, MICROS_DIGITS).toPlainString();
    }

    private void value(String name, OutputEntry entry, Part part, boolean[] texts) throws IOException {
        if (texts[part.ordinal()]) {
            text("\"" + name + "\":\"");
            reader.copy(entry, part, new JsonTextStream(out));
        } else {
            text("\"" + name + "Base64\":\"");
            try (OutputStream encoded = Base64.getEncoder().wrap(new FilterOutputStream(out) {
                @Override
                public void write(byte[] bytes, int offset, int length) throws IOException {
                    out.write(bytes, offset, length);
                }

                @Override
                public void close() {
                    // the objects behind this one need it
                }
            })) {
                reader.copy(entry, part, encoded);
            }
        }
        text("\"");
    }

    private void text(String ascii) throws IOException {
        out.write(ascii.getBytes(StandardCharsets.US_ASCII));
    }

    /** Writes UTF-8 as the inside of a JSON string. Closing it does nothing. Confined to one thread. */
    private static final class JsonTextStream extends OutputStream {
        private static final int FIRST_PRINTABLE = 0x20;

        private final OutputStream out;

        JsonTextStream(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int value) throws IOException {
            write(new byte[] {(byte) value}, 0, 1);
        }

        private void escape(byte value) throws IOException {
            switch (value) {
                case '"' -> out.write(new byte[] {'\\', '"'});
                case '\\' -> out.write(new byte[] {'\\', '\\'});
                case '\n' -> out.write(new byte[] {'\\', 'n'});
                case '\r' -> out.write(new byte[] {'\\', 'r'});
                case '\t' -> out.write(new byte[] {'\\', 't'});
                default ->
                    out.write(String.format(Locale.ROOT, "\\u%04x", value).getBytes(StandardCharsets.US_ASCII));
            }
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            int plain = offset;
            for (int at = offset; at < offset + length; at++) {
                if (isSpecial(bytes[at])) {
                    out.write(bytes, plain, at - plain);
                    escape(bytes[at]);
                    plain = at + 1;
                }
            }
            out.write(bytes, plain, offset + length - plain);
        }

        /** Bytes of longer sequences are negative. */
        private static boolean isSpecial(byte value) {
            return value >= 0 && value < FIRST_PRINTABLE || value == '"' || value == '\\';
        }
    }

    /** Tells whether the bytes that are written to it are UTF-8. Confined to one thread. */
    private static final class Utf8Check extends OutputStream {
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
}
