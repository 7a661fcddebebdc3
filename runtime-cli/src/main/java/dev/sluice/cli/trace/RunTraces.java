package dev.sluice.cli.trace;

import dev.sluice.master.RunRecording;
import dev.sluice.model.record.RunView;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Writes {@code units.csv} and {@code trace.json} into a run's directory. */
public final class RunTraces {
    private static final long END_MILLIS = 10_000;

    private final TraceUnits asked;
    private final Path directory;
    private final @Nullable UnitStream stream;

    private RunTraces(TraceUnits asked, Path directory, @Nullable UnitStream stream) {
        this.asked = asked;
        this.directory = directory;
        this.stream = stream;
    }

    /** Begins, before the first result; no file is written until then. */
    public static RunTraces begin(TraceUnits asked, RunRecording recording, Path directory, Consumer<String> news) {
        if (asked != TraceUnits.ALL) {
            return new RunTraces(asked, directory, null);
        }
        UnitStream stream = new UnitStream(units(directory), UnitStream.MOST_BYTES, news);
        recording.trace(stream);
        return new RunTraces(asked, directory, stream);
    }

    private static Path units(Path directory) {
        return directory.resolve("units.csv");
    }

    /** Writes what is left, when the run is over. */
    public void end(RunView whole) throws IOException, InterruptedException {
        if (asked == TraceUnits.OFF) {
            return;
        }
        if (stream == null) {
            UnitsFile.write(whole, units(directory));
        } else {
            stream.awaitEnd(END_MILLIS);
        }
        RunTrace.write(whole, directory.resolve("trace.json"));
    }
}
