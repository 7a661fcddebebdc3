package dev.sluice.cli.runs;

import dev.sluice.app.each.output.ClosedOutputException;
import dev.sluice.app.each.output.OutputContext;
import dev.sluice.cli.config.TypedOptions;
import dev.sluice.cli.option.Columns;
import dev.sluice.insight.weather.OperatorCall;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.FollowUnit;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.UnitOutput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Prints what a run logged, or what it printed. */
@Command(
        name = "logs",
        mixinStandardHelpOptions = true,
        description = {
            "The log of a submitted run is what its master printed on standard error. Of another run it prints the logs "
                    + "of the workers that the run started.",
            "With --output, prints what a submitted run printed on standard output, byte for byte; or, of a FILE of "
                    + "'sluice each --output', the output of its commands in the order of the inputs."
        },
        exitCodeList = {
            "0:success; with --output of a run, it is complete",
            "1..6,130,137,143:with --output: the exit code of the run, as of 'sluice attach'; what it printed was printed",
            "2:usage error, no such run, it has no log, it was not submitted, or a file that cannot be read",
            "4:with --output: the run has not ended; nothing was printed",
            "5:internal error in Sluice",
            "141:nobody read the output any more"
        })
final class LogsCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..*",
            paramLabel = "RUN|FILE [INDEX...]",
            description =
                    "an id, the beginning of one, or the run's directory (default: the newest run); with --output "
                            + "also a file of 'sluice each --output', and numbers of inputs, from 1 (default: all)")
    private List<String> words = List.of();

    @Option(
            names = {"-f", "--follow"},
            description = "print what comes until the run ends; Ctrl-C leaves")
    private boolean follow;

    @Option(names = "--output", description = "print output instead of the log, of a run that has ended or of a FILE")
    private boolean output;

    @Option(
            names = "--unit",
            paramLabel = "INDEX",
            description = "with -f: follow what this running unit prints, on any host (INDEX or CYCLE:INDEX; of 'each' "
                    + "the number of the command)")
    private @Nullable String unit;

    @Mixin
    private KeptOutput kept;

    @Spec
    private CommandSpec spec;

    private final Pause pause;
    private final OutputStream out;
    private final Map<Path, FileTail> tails = new LinkedHashMap<>();
    private @Nullable Path last;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    LogsCommand() {
        this(Pause.real(), OutputContext.standardOutput());
    }

    @SuppressWarnings("NullAway.Init") // picocli sets them
    LogsCommand(Pause pause, OutputStream out) {
        this.pause = pause;
        this.out = out;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        String followed = unit;
        if (followed != null) {
            if (!follow || output || words.size() > 1) {
                throw new SluiceException(
                        ErrorCode.USAGE, "--unit: " + followed + " (expected: with -f and one run, without --output)");
            }
            return new UnitTail(out, spec.commandLine().getErr())
                    .follow(words.isEmpty() ? null : words.get(0), followed);
        }
        if (output) {
            TypedOptions.refuse(
                    spec, "with --output (expected: one of them; 'sluice attach' shows both)", List.of("--follow"));
        }
        if (output && !words.isEmpty() && (words.size() > 1 || KeptOutput.isFile(words.get(0)))) {
            return kept.print(words, out);
        }
        kept.refuse("of a run (expected: --output, and a file of 'sluice each --output')");
        if (words.size() > 1) {
            throw new SluiceException(
                    ErrorCode.USAGE, "RUN: " + words.size() + " runs (expected: one, or --output FILE INDEX...)");
        }
        KnownRun run = KnownRuns.find(
                words.isEmpty() ? null : words.get(0), spec.commandLine().getErr());
        return output ? output(run) : log(run);
    }

    /** Prints the output of a run that has ended, and returns its exit code. */
    private int output(KnownRun run) throws IOException {
        SubmittedFiles files = new SubmittedFiles(run.directory());
        files.demand(run);
        RunEnding ending = new RunEnding(run.directory());
        KnownRun seen = ending.look();
        if (!ending.hasCome(seen)) {
            throw new SluiceException(
                    ErrorCode.RUN_NOT_OVER,
                    "run: " + Columns.printable(run.run()) + ": it has not ended (expected: an ended run)");
        }
        int code = RunEnding.exitCode(seen);
        try {
            new FileTail(files.output()).copyTo(out);
        } catch (ClosedOutputException closed) {
            return ClosedOutputException.EXIT_CODE;
        }
        if (code != 0) {
            PrintWriter err = spec.commandLine().getErr();
            err.println("sluice: " + Columns.printable(seen.run() + " " + seen.sentence()));
            err.flush();
        }
        return code;
    }

    private int log(KnownRun run) throws IOException, InterruptedException {
        RunEnding ending = new RunEnding(run.directory());
        SubmittedFiles files = new SubmittedFiles(run.directory());
        try {
            while (true) {
                KnownRun seen = ending.look(); // before the files: what was logged before the end is copied
                boolean over = !follow || ending.hasCome(seen);
                copy(logs(files));
                if (over && tails.isEmpty()) {
                    throw without(run);
                }
                if (over) {
                    return 0;
                }
                pause.pause();
            }
        } catch (ClosedOutputException closed) {
            return ClosedOutputException.EXIT_CODE;
        }
    }

    private static SluiceException without(KnownRun run) {
        return new SluiceException(
                ErrorCode.FILE_NOT_FOUND,
                "run: " + Columns.printable(run.run()) + ": it has no log (expected: a run of 'sluice submit', or one"
                        + " that started workers)",
                "What its master printed is in the terminal where it was started.");
    }

    private static List<Path> logs(SubmittedFiles files) throws IOException {
        if (files.exist()) {
            return List.of(files.log());
        }
        try (Stream<Path> found = Files.list(RunDirectory.logs(files.directory()))) {
            return found.filter(Files::isRegularFile).sorted().toList();
        } catch (NoSuchFileException | NotDirectoryException none) {
            return List.of();
        }
    }

    /** Copies what has come to these files. One of several is headed by its name. */
    private void copy(List<Path> files) throws IOException {
        for (Path file : files) {
            FileTail tail = tails.computeIfAbsent(file, FileTail::new);
            if (files.size() == 1) {
                tail.copyTo(out);
            } else if (!file.equals(last)) {
                ByteArrayOutputStream fresh = new ByteArrayOutputStream();
                tail.copyTo(fresh);
                head(file, fresh);
            } else {
                tail.copyTo(out);
            }
        }
    }

    private void head(Path file, ByteArrayOutputStream fresh) throws IOException {
        if (fresh.size() > 0) {
            String name = Columns.printable(String.valueOf(file.getFileName()));
            String heading = (last == null ? "" : "\n") + "==> " + name + " <==\n";
            out.write(heading.getBytes(StandardCharsets.UTF_8));
            fresh.writeTo(out);
            out.flush();
            last = file;
        }
    }

    /** Prints what a running unit prints, as it comes from whatever host; says on standard error where it is. */
    private static final class UnitTail {
        private final OutputStream out;
        private final PrintWriter err;
        private final long[] printed = new long[2];

        UnitTail(OutputStream out, PrintWriter err) {
            this.out = out;
            this.err = err;
        }

        /** Follows the unit until it or the run is over. Returns the exit code. */
        int follow(@Nullable String run, String unit) throws IOException, InterruptedException {
            RunDoor door = RunDoor.to(run, err);
            try (OperatorCall call = OperatorCall.open(door.file())) {
                call.stream(new FollowUnit(door.unit(unit), false), message -> take(message, door.ofCommands()));
                return 0;
            } catch (UncheckedIOException closed) {
                if (closed.getCause() instanceof ClosedOutputException) {
                    return ClosedOutputException.EXIT_CODE;
                }
                throw new IOException(closed);
            }
        }

        /** Prints a message; true if it is the last. */
        boolean take(Message message, boolean ofCommands) {
            if (!(message instanceof UnitOutput output)) {
                message.release();
                return false;
            }
            try {
                if (output.stream() == 0) {
                    say(EachName.numbered(ofCommands, output.unit()) + ": " + output.where());
                } else {
                    long known = printed[output.stream() - 1];
                    if (output.offset() > known) {
                        say((output.offset() - known) + " bytes of its output were not kept");
                    }
                    out.write(output.bytes());
                    out.flush();
                    printed[output.stream() - 1] =
                            output.offset() + output.text().length();
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return output.ended();
        }

        private void say(String line) {
            err.println("sluice: " + Columns.printable(line));
            err.flush();
        }
    }
}
