package dev.sluice.cli.each;

import dev.sluice.app.each.job.BytePath;
import dev.sluice.app.each.output.OutputSettings;
import dev.sluice.app.each.output.Resume;
import dev.sluice.app.each.output.ResumeBy;
import dev.sluice.cli.option.TerminalOutput;
import dev.sluice.cli.run.Output;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options of {@code each} about what is printed and kept, and when the run stops early. */
final class PrintOptions {
    @Option(
            names = {"-k", "--keep-order"},
            description = "print the output of commands in the order of the inputs")
    private boolean keepOrder;

    @Option(
            names = {"--line-buffer", "--lb"},
            description =
                    "print whole lines while commands run, from any host; with -k those of the command whose turn "
                            + "it is")
    private boolean lineBuffer;

    @Option(
            names = {"-u", "--ungroup"},
            description = "print output while commands run, as it comes: lines of several may mix; without tags")
    private boolean ungroup;

    @Option(names = "--tag", description = "begin each line of output with the input and a tab")
    private boolean tag;

    @Option(
            names = "--tagstring",
            paramLabel = "TEXT",
            description = "begin each line of output with TEXT, which may contain replacement strings, and a tab")
    private @Nullable String tagString;

    @Option(
            names = {"--joblog", "--jl"},
            paramLabel = "FILE",
            description = "write one line per command: times, exit code, signal, command; +FILE appends")
    private @Nullable String jobLog;

    @Option(
            names = {"--results", "--res"},
            paramLabel = "DIR",
            description = "keep the output of each command in files below DIR, or all in a table (FILE.csv, FILE.tsv)")
    private @Nullable String results;

    @Option(
            names = "--output",
            paramLabel = "FILE",
            description = "keep the output of all commands in one indexed file, which 'sluice logs --output' reads")
    private @Nullable String output;

    @Option(
            names = "--resume",
            description = "leave out commands that have run, also failed ones; with --joblog, --results or --output of "
                    + "the run before")
    private boolean resume;

    @Option(names = "--resume-failed", description = "as --resume, and run failed commands again")
    private boolean resumeFailed;

    @Option(
            names = "--retry-failed",
            description = "run the failed commands of this --joblog again, which has their words; type options alone")
    private boolean retryFailed;

    @Option(
            names = "--resume-by",
            paramLabel = "WHAT",
            description = "what makes two commands the same: COMMAND, or CONTENT also of the files that it names "
                    + "(default: ${DEFAULT-VALUE})")
    private ResumeBy resumeBy = ResumeBy.COMMAND;

    @Option(
            names = "--halt",
            paramLabel = "RULE",
            description = "stop early: never, or soon or now with fail, success or done, as in now,fail=1 (default: "
                    + "soon if 20 failed without success)")
    private @Nullable String halt;

    @Option(
            names = "--max-failures",
            paramLabel = "N",
            description = "stop soon when N commands have failed; the same as --halt soon,fail=N")
    private @Nullable Long maxFailures;

    @Option(
            names = {"-t", "--verbose"},
            description = "print each command on standard error before its output")
    private boolean verbose;

    @Option(
            names = {"--progress", "--bar", "--eta"},
            description = "show progress on standard error, also where it is no terminal")
    private boolean progress;

    @Option(names = "--table", description = "print the report of the run on standard error at the end")
    private boolean table;

    @Option(
            names = {"--quiet", "--silent"},
            description = "print nothing of Sluice itself except errors")
    private boolean quiet;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    PrintOptions() {}

    /** Takes options of GNU parallel that change nothing here. */
    @Option(
            names = {"--group", "--plain", "--will-cite", "--no-notice", "--gnu"},
            hidden = true)
    void withoutEffect(boolean told) {
        // output comes command by command unless another option says so
    }

    /** How commands are printed while they run. */
    Live live() {
        return ungroup ? Live.BYTES : lineBuffer ? Live.LINES : Live.NONE;
    }

    boolean quiet() {
        return quiet;
    }

    boolean verbose() {
        return verbose;
    }

    /** The job log whose failed commands run again as they are written there; null if there is none. */
    @Nullable
    Path failedCommands() {
        if (!retryFailed || jobLog == null) {
            return null;
        }
        Path log = BytePath.resolve(Path.of(""), jobLog.replaceFirst("^\\+", ""));
        if (Files.notExists(log)) {
            throw new SluiceException(
                    ErrorCode.NOTHING_TO_RESUME,
                    "--retry-failed: " + BytePath.shown(log)
                            + ": not found (expected: the --joblog of the run before)");
        }
        return log;
    }

    /** @param again whether the commands are those that failed, so that the job log is continued */
    OutputSettings settings(boolean again) {
        int resumes = (resume ? 1 : 0) + (resumeFailed ? 1 : 0) + (retryFailed ? 1 : 0);
        if (resumes > 1) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "--resume: with --resume-failed or --retry-failed (expected: only one of the three)");
        }
        return new OutputSettings(
                keepOrder,
                tagString != null ? tagString : tag ? "{}" : "",
                again && !text(jobLog).startsWith("+") ? "+" + text(jobLog) : text(jobLog),
                text(results),
                text(output),
                again ? Resume.NONE : resumes(),
                resumeBy,
                text(halt),
                maxFailures == null ? 0 : maxFailures);
    }

    /** Tells whether the run leaves out what an earlier one has done. */
    boolean leavesOut() {
        return resumes() != Resume.NONE;
    }

    private Resume resumes() {
        return resume ? Resume.MISSING : resumeFailed ? Resume.UNSUCCESSFUL : retryFailed ? Resume.FAILED : Resume.NONE;
    }

    private static String text(@Nullable String told) {
        return told == null ? "" : told;
    }

    /**
     * The form of what Sluice itself prints. On a terminal, a run shows its progress; elsewhere, only workers on other
     * hosts are worth a line.
     *
     * @param elsewhere whether workers are started on other hosts
     */
    Output.Form form(boolean elsewhere) {
        if (table) {
            return Output.Form.TABLE;
        }
        if (quiet) {
            return Output.Form.QUIET;
        }
        boolean terminal = TerminalOutput.isThere();
        return progress ? Output.Form.PROGRESS : elsewhere || terminal ? Output.Form.NEWS : Output.Form.QUIET;
    }
}
