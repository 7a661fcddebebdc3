package dev.sluice.cli.steer;

import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The workers that are to be parked or to work again, and how the answer is shown. */
final class ParkOptions {
    @Parameters(
            arity = "1..*",
            paramLabel = "[RUN] WORKER",
            description = "a worker (w3), or a host with all its workers; optionally after the directory of the run or "
                    + "its operator's run file (default: the newest run in sluice-runs)")
    private List<String> names = List.of();

    @Option(names = "--json", description = "print one JSON object")
    private boolean json;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    ParkOptions() {}

    /** Asks the master of the run, and prints its answer. */
    void ask(boolean parked) throws IOException, InterruptedException {
        new ParkRequest(names, parked, json).send(spec.commandLine().getOut());
    }
}
