package dev.sluice.cli.runs;

import dev.sluice.app.each.output.IndexedOutputReader;
import dev.sluice.app.each.output.IndexedOutputReader.Part;
import dev.sluice.app.each.output.OutputEntry;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

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
}
