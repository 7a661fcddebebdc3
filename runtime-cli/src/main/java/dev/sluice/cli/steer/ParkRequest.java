package dev.sluice.cli.steer;

import dev.sluice.insight.weather.OperatorCall;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.ParkAnswer;
import dev.sluice.net.message.ParkWorkers;
import dev.sluice.net.runfile.RunFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A request to park workers of a running run, or to let them work again.
 *
 * @param names worker ids and hosts, after the run if it is named
 * @param parked whether they are parked; else they work again
 */
record ParkRequest(List<String> names, boolean parked, boolean json) {
    /** Sends the request, and prints the answer. */
    void send(PrintWriter out) throws IOException, InterruptedException {
        boolean runIsNamed = names.size() > 1 && isRun(names.get(0));
        RunFile run = RunDirectory.operatorsOf(runIsNamed ? Path.of(names.get(0)) : null);
        List<String> workers = runIsNamed ? names.subList(1, names.size()) : names;
        ParkAnswer answer = OperatorCall.ask(run, new ParkWorkers(parked, workers), ParkAnswer.class);
        if (!answer.unknown().isEmpty()) {
            String present = answer.present().isEmpty() ? "nobody is there" : String.join(", ", answer.present());
            throw new SluiceException(
                    ErrorCode.USAGE,
                    String.join(", ", answer.unknown()) + ": no such worker of " + run.run()
                            + " (expected: a worker or a host of: " + present + ")");
        }
        if (!answer.refused().isEmpty()) {
            throw new SluiceException(ErrorCode.USAGE, String.join(", ", workers) + ": " + answer.refused());
        }
        if (json) {
            out.println(SteerJson.parked(run.run(), parked, answer));
        } else {
            print(out, run, workers, answer);
        }
    }

    private void print(PrintWriter out, RunFile run, List<String> workers, ParkAnswer answer) {
        answer.changed()
                .forEach(worker -> out.println(worker + (parked ? " is parked in " : " works again in ") + run.run()));
        answer.replaced().forEach(worker -> out.println(worker + " works in its place"));
        if (answer.changed().isEmpty()) {
            out.println(String.join(", ", workers) + (parked ? ": parked already" : ": not parked"));
        }
    }

    private static boolean isRun(String name) {
        return name.contains("/") || Files.exists(Path.of(name));
    }
}
