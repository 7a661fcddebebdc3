package dev.sluice.worker.command;

import dev.sluice.model.ErrorCode;
import dev.sluice.worker.unit.WorkerException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** The command {@code sluice-worker.jar}. */
@Command(
        name = "sluice-worker",
        description = "Computes units of a Sluice run.",
        mixinStandardHelpOptions = true,
        versionProvider = WorkerVersion.class,
        subcommands = JoinCommand.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the run ended, or the worker drained after SIGTERM, SIGINT or 'sluice workers drain'",
            "1:the application failed",
            "2:usage error, wrong input or wrong run file",
            "3:network or security error: the master cannot be reached or refused, or a wrong certificate or secret",
            "4:out of resources: memory, disk or limits",
            "5:internal error in Sluice",
            "130:stopped at once by a second SIGINT",
            "143:stopped at once by a second SIGTERM"
        })
public final class SluiceWorker implements Runnable {
    private SluiceWorker() {}

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        int code;
        TemporaryDirectory.conclude(System.getenv());
        try {
            code = run(arguments);
        } catch (OutOfMemoryError | LinkageError refused) { // picocli reports exceptions only
            code = Report.failure(refused);
        }
        System.exit(code);
    }

    static int run(String... arguments) {
        for (String argument : arguments) {
            if (argument.contains("\uFFFD")) {
                return Report.error(
                        ErrorCode.WORD_NOT_TEXT, argument + ": characters that this locale lacks (expected: UTF-8)");
            }
        }
        CommandLine line = new CommandLine(new SluiceWorker());
        line.setCaseInsensitiveEnumValuesAllowed(true).setExpandAtFiles(false);
        line.setParameterExceptionHandler(SluiceWorker::usage);
        line.setExecutionExceptionHandler((failure, command, parsed) -> Report.failure(failure));
        return line.execute(arguments);
    }

    @Override
    public void run() {
        throw new WorkerException(ErrorCode.USAGE, "no command (expected: join)");
    }

    private static int usage(ParameterException e, String[] arguments) {
        String message = UnknownWord.sentence(e, List.of(arguments)).orElse(String.valueOf(e.getMessage()));
        return Report.error(ErrorCode.USAGE, message);
    }
}
