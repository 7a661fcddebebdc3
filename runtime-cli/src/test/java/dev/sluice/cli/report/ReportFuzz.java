package dev.sluice.cli.report;

import dev.sluice.json.JsonTree;
import dev.sluice.model.SluiceException;
import dev.sluice.testing.FuzzTarget;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The report of a run, read and shown as tables. */
public final class ReportFuzz {
    private static final FuzzTarget TARGET =
            FuzzTarget.ofFile("run.json", file -> RunTables.of(JsonTree.read(file), true), SluiceException.class);

    private ReportFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    static List<byte[]> seeds() {
        return List.of(HostileReportsTest.report().getBytes(StandardCharsets.UTF_8));
    }
}
