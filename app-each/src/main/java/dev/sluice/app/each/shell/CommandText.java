package dev.sluice.app.each.shell;

import dev.sluice.app.each.job.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Writes the request that makes a helper shell start a command. Immutable. */
final class CommandText {
    private static final Path OWN_ENVIRONMENT = Path.of("/proc/self/environ");

    private final String lineShell;

    /** Variables of this process that the helper shell would drop, because their names are no names for it. */
    private final List<String> dropped;

    CommandText(String lineShell, ShellProgram program) {
        this.lineShell = lineShell;
        this.dropped = program.keepsAllVariables() ? List.of() : oddVariables();
    }

    private static List<String> oddVariables() {
        try {
            return oddVariables(Files.readAllBytes(OWN_ENVIRONMENT));
        } catch (IOException e) {
            // Only Linux has this file.
            return List.of();
        }
    }

    /**
     * Finds exported functions of bash and other variables that not every shell passes on.
     *
     * @param environment NAME=VALUE each, ended by zero bytes
     */
    static List<String> oddVariables(byte[] environment) {
        List<String> odd = new ArrayList<>();
        for (String entry : ShellText.text(environment).split("\0", -1)) {
            int equals = entry.indexOf('=');
            if (equals > 0 && ShellText.isForeign(entry.substring(0, equals))) {
                odd.add(entry);
            }
        }
        return odd;
    }

    /** Says why no system could start a command; empty: nothing speaks against it. */
    static Optional<String> offence(Command command) {
        if (command.words().isEmpty()) {
            throw new IllegalArgumentException("no command (expected: a program and its arguments)");
        }
        for (int index = 0; index < command.words().size(); index++) {
            Optional<String> offence =
                    offence("argument " + index, command.words().get(index));
            if (offence.isPresent()) {
                return offence;
            }
        }
        for (byte[] entry : command.environment()) {
            Optional<String> offence = offence("an environment variable", entry);
            if (offence.isPresent()) {
                return offence;
            }
            if (ShellText.text(entry).indexOf('=') <= 0) {
                return Optional.of("\"" + ShellText.text(entry) + "\" is no variable (expected: NAME=VALUE)");
            }
        }
        return Stream.concat(command.returned().stream(), command.returnedIfThere().stream())
                .flatMap(name -> ReturnedFiles.offence(name).stream())
                .findFirst();
    }

    private static Optional<String> offence(String what, byte[] word) {
        if (word.length > ShellText.MOST_WORD_BYTES) {
            return Optional.of(what + " of the command has " + word.length + " bytes (expected: at most "
                    + ShellText.MOST_WORD_BYTES + "); pass long data by a file or by standard input");
        }
        for (byte each : word) {
            if (each == 0) {
                return Optional.of(what + " of the command contains a zero byte (expected: none)");
            }
        }
        return Optional.empty();
    }

    /**
     * Writes a request.
     *
     * @param variables NAME=VALUE, which the environment of the command may replace
     * @param input file
     * @param work directory to change to; null: none
     */
    String request(Command command, List<String> variables, Path input, SlotFiles files, @Nullable Path work) {
        List<String> words = new ArrayList<>();
        if (command.shell()) {
            words.add(lineShell);
            words.add("-c");
        }
        command.words().forEach(word -> words.add(ShellText.text(word)));
        List<String> environment = new ArrayList<>(dropped);
        environment.addAll(variables);
        command.environment().forEach(entry -> environment.add(ShellText.text(entry)));
        String error = " 2>" + files.quoted(files.error());
        String redirections = "<" + files.quoted(input) + " >" + files.quoted(files.output()) + error;
        String program = ShellText.program(words, environment, redirections);
        String change = work == null ? "" : "cd " + files.quoted(work) + error + " && ";
        return change + program + "\necho $?\n";
    }
}
