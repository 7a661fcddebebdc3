package dev.sluice.cli.foreign.check;

import dev.sluice.app.foreign.child.ChildProgram;
import dev.sluice.cli.foreign.ForeignPrograms;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Tests whether a program speaks the protocol. */
@Command(
        name = "child-check",
        mixinStandardHelpOptions = true,
        description = "Prints a line for each rule (docs/languages.md).",
        exitCodeList = {"0:all rules are met", "1:some are not", "2:usage error"})
final class ChildCheckCommand implements Callable<Integer> {
    private static final long RULE_SECONDS = 60;

    @Parameters(
            index = "0..*",
            arity = "1..*",
            paramLabel = "COMMAND",
            description = "the program with its arguments, or one that ends in .py")
    private List<String> command = List.of();

    @Option(
            names = "--argument",
            paramLabel = "ARGUMENT",
            description = "argument that the program gets by the protocol, as after 'run PROGRAM --'; repeatable")
    private List<String> arguments = List.of();

    @Option(
            names = "--interpreter",
            paramLabel = "PATH",
            description = "Python for a program that ends in .py (default: ${DEFAULT-VALUE})")
    private String interpreter = "python3";

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    ChildCheckCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        Path directory = Files.createTempDirectory("sluice-check-");
        ExecutorService thread = Executors.newCachedThreadPool(task -> {
            Thread daemon = new Thread(task, "child-check");
            daemon.setDaemon(true);
            return daemon;
        });
        try {
            ChildProgram program =
                    ForeignPrograms.program(command, interpreter, directory).with(arguments);
            int unmet = 0;
            PrintWriter out = spec.commandLine().getOut();
            Files.writeString(directory.resolve(ProtocolRules.FILE), "a file");
            for (ProtocolRules.Rule rule : new ProtocolRules(program, directory).all()) {
                Optional<String> wrong = tried(rule, thread);
                out.println(wrong.map(what -> "not ok  " + rule.words() + ": " + what)
                        .orElse("ok      " + rule.words()));
                out.flush();
                unmet += wrong.isPresent() ? 1 : 0;
            }
            return unmet == 0 ? 0 : 1;
        } finally {
            thread.shutdownNow();
            delete(directory);
        }
    }

    /** Tries a rule; returns what was wrong. */
    private static Optional<String> tried(ProtocolRules.Rule rule, ExecutorService thread) throws InterruptedException {
        Future<Optional<String>> trial = thread.submit(() -> {
            try {
                rule.trial().run();
                return Optional.empty();
            } catch (Unmet | IOException e) {
                return Optional.of(String.valueOf(e.getMessage()));
            }
        });
        try {
            return trial.get(RULE_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            trial.cancel(true);
            return Optional.of("nothing for " + RULE_SECONDS + " s (expected: an answer)");
        } catch (ExecutionException e) {
            return Optional.of(String.valueOf(e.getCause()));
        }
    }

    private static void delete(Path directory) throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted((one, other) -> other.compareTo(one)).toList()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
