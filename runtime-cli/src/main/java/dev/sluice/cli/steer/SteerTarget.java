package dev.sluice.cli.steer;

import dev.sluice.insight.weather.OperatorCall;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.SteerAnswer;
import dev.sluice.net.message.SteerWorkers;
import dev.sluice.net.runfile.RunFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The run that a command changes, and the workers that it names.
 *
 * @param named the run as it was named: its directory or the operator's run file; null for the newest run
 * @param run the operator's run file
 * @param workers ids and hosts
 */
record SteerTarget(@Nullable Path named, RunFile run, List<String> workers) {
    /** Reads the arguments of a command: the run, if the first one names it, and workers. */
    static SteerTarget of(List<String> names) throws IOException {
        boolean runIsNamed = names.size() > 1 && isRun(names.get(0));
        Path named = runIsNamed ? Path.of(names.get(0)) : null;
        return new SteerTarget(
                named, RunDirectory.operatorsOf(named), runIsNamed ? names.subList(1, names.size()) : names);
    }

    /** Tells whether this names a run; the name of a worker below a sub-master has a slash too. */
    private static boolean isRun(String name) {
        return name.contains("/") && !name.matches("(w[0-9]+/)+w[0-9]+") || Files.exists(Path.of(name));
    }

    /** Asks the master; fails if it knows no worker of one of these names. */
    SteerAnswer ask(SteerWorkers order) throws InterruptedException {
        SteerAnswer answer = OperatorCall.ask(run, order, SteerAnswer.class);
        if (!answer.unknown().isEmpty()) {
            String known = answer.present().isEmpty() ? "nobody is there" : String.join(", ", answer.present());
            throw new SluiceException(
                    ErrorCode.USAGE,
                    String.join(", ", answer.unknown()) + ": no such worker of " + run.run()
                            + " (expected: a worker or a host of: " + known + ")");
        }
        return answer;
    }

    /** Fails if the master refused the order; returns its answer. */
    SteerAnswer carriedOut(SteerAnswer answer) {
        if (!answer.refused().isEmpty()) {
            throw new SluiceException(ErrorCode.USAGE, String.join(", ", workers) + ": " + answer.refused());
        }
        return answer;
    }
}
