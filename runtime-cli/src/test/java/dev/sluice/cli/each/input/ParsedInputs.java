package dev.sluice.cli.each.input;

import dev.sluice.app.each.input.InputSpool;
import dev.sluice.app.each.job.Input;
import dev.sluice.app.each.template.CommandTemplate;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Parses a command line as {@code each} does, and reads all its inputs. */
final class ParsedInputs {
    /** The command line. */
    @Command
    static final class Line {
        @Option(names = "-j")
        int jobs = 2;

        @Mixin
        final InputOptions inputs = new InputOptions();

        @Parameters(arity = "0..*")
        List<String> words = List.of();
    }

    private ParsedInputs() {}

    static InputRequest request(String... arguments) {
        Line line = new Line();
        new CommandLine(line)
                .setStopAtPositional(true)
                .setExpandAtFiles(false)
                .setTrimQuotes(false)
                .parseArgs(arguments);
        List<byte[]> words = line.words.stream()
                .map(word -> word.getBytes(StandardCharsets.UTF_8))
                .toList();
        return line.inputs.request(words, line.jobs);
    }

    static List<Input> inputs(Path directory, String standardInput, String... arguments) {
        return read(directory, standardInput, arguments).inputs();
    }

    /** The commands as logs show them. */
    static List<String> commands(Path directory, String standardInput, String... arguments) {
        return read(directory, standardInput, arguments).commands();
    }

    private static Read read(Path directory, String standardInput, String... arguments) {
        InputRequest request = request(arguments);
        InputStream in = new ByteArrayInputStream(standardInput.getBytes(StandardCharsets.UTF_8));
        try (InputReading reading = InputReading.open(request, in, directory);
                InputSpool spool = new InputSpool(directory)) {
            CommandTemplate template =
                    CommandTemplate.of(request.terms(reading.names(), List.of(), List.of(), List.of()));
            reading.readAll(spool, template);
            List<Input> inputs = new ArrayList<>();
            for (long there = spool.await(0); inputs.size() < there; there = spool.await(there)) {
                while (inputs.size() < there) {
                    inputs.add(spool.get(inputs.size()));
                }
            }
            return new Read(inputs, template);
        } catch (IOException e) {
            throw new IllegalStateException(e.getMessage(), e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private record Read(List<Input> inputs, CommandTemplate template) {
        List<String> commands() {
            return inputs.stream()
                    .map(input -> new String(template.shown(input, (int) input.number()), StandardCharsets.UTF_8))
                    .toList();
        }
    }
}
