package dev.sluice.cli.steer;

import dev.sluice.net.message.SteerAnswer;
import dev.sluice.net.message.SteerWorkers;
import dev.sluice.net.message.SteerWorkers.How;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The workers of a run that a command names, and how the answer of the master is shown. */
final class WorkerNames {
    @Parameters(
            arity = "1..*",
            paramLabel = "[RUN] WORKER",
            description = "a worker (w3, or w2/w1 below the sub-master w2), or a host with all its workers; optionally "
                    + "after the directory of the run or its operator's run file (default: the newest run in "
                    + "sluice-runs)")
    private List<String> names = List.of();

    @Option(names = "--json", description = "print one JSON object")
    private boolean json;

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    WorkerNames() {}

    /** The run, which the first of several names may name, and its workers. */
    SteerTarget target() throws IOException {
        return SteerTarget.of(names);
    }

    /** Asks the master to change the workers in a way that needs no destination. */
    SteerAnswer steer(How how) throws IOException, InterruptedException {
        return ask(SteerWorkers.of(how, target().workers()));
    }

    private SteerAnswer ask(SteerWorkers order) throws IOException, InterruptedException {
        SteerTarget target = target();
        return target.carriedOut(target.ask(order));
    }

    /** Asks the master to park the workers, or to let parked ones work again. */
    void park(boolean parked) throws IOException, InterruptedException {
        SteerTarget target = target();
        SteerAnswer answer = steer(parked ? How.PARK : How.UNPARK);
        List<String> lines = new ArrayList<>();
        String what = parked ? " is parked in " : " works again in ";
        answer.changed()
                .forEach(worker -> lines.add(worker + what + target.run().run()));
        answer.replaced().forEach(worker -> lines.add(worker + " works in its place"));
        if (answer.changed().isEmpty()) {
            lines.add(String.join(", ", target.workers()) + (parked ? ": parked already" : ": not parked"));
        }
        print(SteerJson.parked(target.run().run(), parked, answer), lines);
    }

    /**
     * Asks the master to move the workers.
     *
     * @param to the master to which they move; empty: the names are those of sub-masters to remove
     */
    void move(String to) throws IOException, InterruptedException {
        SteerTarget target = target();
        SteerAnswer answer = ask(SteerWorkers.move(target.workers(), to));
        print(SteerJson.moved(target.run().run(), to.isEmpty(), answer), moved(target, to, answer));
    }

    /** The answer to an order to move workers, for people. */
    static List<String> moved(SteerTarget target, String to, SteerAnswer answer) {
        if (answer.changed().isEmpty()) {
            return List.of(String.join(", ", target.workers()) + ": there already");
        }
        String what = to.isEmpty() ? " leaves, and its workers move to " : " moves to ";
        return answer.changed().stream()
                .map(worker ->
                        worker + what + answer.to() + " in " + target.run().run())
                .toList();
    }

    /** Prints what happens to the workers: an object, or these lines. */
    void print(String object, List<String> lines) {
        (json ? List.of(object) : lines).forEach(spec.commandLine().getOut()::println);
    }
}
