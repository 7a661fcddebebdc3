package dev.sluice.app.pep;

import dev.sluice.api.ArgumentException;
import dev.sluice.app.pep.Settings.Compute;
import dev.sluice.app.pep.Settings.Travel;
import dev.sluice.app.pep.Settings.Work;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of the command line. */
final class Options {
    private static final int MOST_CYCLES = 1_000_000;
    private static final long MOST_UNITS = 1_000_000_000_000L;
    private static final long MOST_REFERENCE = 1_000_000_000_000L;
    private static final long USUAL_REFERENCE = 50_000_000;
    private static final String USUAL_TIME = "fixed:10ms";
    private static final String USUAL_RESULT = "32B";

    /** Handling of a trace with fewer lines than units. */
    enum TraceEnd {
        FAIL,
        REPEAT
    }

    @Option(
            names = "--cycles",
            paramLabel = "COUNT",
            description = "passes over the units; default: those of a recorded run (--time trace:RUN), or "
                    + Settings.USUAL_CYCLES)
    @Nullable
    Integer cycles;

    @Option(
            names = "--units",
            paramLabel = "COUNT",
            description = "units of each cycle; default: those of a recorded run (--time trace:RUN), or "
                    + Settings.USUAL_UNITS)
    @Nullable
    Long units;

    @Option(
            names = "--time",
            paramLabel = "TIMES",
            description = "what a unit computes: fixed:10ms, uniform:5ms..15ms, exponential:10ms, lognormal:MEAN,SD (of"
                    + " the times), bimodal:0.9@10ms,0.1@100ms or trace:FILE (one time a line, each cycle from the"
                    + " first; or the directory or the units.csv of a run; read on the master); default: "
                    + USUAL_TIME)
    @Nullable
    String time;

    @Option(
            names = "--trace-end",
            paramLabel = "WHAT",
            description = "when a trace has fewer lines than units: fail, or repeat it")
    TraceEnd traceEnd = TraceEnd.FAIL;

    @Option(
            names = "--compute",
            paramLabel = "HOW",
            description = "spin (calibrated work), sleep (exact times, no work), quota (sleep as long as the work would"
                    + " take with the processor time that the host's control group leaves) or none (no time)")
    Compute compute = Compute.SPIN;

    @Option(
            names = "--work",
            paramLabel = "WHAT",
            description = "what a second of spinning is: seconds (of processor time of the worker's host when nothing"
                    + " slows it) or iterations (so many of them on every host: --reference); default: seconds")
    @Nullable
    Work work;

    @Option(
            names = "--reference",
            paramLabel = "COUNT",
            description = "iterations that a second is with --work iterations; default: " + USUAL_REFERENCE)
    @Nullable
    Long reference;

    @Option(names = "--input", paramLabel = "SIZE", description = "encoded size of a unit: 24B or more")
    String input = "24B";

    @Option(
            names = "--result",
            paramLabel = "SIZES",
            description = "encoded size of a result: 32B or more; 1MiB, or spread like --time; default: those of a"
                    + " recorded run, or " + USUAL_RESULT)
    @Nullable
    String result;

    @Option(names = "--defer", description = "workers keep results until no unit of the cycle is left to compute")
    boolean defer;

    @Option(
            names = "--cycle-result",
            paramLabel = "SIZE",
            description = "results are folded, and one of this encoded size comes from each worker at the end of each"
                    + " cycle: 40B or more")
    @Nullable
    String cycleResult;

    @Option(names = "--setup", paramLabel = "SIZE", description = "encoded size of a cycle's setup: 8B or more")
    String setup = "8B";

    @Option(names = "--accept", paramLabel = "TIME", description = "what the master spends on each result")
    String accept = "0s";

    @Option(names = "--seed", paramLabel = "NUMBER", description = "times and contents follow from it")
    long seed = 1;

    @Option(
            names = "--verify",
            description = "check every byte: of setups and units on the workers, of results on the master")
    boolean verify;

    @Option(names = "--figures", paramLabel = "FILE", description = "leave all figures here, on the master")
    @Nullable
    Path figures;

