package dev.sluice.cli.run;

import dev.sluice.api.language.ForeignException;
import dev.sluice.cli.option.TerminalOutput;
import dev.sluice.cli.option.TypedCommand;
import dev.sluice.cli.report.ReportHead;
import dev.sluice.cli.report.ShortTable;
import dev.sluice.master.RunEnd;
import dev.sluice.master.RunTerms;
import dev.sluice.master.report.Expected;
import dev.sluice.master.report.RunReport;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.Plural;
import dev.sluice.model.RunId;
import dev.sluice.net.rules.Text;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Prints the output of a run: results on standard output, as a table, one JSON object or nothing; news and progress on
 * standard error. Any thread; a line is never torn.
 */
public final class Output {
    /** The forms. */
    public enum Form {
        TABLE,
        JSON,
        /** News and progress of commands, and nothing at the end. */
        PROGRESS,
        /** News alone. */
        NEWS,
        QUIET
    }

    private static final long TERMINAL_MILLIS = 200;
    private static final String CLEAR_LINE = "\r\u001b[K";

    /** A line that is too long for the terminal is cut: a second line could not be cleared. */
    private static final String NO_WRAP = "\u001b[?7l";

    private static final String WRAP = "\u001b[?7h";

    private final Form form;
    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean terminal;
    private final long progressMillis;
    private boolean barShown;
    private boolean ended;
    private boolean reported;

    private Output(Form form, PrintWriter out, PrintWriter err, boolean terminal, long progressMillis) {
        this.form = form;
        this.out = out;
        this.err = err;
        this.terminal = terminal;
        this.progressMillis = progressMillis;
    }

    public static Output of(RunRequest.Reporting reporting, PrintWriter out, PrintWriter err) {
        boolean terminal = TerminalOutput.isThere();
        return new Output(
                reporting.form(), out, err, terminal, terminal ? TERMINAL_MILLIS : reporting.progressMillis());
    }

    /**
     * A serial run.
     *
     * @param foretold its forecast beside its time; null without one
     */
    record Serial(long units, long nanos, Expected.@Nullable Foretold foretold) {
        double seconds() {
            return nanos / 1e9;
        }
    }

    /** The word for what the run computes. */
    String unit() {
        return form == Form.PROGRESS ? "command" : "unit";
    }

    /** Between two lines of progress [ms]. */
    long progressMillis() {
        return progressMillis;
    }

    boolean showsProgress() {
        return form != Form.QUIET && form != Form.NEWS;
    }

    /** The run can be joined. */
    synchronized void started(RunId run, @Nullable InetSocketAddress address, Path runFile, boolean open) {
        if (form == Form.QUIET) {
            return;
        }
        say(run + " listens on " + (address == null ? "a local socket" : shown(address)));
        if (open) {
            say("to join: " + TypedCommand.ofProcess().join(runFile));
        }
    }

    private static String shown(InetSocketAddress address) {
        boolean all = address.getAddress().isAnyLocalAddress();
        return (all ? "all addresses, port " : address.getHostString() + ":") + address.getPort();
    }

    /** One piece of news. */
    public synchronized void say(String line) {
        if (form == Form.QUIET || ended) {
            return;
        }
        clearBar();
        err.println(printable(line));
        err.flush();
    }

    /** Text of an application or a peer must not steer the terminal. */
    private static String printable(String text) {
        return Text.printableLines(text, text.length());
    }

    /** A setting that changed; not with JSON, which has it among the decisions. */
    synchronized void tuned(String line) {
        if (form != Form.JSON) {
            say(line);
        }
    }

    /** A request to the command that started this master. It reads also what a quiet run prints. */
    synchronized void ask(String line) {
        clearBar();
        err.println(line);
        err.flush();
    }

    /** The next step of the user; also when the run has ended. */
    synchronized void advise(String line) {
        if (form != Form.QUIET) {
            clearBar();
            err.println(line);
            err.flush();
        }
    }

    synchronized void progress(String line) {
        if (terminal) {
            clearBar();
            err.print(NO_WRAP + line + WRAP);
            barShown = true;
        } else {
            err.println(line);
        }
        err.flush();
    }

    synchronized void progressDone() {
        clearBar();
        err.flush();
    }

    private void clearBar() {
        if (barShown) {
            err.print(CLEAR_LINE);
            barShown = false;
        }
    }

    /** The statistics. */
    synchronized void report(RunReport report, Path directory) {
        ended = true;
        reported = true;
        if (form == Form.JSON) {
            out.println(RunJson.of(report));
        } else if (form == Form.TABLE) {
            out.print(ShortTable.of(report));
            out.println("report: " + place(directory));
        }
        out.flush();
    }

    /** The place of the report: the page if it was written, else {@code run.json}. */
    private static Path place(Path directory) {
        Path page = directory.resolve("report.html");
        return Files.isRegularFile(page) ? page : directory.resolve("run.json");
    }

    synchronized void serial(RunTerms terms, RunEnd end, Serial run) {
        reported = true;
        Expected.Foretold foretold = run.foretold();
        if (form == Form.JSON) {
            out.println(RunJson.serial(terms, end, run));
        } else if (form == Form.TABLE) {
            out.printf(
                    Locale.ROOT,
                    "serial: %s in %.2f s, %,.1f units/s%n",
                    Plural.of(run.units(), "unit"),
                    run.seconds(),
                    run.units() / run.seconds());
            if (foretold != null) {
                out.println(ReportHead.sentence(foretold));
            }
        }
        out.flush();
    }

    /** Says how it ended, where that is not plain; returns the exit code. */
    public synchronized int end(RunEnd end) {
        ended = true;
        clearBar();
        if (form == Form.JSON && !reported) {
            out.println(RunJson.error(end));
            out.flush();
        }
        if (end.outcome() == RunEnd.Outcome.INTERRUPTED) {
            err.println("sluice: " + printable(end.text()));
        } else if (end.code() != ErrorCode.NONE) {
            err.println("sluice: " + end.code() + " " + printable(end.text()));
            err.println("  " + TypedCommand.ofProcess().in(end.code().remedy()));
            if (end.cause() != null && end.code() == ErrorCode.APPLICATION_FAILED) {
                printCause(end.cause());
            }
        }
        err.flush();
        return end.exitCode();
    }

    private void printCause(Throwable failure) {
        Throwable root = failure.getCause() == null ? failure : failure.getCause();
        err.println("  " + printable(root.toString()));
        if (root instanceof ForeignException foreign) {
            printable(foreign.trace()).lines().forEach(line -> err.println("    " + line));
        }
        StackTraceElement[] stack = root.getStackTrace();
        for (int i = 0; i < Math.min(10, stack.length); i++) {
            err.println("    at " + stack[i]);
        }
    }
}
