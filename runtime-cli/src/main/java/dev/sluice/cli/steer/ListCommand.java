package dev.sluice.cli.steer;

import dev.sluice.insight.weather.OperatorCall;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.net.message.SteerAnswer;
import dev.sluice.net.message.SteerWorkers;
import dev.sluice.net.runfile.RunFile;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Asks the master of a run who its workers are. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        customSynopsis = "sluice workers list [OPTIONS] [RUN]",
        description = "Each line has the name that other commands take, such as w3, and the host.",
        exitCodeList = {
            "0:the workers were printed",
            "2:usage error, no such run, or the run has ended",
            "3:the master cannot be reached",
            "5:internal error in Sluice"
        })
final class ListCommand implements Callable<Integer> {
    @Parameters(
            arity = "0..1",
            paramLabel = "RUN",
            description =
                    "the directory of the run or its operator's run file (default: the newest run in sluice-runs)")
    private @Nullable Path place;

    @Option(names = "--json", description = "print one JSON object")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    ListCommand() {}

    @Override
    public Integer call() throws Exception {
        RunFile run = RunDirectory.operatorsOf(place);
        SteerWorkers question = SteerWorkers.of(SteerWorkers.How.LIST, List.of(SteerWorkers.ALL));
        SteerAnswer answer = OperatorCall.ask(run, question, SteerAnswer.class);
        List<String> lines = json
                ? List.of(SteerJson.listed(run.run(), answer))
                : answer.present().stream()
                        .map(worker -> worker + (answer.changed().contains(worker) ? ", parked" : ""))
                        .toList();
        lines.forEach(spec.commandLine().getOut()::println);
        return 0;
    }
}
