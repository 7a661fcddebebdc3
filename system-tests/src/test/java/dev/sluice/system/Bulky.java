package dev.sluice.system;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.Results;
import dev.sluice.api.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/**
 * Results of many megabytes, taken slowly. Each unit leaves a mark when it is computed, so that the master's side sees
 * how far the workers are ahead; it writes that and the memory of its process to a file at the end.
 */
public final class Bulky extends Application<String, Integer, byte[]> {
    @Option(names = "--units", defaultValue = "100")
    private int units;

    @Option(names = "--bytes", defaultValue = "67108864")
    private int bytes;

    @Option(names = "--accept-millis", defaultValue = "100")
    private long acceptMillis;

    @Option(names = "--at-end")
    private boolean atEnd;

    @Option(names = "--marks", required = true)
    private Path marks;

    @Option(names = "--out", required = true)
    private Path out;

    private final BitSet seen = new BitSet();
    private final Weight weight = new Weight();
    private long mostAhead;

    @Override
    protected Results<byte[]> results() {
        return atEnd ? Results.atCycleEnd() : Results.each();
    }

    @Override
    protected @Nullable Cycle<String> cycle(int number) throws IOException {
        Files.createDirectories(marks);
        return Cycle.only(units, marks.toString());
    }

    @Override
    protected Integer unit(long index) {
        return (int) index;
    }

    @Override
    protected byte[] compute(String setup, Integer unit) throws IOException {
        byte[] result = new byte[bytes];
        Arrays.fill(result, (byte) (unit + 1));
        Files.createFile(Path.of(setup, "unit-" + unit));
        return result;
    }

    @Override
    protected Verdict accept(long index, byte[] result) throws Exception {
        byte expected = (byte) (index + 1);
        if (seen.get((int) index) || result.length != bytes) {
            throw new IllegalStateException("unit " + index + " came twice or with " + result.length + " bytes");
        }
        for (byte each : result) {
            if (each != expected) {
                throw new IllegalStateException("unit " + index + " came with a wrong byte");
            }
        }
        seen.set((int) index);
        if (acceptMillis > 0) {
            Thread.sleep(acceptMillis);
        }
        weight.look();
        try (Stream<Path> computed = Files.list(marks)) {
            mostAhead = Math.max(mostAhead, computed.count() - seen.cardinality());
        }
        return Verdict.CONTINUE;
    }

    @Override
    protected void complete() throws IOException {
        Files.writeString(out, seen.cardinality() + " " + mostAhead + " " + weight.mostMebibytes() + "\n");
    }
}
