package dev.sluice.cli.runs;

import dev.sluice.app.each.job.BytePath;
import dev.sluice.app.each.job.ByteText;
import dev.sluice.app.each.output.ClosedOutputException;
import dev.sluice.app.each.output.IndexedOutputReader;
import dev.sluice.app.each.output.IndexedOutputReader.Part;
import dev.sluice.app.each.output.OutputEntry;
import dev.sluice.app.each.output.RefusedLogException;
import dev.sluice.cli.config.TypedOptions;
import dev.sluice.cli.option.Columns;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.rules.FileTrouble;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The output of commands that {@code each --output} kept, and how much of it is asked for. */
final class KeptOutput {
    private static final int BLOCK = 1 << 16;

    @Option(names = "--stderr", description = "of a FILE: print standard error instead of standard output")
    private boolean standardError;

    @Option(
            names = "--list",
            description = "of a FILE: print a line for each command: number, how it ended, seconds, bytes of standard "
                    + "output and standard error, command")
    private boolean list;

    @Option(
            names = "--json",
            description = "of a FILE: print a JSON object for each command, on a line of its own "
                    + "(docs/command-output.md)")
    private boolean json;

    @Option(names = "--failed", description = "of a FILE: leave out the commands that succeeded")
    private boolean failed;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    private String file = "";
    private List<Long> numbers = List.of();

    @SuppressWarnings("NullAway.Init") // picocli sets them
    KeptOutput() {}

    /** Refuses options that only a file has. */
    void refuse(String why) {
        TypedOptions.refuse(spec, why, List.of("--stderr", "--list", "--json", "--failed"));
    }

    /** Tells whether this is a file, or a path of nothing that is there, rather than the name of a run. */
    static boolean isFile(String name) {
        Path path = BytePath.resolve(Path.of(""), name);
        return Files.isRegularFile(path) || name.contains("/") && !Files.exists(path);
    }

    /**
     * Prints the output.
     *
     * @param words the file, and numbers of inputs; without numbers those of all
     * @return the exit code
     */
    int print(List<String> words, OutputStream standardOutput) throws IOException {
        file = words.get(0);
        numbers = words.stream().skip(1).map(KeptOutput::number).toList();
        if (json && (list || standardError)) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--json: with " + (list ? "--list" : "--stderr") + " (expected: only one of the two)");
        }
        OutputStream out = new BufferedOutputStream(standardOutput, BLOCK);
        try (IndexedOutputReader reader = open()) {
            if (list) {
                out.write(line("input", "end", "seconds", "stdout", "stderr").getBytes(StandardCharsets.UTF_8));
                out.write("command\n".getBytes(StandardCharsets.UTF_8));
            }
            print(reader, out);
            out.flush();
            if (reader.damaged()) {
                say("a part of " + ByteText.shown(file) + " is torn or damaged and was left out");
            }
            return 0;
        } catch (ClosedOutputException e) {
            return ClosedOutputException.EXIT_CODE;
        }
    }

    private static long number(String word) {
        if (!word.matches("[0-9]{1,18}")) {
            throw new SluiceException(
                    ErrorCode.USAGE, "INDEX: " + word + " (expected: the number of an input, from 1)");
        }
        return Long.parseLong(word);
    }

    private IndexedOutputReader open() {
        try {
            return IndexedOutputReader.open(BytePath.resolve(Path.of(""), file));
        } catch (NoSuchFileException e) {
            throw new SluiceException(
                    ErrorCode.FILE_NOT_FOUND, ByteText.shown(file) + " (expected: a file of 'each --output')", e);
        } catch (RefusedLogException e) {
            throw unreadable(e);
        } catch (IOException e) {
            String why = e instanceof FileSystemException
                    ? FileTrouble.words(e)
                    : ByteText.shown(file) + ": " + e.getMessage() + " (expected: a file of 'each --output')";
            throw unreadable(new IOException(why, e));
        }
    }

    private static SluiceException unreadable(IOException e) {
        return new SluiceException(ErrorCode.OUTPUT_UNREADABLE, String.valueOf(e.getMessage()), e);
    }

    private void print(IndexedOutputReader reader, OutputStream out) throws IOException {
        for (long number : numbers.isEmpty() ? reader.numbers() : numbers) {
            Optional<OutputEntry> entry = reader.entry(number);
            if (entry.isEmpty() && !numbers.isEmpty()) {
                throw new SluiceException(
                        ErrorCode.OUTPUT_UNREADABLE,
                        ByteText.shown(file) + ": input " + number + " has no record (expected: a number of --list)");
            }
            if (entry.isPresent() && !(failed && entry.get().succeeded())) {
                print(reader, entry.get(), out);
            }
        }
    }

    private void print(IndexedOutputReader reader, OutputEntry entry, OutputStream out) throws IOException {
        if (json) {
            readable(() -> new OutputObjects(reader, out).write(entry));
            return;
        }
        if (!list) {
            copy(reader, entry, standardError ? Part.ERROR : Part.OUTPUT, out);
            return;
        }
        ByteArrayOutputStream command = new ByteArrayOutputStream();
        copy(reader, entry, Part.COMMAND, command);
        String line = line(
                        Long.toString(entry.number()),
                        end(entry),
                        String.format(Locale.ROOT, "%.3f", entry.runMicros() / 1e6),
                        Long.toString(entry.outLength()),
                        Long.toString(entry.errLength()))
                + Columns.printable(ByteText.shown(command.toByteArray())) + "\n";
        out.write(line.getBytes(StandardCharsets.UTF_8));
    }

    private static void copy(IndexedOutputReader reader, OutputEntry entry, Part part, OutputStream out)
            throws IOException {
        readable(() -> reader.copy(entry, part, out));
    }

    /** Reads a part of the file. */
    private interface Reading {
        void read() throws IOException;
    }

    private static void readable(Reading reading) throws IOException {
        try {
            reading.read();
        } catch (ClosedOutputException closed) {
            throw closed;
        } catch (IOException e) {
            throw unreadable(e);
        }
    }

    private static String line(String number, String end, String seconds, String out, String error) {
        return String.format(Locale.ROOT, "%8s  %-10s  %10s  %12s  %12s  ", number, end, seconds, out, error);
    }

    private static String end(OutputEntry entry) {
        if (entry.timedOut()) {
            return "time limit";
        }
        return entry.signal() > 0 ? "signal " + entry.signal() : "exit " + entry.exitCode();
    }

    private void say(String line) {
        spec.commandLine().getErr().println(Columns.printable("sluice: " + line));
        spec.commandLine().getErr().flush();
    }
}
