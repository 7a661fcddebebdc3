package dev.sluice.cli.each.input;

import dev.sluice.app.each.job.ByteText;
import dev.sluice.app.each.template.Gathering;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options of {@code each} about inputs: where they are from, and which of them a command gets. */
public final class InputOptions {
    private static final String FIRST_LINE = ".*\\n";
    private static final int USUAL_COMMAND_BYTES = 128 * 1024;

    @Option(
            names = {"-a", "--arg-file"},
            paramLabel = "FILE",
            description =
                    "read inputs from FILE, one per line; - is standard input; repeatable: each input of one file "
                            + "with each of the others")
    private List<String> files = List.of();

    @Option(names = "--each-line", paramLabel = "FILE", description = "the same as --arg-file")
    private @Nullable String eachLine;

    @Option(
            names = "--columns",
            description = "files have comma-separated values, with the names of columns in the first line; {NAME} is a "
                    + "value; --colsep names another separator")
    private boolean columns;

    @Option(
            names = "--from-json",
            paramLabel = "FILE",
            description =
                    "read inputs from a JSON array; {NAME} stands for a field of an object, {} for another element")
    private @Nullable String json;

    @Option(
            names = {"-0", "--null"},
            description = "inputs of files end with a NUL byte")
    private boolean nul;

    @Option(
            names = {"-d", "--delimiter"},
            paramLabel = "TEXT",
            description = "inputs of files end with TEXT, which may contain \\n, \\t, \\0 and \\xHH (default: \\n)")
    private @Nullable String delimiter;

    @Option(
            names = {"-C", "--colsep"},
            paramLabel = "REGEX",
            description = "divide each input into the values {1}, {2}, ... at this regular expression")
    private @Nullable String colsep;

    @Option(
            names = "--header",
            paramLabel = "REGEX",
            description = "':': the first input of each source has the names of its values, for {NAME}; with --pipe, "
                    + "text that each block gets")
    private @Nullable String header;

    @Option(
            names = "--trim",
            paramLabel = "ENDS",
            description =
                    "remove blanks from values: n (none), l (left), r (right), lr (default: n; with --colsep, lr)")
    private @Nullable String trim;

    @Option(
            names = {"-r", "--no-run-if-empty"},
            description = "leave out inputs of nothing but blanks; with --pipe, such blocks")
    private boolean skipEmpty;

    @Option(names = "--skip-first-line", description = "leave out the first line of the first file")
    private boolean skipFirst;

    @Option(
            names = {"-E", "--eof"},
            paramLabel = "TEXT",
            description = "end a source at an input that is TEXT")
    private @Nullable String endMark;

    @Option(
            names = {"--link", "--xapply"},
            description = "combine sources one input with one, instead of each with each; shorter ones begin again")
    private boolean link;

    @Option(names = "--shuf", description = "run the commands in random order, when all inputs are read")
    private boolean shuffle;

    @Option(
            names = {"-n", "--max-args", "-N", "--max-replace-args"},
            paramLabel = "N",
            description = "give each command N inputs: {1} to {N}, or {} repeated; with --pipe, N records")
    private @Nullable Integer most;

    @Option(
            names = {"-L", "--max-lines"},
            paramLabel = "N",
            description = "give each command N lines; a line with a blank at its end continues in the next; with "
                    + "--pipe, lines of a record")
    private @Nullable Integer lines;

    @Option(names = "-m", description = "give each command as many inputs as -s allows; {} stands for all of them")
    private boolean many;

    @Option(
            names = {"-X", "--in-context"},
            description = "as -m, and repeat the word around {} for each input")
    private boolean manyInContext;

    @Option(names = "--xargs", description = "as -m, and do not spread the last inputs over the slots")
    private boolean xargs;

    @Option(
            names = {"-s", "--max-chars"},
            paramLabel = "BYTES",
            description = "most bytes of a command with several inputs (default: " + USUAL_COMMAND_BYTES + ")")
    private @Nullable Integer mostBytes;

