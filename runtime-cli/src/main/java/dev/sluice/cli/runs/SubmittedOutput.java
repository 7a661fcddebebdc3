package dev.sluice.cli.runs;

import dev.sluice.app.each.output.ClosedOutputException;
import dev.sluice.cli.option.Columns;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;

/** The output of a submitted run that has ended. */
final class SubmittedOutput {
    private SubmittedOutput() {}

    /** Prints it, and returns the exit code of the run. */
    static int print(KnownRun run, OutputStream out, PrintWriter err) throws IOException {
        SubmittedFiles files = new SubmittedFiles(run.directory());
        files.demand(run);
        RunEnding ending = new RunEnding(run.directory());
        KnownRun seen = ending.look();
        if (!ending.hasCome(seen)) {
            throw new SluiceException(
                    ErrorCode.RUN_NOT_OVER,
                    "run: " + Columns.printable(run.run()) + ": it has not ended (expected: an ended run)");
        }
        int code = RunEnding.exitCode(seen);
        try {
            new FileTail(files.output()).copyTo(out);
        } catch (ClosedOutputException closed) {
            return ClosedOutputException.EXIT_CODE;
        }
        if (code != 0) {
            String note = seen.note().isEmpty() ? "" : ": " + seen.note();
            err.println("sluice: " + Columns.printable(seen.run() + " " + seen.words() + note));
            err.flush();
        }
        return code;
    }
}
