package dev.sluice.cli.run;

import dev.sluice.insight.weather.OperatorCall;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.DrainAnswer;
import dev.sluice.net.message.DrainWorkers;
import dev.sluice.net.runfile.RunFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Asks the master of a run to let workers go. */
@Command(
        name = "drain",
        mixinStandardHelpOptions = true,
        customSynopsis = "sluice drain [OPTIONS] [RUN] WORKER...",
        description = "Asks workers of a running run to leave: they finish running units, hand back the rest, "
                + "deliver their results and exit. Nothing is lost, and the run continues with the other "
                + "workers.",
        exitCodeList = {
            "0:the workers were asked",
            "2:usage error, no such worker, no such run, or the run has ended",
            "3:the master cannot be reached",
            "5:internal error in Sluice"
        })
public final class DrainCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..*",
            paramLabel = "[RUN] WORKER",
            description = "a worker (w3), a host with all its workers, or 'all'; optionally after the directory of "
                    + "the run or its operator's run file (default: the newest run in sluice-runs)")
    private List<String> names = List.of();

    @Option(names = "--json", description = "print one JSON object")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    DrainCommand() {}

    @Override
    public Integer call() throws Exception {
        boolean runIsNamed = names.size() > 1 && isRun(names.get(0));
        RunFile run = RunDirectory.operatorsOf(runIsNamed ? Path.of(names.get(0)) : null);
        List<String> workers = runIsNamed ? names.subList(1, names.size()) : names;
        DrainAnswer answer = OperatorCall.ask(run, new DrainWorkers(workers), DrainAnswer.class);
        if (!answer.unknown().isEmpty()) {
            String present = answer.present().isEmpty() ? "nobody is there" : String.join(", ", answer.present());
            throw new SluiceException(
                    ErrorCode.USAGE,
                    String.join(", ", answer.unknown()) + ": no such worker of " + run.run()
                            + " (expected: 'all', a worker or a host of: " + present + ")");
        }
        if (json) {
            spec.commandLine().getOut().println(RunJson.drained(run.run(), answer.asked()));
        } else {
            answer.asked().forEach(worker -> spec.commandLine().getOut().println(worker + " leaves " + run.run()));
        }
        return 0;
    }

    private static boolean isRun(String name) {
        return name.contains("/") || Files.exists(Path.of(name));
    }
}
