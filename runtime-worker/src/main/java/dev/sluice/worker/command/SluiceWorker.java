package dev.sluice.worker.command;

import dev.sluice.model.ErrorCode;
import dev.sluice.worker.unit.WorkerException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code sluice-worker.jar}. */
@Command(
        name = "sluice-worker",
        description = "Computes units of a Sluice run.",
        mixinStandardHelpOptions = true,
        versionProvider = WorkerVersion.class,
        subcommands = JoinCommand.class,
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:the run is over, or the worker drained after SIGTERM, SIGINT or 'sluice drain'",
            "1:the application failed",
            "2:wrong usage, input or run file",
            "3:network or security: master not reached, refused, wrong certificate or secret",
            "4:resources: memory, disk, limits",
            "5:a defect in Sluice",
            "130:a second SIGINT: at once, without draining",
            "143:a second SIGTERM: at once, without draining"
        })
public final class SluiceWorker implements Runnable {
    private SluiceWorker() {}

    /** Runs the command and ends the process with its exit code. */
    public static void main(String[] arguments) {
        System.exit(run(arguments));
    }

    static int run(String... arguments) {
        CommandLine line = new CommandLine(new SluiceWorker());
        line.setParameterExceptionHandler(SluiceWorker::usage);
        line.setExecutionExceptionHandler((failure, command, parsed) -> Report.failure(failure));
        return line.execute(arguments);
    }

    @Override
    public void run() {
        throw new WorkerException(ErrorCode.USAGE, "no command (expected: join)");
    }

    private static int usage(ParameterException e, String[] arguments) {
        String message = e instanceof UnmatchedArgumentException unmatched
                ? unmatched.getUnmatched().get(0) + ": unknown (expected: an option or argument of '"
                        + e.getCommandLine().getCommandSpec().qualifiedName() + "')"
                : String.valueOf(e.getMessage());
        return Report.error(ErrorCode.USAGE, message);
    }
}
