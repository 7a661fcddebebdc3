package dev.sluice.view;

import dev.sluice.testing.FuzzTarget;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** A network view, in YAML or JSON. One that was read is written and read again. */
public final class ViewFuzz {
    private static final FuzzTarget TARGET = FuzzTarget.of(ViewFuzz::read, ViewException.class);

    private ViewFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    static List<byte[]> seeds() {
        return List.of(
                HostileViewsTest.YAML.getBytes(StandardCharsets.UTF_8),
                HostileViewsTest.JSON.getBytes(StandardCharsets.UTF_8));
    }

    private static void read(byte[] input) {
        ViewFile file = ViewFile.parse("view", new String(input, StandardCharsets.UTF_8));
        file.view();
        try {
            ViewFile.parse("written", ViewWriter.yaml(file.view())).view();
        } catch (ViewException wrong) {
            throw new AssertionError("does not read what it writes: " + wrong.getMessage(), wrong);
        }
    }
}
