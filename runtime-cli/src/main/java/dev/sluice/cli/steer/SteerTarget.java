package dev.sluice.cli.steer;

import dev.sluice.master.report.RunDirectory;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
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

    /** Fails if the master knows no worker of one of these names. */
    void check(List<String> unknown, List<String> present, String refused) {
        if (!unknown.isEmpty()) {
            String known = present.isEmpty() ? "nobody is there" : String.join(", ", present);
            throw new SluiceException(
                    ErrorCode.USAGE,
                    String.join(", ", unknown) + ": no such worker of " + run.run()
                            + " (expected: a worker or a host of: " + known + ")");
        }
        if (!refused.isEmpty()) {
            throw new SluiceException(ErrorCode.USAGE, String.join(", ", workers) + ": " + refused);
        }
    }
}
