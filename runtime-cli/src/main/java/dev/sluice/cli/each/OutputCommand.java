package dev.sluice.cli.each;

import dev.sluice.app.each.job.BytePath;
import dev.sluice.app.each.job.ByteText;
import dev.sluice.app.each.output.ClosedOutputException;
import dev.sluice.app.each.output.IndexedOutputReader;
import dev.sluice.app.each.output.IndexedOutputReader.Part;
import dev.sluice.app.each.output.OutputContext;
import dev.sluice.app.each.output.OutputEntry;
import dev.sluice.app.each.output.RefusedLogException;
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
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Reads the output of commands that {@code each --output} kept. */
@Command(
        name = "output",
        mixinStandardHelpOptions = true,
        description = "Prints the output of commands that 'sluice each --output FILE' kept, in the order of the inputs "
                + "(docs/commands.md).",
        exitCodeList = {
            "0:success",
            "2:usage error, no such input, or a file that cannot be read",
            "5:internal error in Sluice",
            "141:nobody read the output any more"
        })
public final class OutputCommand implements Callable<Integer> {
    private static final int BLOCK = 1 << 16;

    @Parameters(index = "0", paramLabel = "FILE", description = "the file of --output")
    private String file;

    @Parameters(
            index = "1..*",
            paramLabel = "INDEX",
            description = "numbers of inputs, from 1, as {#} shows them (default: all)")
    private List<Long> numbers = List.of();

    @Option(names = "--stderr", description = "print standard error instead of standard output")
    private boolean standardError;

    @Option(
            names = "--list",
            description = "print a line for each command: number, how it ended, seconds, bytes of standard output and "
                    + "standard error, command")
    private boolean list;

    @Option(
            names = "--json",
            description = "print a JSON object for each command, on a line of its own (docs/command-output.md)")
    private boolean json;

    @Option(names = "--failed", description = "leave out the commands that succeeded")
    private boolean failed;

    @Spec
    private CommandSpec spec;

    private final OutputStream standardOutput;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    OutputCommand() {
        this(OutputContext.standardOutput());
    }

    @SuppressWarnings("NullAway.Init") // picocli sets them
    OutputCommand(OutputStream standardOutput) {
        this.standardOutput = standardOutput;
    }

    @Override
    public Integer call() throws IOException {
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
