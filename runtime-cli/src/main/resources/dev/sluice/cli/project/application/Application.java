package {{package}};

import dev.sluice.api.Application;
import dev.sluice.api.ArgumentException;
import dev.sluice.api.Cycle;
import dev.sluice.api.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/**
 * Counts the primes below a number. One unit of work is one range of numbers, which is sieved by itself.
 *
 * <p>The master and each worker have an instance of this class of their own. What is in a field on one of them is not
 * on the others: only the three records at the end travel.
 */
public final class {{class}} extends Application<{{class}}.SmallPrimes, {{class}}.Range, {{class}}.Count> {
    private static final long HIGHEST = 1_000_000_000_000_000L;
    private static final int LARGEST_RANGE = 100_000_000;

    @Option(
            names = "--below",
            paramLabel = "N",
            defaultValue = "1000000000",
            description = "The primes below this number are counted.")
    private long below;

    @Option(
            names = "--range",
            paramLabel = "N",
            defaultValue = "1000000",
            description = "Numbers in one unit of work.")
    private int range;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            defaultValue = "primes.txt",
            description = "Where the answer goes.")
    private Path out;

    private long primes;

    public {{class}}() {}

    /** On the master and on each worker, first: options that make no sense end the run before it starts. */
    @Override
    protected void initialize() {
        if (below < 0 || below > HIGHEST) {
            throw new ArgumentException("--below", below, "0 to " + HIGHEST);
        }
        if (range < 1 || range > LARGEST_RANGE) {
            throw new ArgumentException("--range", range, "1 to " + LARGEST_RANGE);
        }
    }

    /** On the master: how many units there are, and the setup, which each worker gets once. */
    @Override
    protected Cycle<SmallPrimes> cycle(int number) {
        long units = (below + range - 1) / range;
        int root = (int) Math.ceil(Math.sqrt(below));
        return Cycle.only(units, new SmallPrimes(Sieve.primesUpTo(root)));
    }

    /** On the master: the unit with this index. Asked for again when a worker was lost. */
    @Override
    protected Range unit(long index) {
        long from = index * range;
        return new Range(from, Math.min(below, from + range));
    }

    /** On a worker, in several threads at once: the work. */
    @Override
    protected Count compute(SmallPrimes setup, Range unit) {
        return new Count(Sieve.count(unit.from(), unit.to(), setup.primes()));
    }

    /** On the master: the result of one unit, each exactly once, in any order. */
    @Override
    protected Verdict accept(long index, Count result) {
        primes += result.primes();
        return Verdict.CONTINUE;
    }

    /** On the master, when all results have been accepted. */
    @Override
    protected void complete() throws IOException {
        Files.writeString(out, primes + " primes below " + below + "\n");
    }

    /**
     * The setup: what every worker needs before it can compute any unit.
     *
     * @param primes all primes up to the square root of {@code below}, in order
     */
    public record SmallPrimes(int[] primes) {}

    /** A unit: the numbers {@code from ≤ n < to}. */
    public record Range(long from, long to) {}

    /** A result: how many of them are prime. */
    public record Count(long primes) {}
}
