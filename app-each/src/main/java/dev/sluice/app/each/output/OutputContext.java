package dev.sluice.app.each.output;

import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The surroundings in which output is written.
 *
 * @param out standard output; a stream that throws what the system reports, which {@code System.out} does not
 * @param error standard error, likewise
 * @param directory to which file names are relative, and which receives returned files
 * @param sources names of the input sources; empty: 1, 2…
 * @param expansion for tags and names of results
 * @param journal that remembers what has run; empty: nothing does
 * @param inputs number of inputs of the run, to which the percentages of {@code --halt} refer; negative as long as it
 *     is unknown
 */
public record OutputContext(
        OutputStream out,
        OutputStream error,
        Path directory,
        List<String> sources,
        Expansion expansion,
        Optional<Journal> journal,
        LongSupplier inputs) {
    public OutputContext {
        sources = List.copyOf(sources);
    }

    /** Standard output of this process without a buffer; throws {@link ClosedOutputException} if nobody reads. */
    public static OutputStream standardOutput() {
        return Outlet.ofOutput();
    }

    /** Standard error of this process, likewise. */
    public static OutputStream standardError() {
        return Outlet.ofError();
    }

    /** The same for a run whose number of inputs this tells. */
    public OutputContext of(LongSupplier count) {
        return new OutputContext(out, error, directory, sources, expansion, journal, count);
    }
}