    @Option(
            names = {"-I", "--replace"},
            paramLabel = "TEXT",
            description = "use TEXT instead of {} (default: ${DEFAULT-VALUE})")
    private String placeholder = "{}";

    @Option(
            names = {"-q", "--quote"},
            description = "no shell reads the command; several words never need it")
    private boolean quote;

    @Mixin
    private final PipeOptions pipe = new PipeOptions();

    @SuppressWarnings("NullAway.Init") // picocli sets them
    public InputOptions() {}

    /**
     * Concludes the options; a usage error where they do not go together.
     *
     * @param words behind the options
     * @param jobs commands at the same time, over which -m and -X spread the last inputs
     */
    public InputRequest request(List<byte[]> words, int jobs) {
        ArgumentLine line = ArgumentLine.of(words);
        if (quote && line.command().size() == 1) {
            throw WrongInput.wrong("-q: with a command of one word", "several words, which no shell reads");
        }
        PipeTerms blocks = pipe.terms(header, most, lines);
        List<ArgumentSource> sources = sources(line);
        if (blocks != null) {
            refuseWithPipe();
            pipe.check(sources);
        }
        if (columns && (header != null || nul || delimiter != null)) {
            throw WrongInput.wrong("--columns: with --header, -0 or -d", "only one way to divide a file");
        }
        return new InputRequest(
                line.command(),
                sources,
                format(blocks),
                link,
                grouping(jobs),
                shuffle,
                blocks,
                BytesText.bytes(BytesText.encoded(placeholder)));
    }

    private List<ArgumentSource> sources(ArgumentLine line) {
        List<ArgumentSource> sources = new ArrayList<>();
        files.forEach(file -> sources.add(new ArgumentSource.Text("-a", file, false)));
        if (eachLine != null) {
            sources.add(new ArgumentSource.Text("--each-line", eachLine, false));
        }
        if (json != null) {
            sources.add(new ArgumentSource.Json(json));
        }
        sources.addAll(line.sources());
        if (sources.isEmpty()) {
            sources.add(new ArgumentSource.Text("standard input", ArgumentSource.Text.STANDARD_INPUT, false));
        }
        long standard = sources.stream()
                .filter(source -> source instanceof ArgumentSource.Text text && text.isStandardInput())
                .count();
        if (standard > 1) {
            throw WrongInput.wrong("-: " + standard + " times", "standard input in one place");
        }
        return sources;
    }

    private TextFormat format(@Nullable PipeTerms blocks) {
        boolean names = header != null && blocks == null;
        if (names && !":".equals(header) && !FIRST_LINE.equals(header)) {
            throw WrongInput.wrong("--header: " + header, "':' for the first input, or --pipe");
        }
        String column = columns ? null : colsep == null && names && FIRST_LINE.equals(header) ? "\t" : colsep;
        return new TextFormat(
                delimiter(),
                column == null ? null : pattern("--colsep", column),
                columns ? separator() : 0,
                names,
                trim(column != null),
                skipEmpty,
                skipFirst,
                endMark == null ? null : BytesText.bytes(BytesText.encoded(endMark)));
    }

    private char separator() {
        String text = colsep == null ? "," : Escapes.text("--colsep", colsep);
        if (text.length() != 1 || "\"\r\n".contains(text)) {
            throw WrongInput.wrong("--colsep: " + colsep + " with --columns", "one character, such as ';' or \\t");
        }
        return text.charAt(0);
    }

    /** Refuses options that divide or combine inputs other than blocks. */
    private void refuseWithPipe() {
        refuse(nul || delimiter != null, "-0 or -d", "--recend TEXT for what a record ends with");
        refuse(colsep != null || columns, "--colsep or --columns", "a command that divides its block");
        refuse(trim != null, "--trim", "a command that trims its block");
        refuse(endMark != null, "-E", "a stream that ends before the text");
        refuse(link, "--link", "one file after the other");
        refuse(shuffle, "--shuf", "only one of the two");
        refuse(many || manyInContext || xargs, "-m, -X or --xargs", "-N for the records of a block");
        refuse(mostBytes != null, "-s", "--block for the bytes of a block");
    }

