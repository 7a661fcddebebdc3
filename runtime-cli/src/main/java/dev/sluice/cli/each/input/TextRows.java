package dev.sluice.cli.each.input;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Rows of a text: a record of a file, or an argument. Confined to one thread. */
final class TextRows implements ValueRows {
    /** Hands out the texts of the rows; null at the end. */
    interface Texts {
        byte @Nullable [] next() throws IOException;
    }

    private final Texts texts;
    private final TextFormat format;
    private boolean ended;

    /** @param skipFirst whether the first text is left out */
    TextRows(Texts texts, TextFormat format, boolean skipFirst) throws IOException {
        this.texts = texts;
        this.format = format;
        if (skipFirst) {
            texts.next();
        }
    }

    static ValueRows ofArguments(List<byte[]> values, TextFormat format) throws IOException {
        var all = values.iterator();
        return new TextRows(() -> all.hasNext() ? all.next() : null, format, false);
    }

    @Override
    public List<byte[]> names() throws IOException {
        List<byte[]> first = format.header() ? next() : null;
        return first == null ? List.of() : first;
    }

    @Override
    public @Nullable List<byte[]> next() throws IOException {
        while (!ended) {
            byte[] text = texts.next();
            if (text == null || Arrays.equals(text, format.endMark())) {
                ended = true;
            } else if (!format.skipEmpty() || Trim.BOTH.of(text).length > 0) {
                return row(text);
            }
        }
        return null;
    }

    private List<byte[]> row(byte[] text) {
        Pattern columns = format.columns();
        if (columns == null) {
            return List.of(format.trim().of(text));
        }
        return Arrays.stream(columns.split(BytesText.of(text), -1))
                .map(column -> format.trim().of(BytesText.bytes(column)))
                .toList();
    }
}
