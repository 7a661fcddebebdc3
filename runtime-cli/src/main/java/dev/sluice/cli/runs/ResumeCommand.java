package dev.sluice.cli.runs;

import dev.sluice.cli.option.GoneOptions;
import dev.sluice.cli.process.OwnCommand;
import dev.sluice.cli.process.SavedCommand;
import dev.sluice.cli.process.Signals;
import dev.sluice.insight.history.RunIndex;
import dev.sluice.model.Build;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Goes on with a run that was stopped, failed, or lost its master. */
@Command(
        name = "resume",
        mixinStandardHelpOptions = true,
        description =
                "Runs its command again in the same directories. Accepted results are not computed again, and workers that still "
                        + "live come back with what they hold (docs/journal.md).%nTo run failed commands of a finished "
                        + "'sluice each' again, take 'sluice each --retry-failed --joblog FILE'. To run a changed list "
                        + "of commands without those that have run, take 'sluice each --resume'.",
        exitCodeList = {
            "0..143:as the command of the run exits",
            "2:the run cannot be resumed, or is not known",
            "5:internal error in Sluice"
        })
public final class ResumeCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..1",
            paramLabel = "RUN",
            description = "id of the run, the beginning of one, or its directory; the latest that can be resumed if "
                    + "not given")
    private @Nullable String name;

    @Option(
            names = "--changed",
            description =
                    "go on although jars, files or setups have changed: accepted results stay, and you vouch that "
                            + "they are right (not for 'sluice each')")
    private boolean changed;

    @Option(
            names = "--on-end",
            paramLabel = "COMMAND",
            description = "shell command after the end, besides those of the run; its environment has the facts, as for"
                    + " 'run'; repeatable")
    private List<String> onEnd = List.of();

    @Option(
            names = "--on-fail",
            paramLabel = "COMMAND",
            description = "the same before those, only if the exit code is not 0; repeatable")
    private List<String> onFail = List.of();

    @Spec
    private CommandSpec spec;

    private ToIntFunction<String[]> execution = words -> {
        throw new IllegalStateException("no execution of commands");
    };

    @SuppressWarnings("NullAway.Init") // picocli sets them
    ResumeCommand() {}

    /** Sets what runs a command line in this process. */
    public void executedBy(ToIntFunction<String[]> commands) {
        execution = commands;
    }

    @Override
    public Integer call() throws IOException, InterruptedException {
        KnownRun run = chosen(KnownRuns.read(RunIndex.ofUser(), Instant.now()));
        demand(run);
        Path directory = run.directory().toAbsolutePath().normalize();
        SavedCommand saved = SavedCommand.read(directory);
        if (!saved.sluice().equals(Build.version())) {
            throw new SluiceException(
                    ErrorCode.JOURNAL_FOREIGN,
                    "run: " + run.run() + " was begun by Sluice " + saved.sluice() + " (expected: " + Build.version()
                            + ", this version)");
        }
        if (!Files.isDirectory(saved.directory())) {
            throw refused(
                    run,
                    "its working directory " + saved.directory() + " is gone (expected: the directory in which it was"
                            + " started)");
        }
        boolean here = Files.isSameFile(saved.directory(), Path.of("").toAbsolutePath());
        return here ? execution.applyAsInt(words(saved, directory)) : elsewhere(saved.directory(), directory);
    }

    private KnownRun chosen(KnownRuns runs) {
        return name != null
                ? runs.named(name, Instant.now(), spec.commandLine().getErr())
                : runs.all().stream()
                        .filter(KnownRun::isResumable)
                        .findFirst()
                        .orElseThrow(() -> new SluiceException(
                                ErrorCode.NOT_RESUMABLE,
                                "run: there is none to resume (expected: one that was stopped, failed or killed, and"
                                        + " has a journal)"));
    }

    private static void demand(KnownRun run) {
        switch (run.state()) {
            case RUNNING ->
                throw new SluiceException(
                        ErrorCode.JOURNAL_IN_USE,
                        "run: " + run.run() + " is running (expected: one whose master is gone)");
            case COMPLETE -> throw refused(run, "it is complete (expected: one that was stopped, failed or killed)");
            default -> {
                if (!SavedCommand.isIn(run.directory())) {
                    throw refused(run, why(run));
                }
            }
        }
    }

    private static String why(KnownRun run) {
        return EachName.isOf(run.application())
                ? "it notes nowhere which commands are done (expected: 'sluice each' with --joblog, --results or"
                        + " --output)"
                : "it has no journal (expected: a run that accepted results, without --journal none)";
    }

    private static SluiceException refused(KnownRun run, String why) {
        return new SluiceException(ErrorCode.NOT_RESUMABLE, "run: " + run.run() + ": " + why);
    }

    /** The command of the run as one that goes on. */
    private String[] words(SavedCommand saved, Path directory) {
        List<String> words = new ArrayList<>(saved.words());
        if (words.get(0).equals("each")) {
            if (changed) {
                throw new SluiceException(
                        ErrorCode.USAGE,
                        "--changed: run " + saved.run() + " is of 'sluice each' (expected: no option)");
            }
            if (!words.contains("--resume")) {
                words.add(1, "--resume");
            }
        } else {
            words = new ArrayList<>(GoneOptions.renewed(words)); // an earlier version may have recorded them
            words.addAll(words.indexOf("run") + 1, List.of("--resume-run", directory.toString()));
            if (changed) {
                words.add(words.indexOf("run") + 1, "--resume-changed");
            }
        }
        words.addAll(words.get(0).equals("each") ? 1 : words.indexOf("run") + 1, hooks());
        return words.toArray(String[]::new);
    }

    private List<String> hooks() {
        List<String> words = new ArrayList<>();
        onEnd.forEach(command -> words.add("--on-end=" + command));
        onFail.forEach(command -> words.add("--on-fail=" + command));
        return words;
    }

    /** Runs this command in another directory, because a process cannot change its own. */
    private int elsewhere(Path workplace, Path directory) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(OwnCommand.words());
        command.addAll(List.of("resume", directory.toString()));
        if (changed) {
            command.add("--changed");
        }
        command.addAll(hooks());
        Process process = new ProcessBuilder(command)
                .directory(workplace.toFile())
                .inheritIO()
                .start();
        try (Signals signals = Signals.handle((exitCode, again) -> {
            if (exitCode != Signals.INTERRUPTED) { // a terminal interrupts both
                process.destroy();
            }
        })) {
            return process.waitFor();
        }
    }
}
