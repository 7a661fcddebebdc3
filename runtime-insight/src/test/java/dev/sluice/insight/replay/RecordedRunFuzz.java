package dev.sluice.insight.replay;

import dev.sluice.model.SluiceException;
import dev.sluice.testing.FuzzTarget;
import dev.sluice.testing.Mutants;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The measurements of a run, or the rows of its units, beside the other file as it should be. */
public final class RecordedRunFuzz {
    private static final Path DIRECTORY = FuzzTarget.temporary();
    private static final FuzzTarget TARGET = FuzzTarget.of(RecordedRunFuzz::read, SluiceException.class);

    private RecordedRunFuzz() {}

    public static void fuzzerTestOneInput(byte[] input) {
        TARGET.feed(input);
    }

    static List<byte[]> seeds() {
        return List.of(
                HostileRunsTest.model().getBytes(StandardCharsets.UTF_8),
                HostileRunsTest.UNITS.getBytes(StandardCharsets.UTF_8));
    }

    private static void read(byte[] input) throws Exception {
        boolean model = input.length == 0 || input[0] == '{';
        Path file = DIRECTORY.resolve(model ? RecordedRun.MODEL : "units.csv");
        Path other = DIRECTORY.resolve(model ? "units.csv" : RecordedRun.MODEL);
        Files.writeString(other, model ? HostileRunsTest.UNITS : HostileRunsTest.model());
        Mutants.write(file, input);
        RecordedRun.read(DIRECTORY);
    }
}
