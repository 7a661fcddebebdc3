package dev.sluice.cli.pool;

import dev.sluice.cli.option.PoolClientOptions;
import dev.sluice.cli.runs.RunDoor;
import dev.sluice.insight.weather.OperatorCall;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.CancelUnit;
import dev.sluice.net.message.PoolRequest;
import dev.sluice.net.message.SteerAnswer;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Ends submitted runs, or gives up one unit of any run. */
@Command(
        name = "cancel",
        mixinStandardHelpOptions = true,
        description =
                "Running units are finished and delivered. 'sluice resume' continues such a run. With --unit, the "
                        + "run goes on without that unit; a worker that computes it ends it.",
        exitCodeList = {
            "0:the runs end, or the unit is given up",
            "2:usage error, no such run, or the unit has ended",
            "3:no pool answers, or the run's master does not",
            "5:internal error in Sluice"
        })
final class CancelCommand implements Callable<Integer> {
    @Mixin
    private PoolClientOptions pool;

    @Parameters(arity = "1..*", paramLabel = "RUN", description = "an id, the beginning of one, or the run's directory")
    private List<String> runs = List.of();

    @Option(
            names = "--unit",
            paramLabel = "INDEX",
            description = "give up this unit (INDEX or CYCLE:INDEX; of 'each' the number of the command), and not the "
                    + "run; repeatable")
    private List<String> units = List.of();

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    CancelCommand() {}

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (!units.isEmpty()) {
            return giveUp();
        }
        spec.commandLine()
                .getOut()
                .println(PoolCall.ask(pool.address(), PoolRequest.Verb.CANCEL, runs)
                        .text());
        spec.commandLine().getOut().flush();
        return 0;
    }

    private int giveUp() throws IOException, InterruptedException {
        if (runs.size() > 1) {
            throw new SluiceException(ErrorCode.USAGE, "RUN: " + runs.size() + " runs, with --unit (expected: one)");
        }
        RunDoor door = RunDoor.to(runs.get(0), spec.commandLine().getErr());
        try (OperatorCall call = OperatorCall.open(door.file())) {
            for (String unit : units) {
                SteerAnswer answer = call.ask(new CancelUnit(door.unit(unit)), SteerAnswer.class);
                if (!answer.refused().isEmpty()) {
                    throw new SluiceException(ErrorCode.UNIT_NOT_OPEN, "--unit: " + unit + ": " + answer.refused());
                }
                spec.commandLine().getOut().println(String.join("; ", answer.changed()));
                spec.commandLine().getOut().flush();
            }
        }
        return 0;
    }
}