    private static void refuse(boolean told, String options, String expected) {
        if (told) {
            throw WrongInput.wrong(options + ": with --pipe", expected);
        }
    }

    private byte[] delimiter() {
        if (nul && delimiter != null) {
            throw WrongInput.wrong("-0: with -d", "only one of the two");
        }
        return nul ? new byte[1] : BytesText.bytes(Escapes.text("-d", delimiter == null ? "\\n" : delimiter));
    }

    private Trim trim(boolean divided) {
        if (trim == null) {
            return divided ? Trim.BOTH : Trim.NONE;
        }
        return switch (trim) {
            case "n" -> Trim.NONE;
            case "l" -> Trim.LEFT;
            case "r" -> Trim.RIGHT;
            case "lr", "rl" -> Trim.BOTH;
            default -> throw WrongInput.wrong("--trim: " + trim, "n, l, r or lr");
        };
    }

    /** Returns the pattern for text with one char for each byte. */
    static Pattern pattern(String option, String regex) {
        try {
            return Pattern.compile(BytesText.encoded(regex));
        } catch (PatternSyntaxException malformed) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    option + ": " + regex + ": " + malformed.getDescription() + " (expected: a regular expression)",
                    malformed);
        }
    }

    private ArgumentGrouping grouping(int jobs) {
        boolean fill = many || manyInContext || xargs;
        Gathering gathering =
                manyInContext || !fill && (most != null || lines != null) ? Gathering.IN_CONTEXT : Gathering.JOINED;
        check("-n", most, 0);
        check("-L", lines, 1);
        check("-s", mostBytes, 1);
        int bytes = mostBytes == null ? USUAL_COMMAND_BYTES : mostBytes;
        int spread = xargs ? 1 : Math.max(1, jobs);
        if (lines != null) {
            return new ArgumentGrouping(ArgumentGrouping.Kind.LINES, lines, bytes, spread, gathering);
        }
        if (fill) {
            return new ArgumentGrouping(ArgumentGrouping.Kind.FILL, most == null ? 0 : most, bytes, spread, gathering);
        }
        return most == null
                ? new ArgumentGrouping(ArgumentGrouping.Kind.ROW, 1, bytes, spread, gathering)
                : new ArgumentGrouping(ArgumentGrouping.Kind.COUNT, most, bytes, spread, gathering);
    }

    private static void check(String option, @Nullable Integer value, int least) {
        if (value != null && value < least) {
            throw WrongInput.wrong(option + ": " + value, "at least " + least);
        }
    }

    /**
     * The words behind the options: a command and sources of inputs, in GNU parallel's grammar. Words are byte strings:
     * one char for each byte (ISO 8859-1).
     */
    private record ArgumentLine(List<byte[]> command, List<ArgumentSource> sources) {
        private static final String FILES = "::::";

        /** Divides the words. {@code ::: :::: :::+ ::::+} begin a source. */
        static ArgumentLine of(List<byte[]> words) {
            List<byte[]> command = new ArrayList<>();
            List<ArgumentSource> sources = new ArrayList<>();
            String separator = "";
            List<byte[]> values = new ArrayList<>();
            for (byte[] word : words) {
                String text = BytesText.of(word);
                if (text.matches(":::\\+?|::::\\+?")) {
                    add(separator, values, command, sources);
                    separator = text;
                    values = new ArrayList<>();
                } else {
                    values.add(word);
                }
            }
            add(separator, values, command, sources);
            return new ArgumentLine(command, sources);
        }

        private static void add(
                String separator, List<byte[]> values, List<byte[]> command, List<ArgumentSource> sources) {
            boolean linked = separator.endsWith("+") && !sources.isEmpty();
            if (separator.isEmpty()) {
                command.addAll(values);
            } else if (separator.startsWith(FILES)) {
                for (byte[] file : values) {
                    sources.add(new ArgumentSource.Text(FILES, ByteText.text(file), linked));
                }
            } else {
                sources.add(new ArgumentSource.Arguments(values, linked));
            }
        }
    }
}
