package dev.sluice.insight.history;

import dev.sluice.testing.FuzzTarget;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The history as a plain file. Damaged lines are left out, so that nothing is refused. */
public final class HistoryFuzz {
    /** Each damaged line costs an exception, and an input may have as many lines as bytes. */
    private static final FuzzTarget TARGET = FuzzTarget.ofFile(
                    "history.jsonl", file -> new PlainFile(file).entries(), IOException.class)
            .within(32 << 20);

    private HistoryFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    static List<byte[]> seeds() {
        Path file = FuzzTarget.temporary().resolve("history.jsonl");
        PlainFile plain = new PlainFile(file);
        try {
            plain.add(Rows.entry("one"));
            plain.add(Rows.entry("two"));
            return List.of(Files.readAllBytes(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
