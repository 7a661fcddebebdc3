package dev.sluice.app.each.shell;

import dev.sluice.api.Blob;
import dev.sluice.app.each.job.Command;
import dev.sluice.app.each.job.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Commands, crews and outcomes for tests. */
final class Commands {
    private Commands() {}

    static Command program(String... words) {
        return command(false, List.of(), words);
    }

    static Command line(String line) {
        return command(true, List.of(), line);
    }

    static Command returning(String line, String... names) {
        return command(true, List.of(names), line);
    }

    private static Command command(boolean shell, List<String> returned, String... words) {
        return new Command(bytes(Arrays.stream(words)), shell, List.of(), Optional.empty(), bytes(returned.stream()));
    }

    static Command withEnvironment(Command command, String... entries) {
        return new Command(
                command.words(),
                command.shell(),
                bytes(Arrays.stream(entries)),
                command.standardInput(),
                command.returned());
    }

    static Command reading(Command command, Blob input) {
        return new Command(
                command.words(), command.shell(), command.environment(), Optional.of(input), command.returned());
    }

    private static List<byte[]> bytes(Stream<String> texts) {
        return texts.map(text -> text.getBytes(StandardCharsets.UTF_8)).toList();
    }

    static CommandCrew crew() throws IOException {
        return crew(new WorkingDirectory.Current());
    }

    static CommandCrew crew(WorkingDirectory directory) throws IOException {
        return new CommandCrew(new CrewConfig("here", directory, "/bin/sh", SlotResources.NONE, 0));
    }

    static CommandCrew crewWithOwnDirectories() throws IOException {
        return crew(new WorkingDirectory.Own(List.of()));
    }

    static CommandCrew crewIn(Path directory) throws IOException {
        return crew(new WorkingDirectory.Given(directory));
    }

    static Outcome run(CommandCrew crew, Command command) throws IOException, InterruptedException {
        return run(crew, command, CommandLimits.NONE);
    }

    static Outcome run(CommandCrew crew, Command command, CommandLimits limits)
            throws IOException, InterruptedException {
        try (CrewSlot slot = crew.slot()) {
            return slot.run(7, command, new byte[0], limits);
        }
    }

    /**
     * Runs a command with a time limit, again as long as a busy machine has not let it write so many lines into a file
     * by then.
     */
    static Outcome runUntilWritten(CommandCrew crew, String line, CommandLimits limits, Path file, int lines)
            throws IOException, InterruptedException {
        Outcome outcome = run(crew, line(line), limits);
        for (int more = 0; more < 30 && !hasLines(file, lines); more++) {
            Files.deleteIfExists(file);
            outcome = run(crew, line(line), limits);
        }
        return outcome;
    }

    private static boolean hasLines(Path file, int lines) throws IOException {
        return Files.exists(file) && Files.readAllLines(file).size() >= lines;
    }

    static String output(Outcome outcome) {
        return text(outcome.standardOutput());
    }

    static String error(Outcome outcome) {
        return text(outcome.standardError());
    }

    static String text(Blob blob) {
        return new String(bytes(blob), StandardCharsets.UTF_8);
    }

    static byte[] bytes(Blob blob) {
        try (InputStream in = blob.open()) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