    /** Validates all options that do not depend on this machine. */
    Settings conclude() {
        checkRange("--cycles", cycles == null ? Settings.USUAL_CYCLES : cycles, 1, MOST_CYCLES);
        checkRange("--units", units == null ? Settings.USUAL_UNITS : units, 0, MOST_UNITS);
        checkNotIdle();
        UnitSeries times =
                UnitSeries.times(compute == Compute.NONE ? "fixed:0" : time == null ? USUAL_TIME : time, seed);
        boolean recorded = !times.isRead();
        return new Settings(
                cycles == null ? recorded ? Settings.AS_RECORDED : Settings.USUAL_CYCLES : cycles,
                units == null ? recorded ? Settings.AS_RECORDED : Settings.USUAL_UNITS : units,
                times,
                traceEnd == TraceEnd.REPEAT,
                compute,
                concludedReference(),
                size("--input", input, Unit.HEADER_BYTES, "say which unit it is and what it shall do"),
                concludedResult(times),
                cycleResult != null ? Travel.ACCUMULATED : defer ? Travel.AT_CYCLE_END : Travel.EACH,
                size("--setup", setup, Setup.HEADER_BYTES, "say which cycle it is"),
                ExactQuantity.TIME
                        .parse(accept)
                        .orElseThrow(() -> new ArgumentException("--accept", accept, ExactQuantity.TIME.expected())),
                seed,
                verify,
                figures);
    }

    /** Rejects options without effect, because an experiment that used them would be misleading. */
    private void checkNotIdle() {
        if (compute == Compute.NONE && time != null) {
            throw new ArgumentException("--time", time, "not given with --compute none, which takes no time");
        }
        if (compute != Compute.SPIN && work != null) {
            throw new ArgumentException("--work", work, "only given with --compute spin");
        }
        if (reference != null && (work != Work.ITERATIONS || compute != Compute.SPIN)) {
            throw new ArgumentException("--reference", reference, "only given with --work iterations");
        }
    }

    private UnitSeries concludedResult(UnitSeries times) {
        if (cycleResult == null) {
            return result == null
                    ? UnitSeries.resultSizesBeside(times, USUAL_RESULT, seed)
                    : UnitSeries.resultSizes(result, seed);
        }
        if (result != null || defer) {
            throw new ArgumentException(
                    "--cycle-result", cycleResult, "not given with --result or --defer: units have no results then");
        }
        int bytes = size("--cycle-result", cycleResult, CycleResult.LEAST_BYTES, "count and time its units");
        return UnitSeries.resultSizes(bytes + "B", seed);
    }

    private long concludedReference() {
        if (work != Work.ITERATIONS) {
            return 0;
        }
        long iterations = reference == null ? USUAL_REFERENCE : reference;
        checkRange("--reference", iterations, 1_000, MOST_REFERENCE);
        return iterations;
    }

    private static int size(String option, String text, int least, String why) {
        long bytes = ExactQuantity.SIZE
                .parse(text)
                .orElseThrow(() -> new ArgumentException(option, text, ExactQuantity.SIZE.expected()));
        if (bytes < least) {
            throw new ArgumentException(option, text, "at least " + least + "B, which " + why);
        }
        return Math.toIntExact(bytes);
    }

    private static void checkRange(String option, long value, long least, long most) {
        if (value < least || value > most) {
            throw new ArgumentException(option, value, least + " to " + most);
        }
    }

    /** Checks on the master that the file can be written. */
    static void checkMaster(Settings settings) {
        Path figures = settings.figures();
        if (figures == null) {
            return;
        }
        Path file = figures.toAbsolutePath();
        Path directory = file.getParent();
        boolean writable =
                Files.exists(file) ? Files.isRegularFile(file) && Files.isWritable(file) : file.getFileName() != null;
        if (!writable || directory == null || !Files.isDirectory(directory) || !Files.isWritable(directory)) {
            throw new ArgumentException(
                    "--figures", figures, "a file that can be written in a directory that is there");
        }
    }
}
