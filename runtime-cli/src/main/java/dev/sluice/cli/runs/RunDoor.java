package dev.sluice.cli.runs;

import dev.sluice.master.report.RunDirectory;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.net.message.UnitName;
import dev.sluice.net.runfile.RunFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import org.jspecify.annotations.Nullable;

/**
 * The way to the master of a running run, and the units that a user names in it.
 *
 * @param file the operator's run file
 * @param ofCommands whether the run is of {@code each}, whose users count commands from 1
 */
public record RunDoor(RunFile file, boolean ofCommands) {
    /**
     * The way to a run.
     *
     * @param name an id, the beginning of one, or a directory; null: the newest run
     * @throws SluiceException RUN_OVER if it has ended, RUN_CLOSED if nobody can connect to it
     */
    public static RunDoor to(@Nullable String name, PrintWriter err) throws IOException {
        KnownRun run = KnownRuns.find(name, err);
        if (run.isRunning() && !Files.exists(RunDirectory.operatorFile(run.directory()))) {
            throw new SluiceException(
                    ErrorCode.RUN_CLOSED,
                    "run: " + run.run() + " computes in its own process, to which nobody can connect (expected: one"
                            + " that listens)");
        }
        return new RunDoor(RunDirectory.operatorsOf(run.directory()), EachName.isOf(run.application()));
    }

    /** Reads INDEX or CYCLE:INDEX, or of a run of {@code each} the number of a command. */
    public UnitName unit(String text) {
        if (!text.matches("([0-9]{1,9}:)?[0-9]{1,18}")) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--unit: " + text + " (expected: INDEX or CYCLE:INDEX, such as 17 or 3:17; of 'sluice each' the"
                            + " number of a command, from 1)");
        }
        int colon = text.indexOf(':');
        int cycle = colon < 0 ? UnitName.OPEN : Integer.parseInt(text.substring(0, colon));
        return new UnitName(cycle, Long.parseLong(text.substring(colon + 1)), ofCommands && colon < 0);
    }
}
