package dev.sluice.cli.each.input;

import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code each} that divide a stream into blocks. */
final class PipeOptions {
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,10})([kKmMgG]?)");
    private static final Map<String, Long> UNITS = Map.of(
            "", 1L, "k", 1000L, "K", 1L << 10, "m", 1_000_000L, "M", 1L << 20, "g", 1_000_000_000L, "G", 1L << 30);
    private static final long MOST_BYTES = 1 << 30;
    private static final String USUAL_BLOCK = "1M";

    @Option(
            names = {"--pipe", "--spreadstdin"},
            description = "divide standard input or files into blocks of whole records; each command reads one")
    private boolean pipe;

    @Option(
            names = {"--block", "--block-size"},
            paramLabel = "SIZE",
            description = "with --pipe: most bytes of a block, such as 10M (default: " + USUAL_BLOCK + ")")
    private @Nullable String block;

    @Option(
            names = "--recend",
            paramLabel = "TEXT",
            description = "with --pipe: what a record ends with (default: \\n; nothing with --recstart)")
    private @Nullable String end;

    @Option(names = "--recstart", paramLabel = "TEXT", description = "with --pipe: what a record starts with")
    private @Nullable String start;

    @Option(names = "--regexp", description = "--recend and --recstart are regular expressions")
    private boolean patterns;

    @Option(names = "--records", paramLabel = "N", description = "with --pipe: records of a block; the same as -N")
    private @Nullable Integer records;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    PipeOptions() {}

    /**
     * Concludes the options; null without --pipe.
     *
     * @param most records of a block; null: as many as its bytes allow
     * @param lines of a record; null: records end and start as the options say
     */
    @Nullable
    PipeTerms terms(@Nullable String header, @Nullable Integer most, @Nullable Integer lines) {
        if (!pipe) {
            if (end != null || start != null || patterns || records != null || block != null) {
                throw WrongInput.wrong(
                        "--block, --recend, --recstart, --regexp, --records: without --pipe", "--pipe with them");
            }
            return null;
        }
        if (lines != null && (end != null || start != null || patterns)) {
            throw WrongInput.wrong("-L: with --recend, --recstart or --regexp", "one way to tell where a record ends");
        }
        if (records != null && most != null) {
            throw WrongInput.wrong("--records: with -N", "only one of the two");
        }
        return new PipeTerms(
                blockBytes(block == null ? USUAL_BLOCK : block),
                text("--recend", end == null ? start == null ? "\\n" : "" : end),
                text("--recstart", start == null ? "" : start),
                patterns,
                atLeastOne("-L", lines, 1),
                records == null ? atLeastOne("-N", most, 0) : atLeastOne("--records", records, 0),
                header == null ? null : InputOptions.pattern("--header", header.equals(":") ? ".*\\n" : header));
    }

    private static int atLeastOne(String option, @Nullable Integer told, int usual) {
        if (told != null && told < 1) {
            throw WrongInput.wrong(option + ": " + told + ", with --pipe", "at least 1");
        }
        return told == null ? usual : told;
    }

    private String text(String option, String told) {
        return patterns ? InputOptions.pattern(option, told).pattern() : Escapes.text(option, told);
    }

    private static int blockBytes(String block) {
        Matcher size = SIZE.matcher(block);
        long unit = size.matches() ? UNITS.getOrDefault(size.group(2), 0L) : 0;
        long bytes = unit == 0 ? 0 : Long.parseLong(size.group(1)) * unit;
        if (bytes < 1 || bytes > MOST_BYTES) {
            throw WrongInput.wrong("--block: " + block, "1 to 1G, such as 10M");
        }
        return (int) bytes;
    }

    /** Refuses sources that are no streams, or that are combined. */
    void check(List<ArgumentSource> sources) {
        if (!sources.stream().allMatch(source -> source instanceof ArgumentSource.Text && !source.linked())) {
            throw WrongInput.wrong("--pipe: with :::, ::::+ or --from-json", "standard input, -a FILE or :::: FILE");
        }
    }
}
