package dev.sluice.master;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.RunId;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.UnitFailure;
import java.io.PrintWriter;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Locale;

/**
 * What a run prints: results on standard output, as a table, one JSON object or nothing; news and progress on standard
 * error. Any thread; a line is never torn.
 */
final class Output {
    /** The three forms. */
    enum Form {
        TABLE,
        JSON,
        QUIET
    }

    private static final long TERMINAL_MILLIS = 200;
    private static final String CLEAR_LINE = "\r\u001b[K";

    private final Form form;
    private final PrintWriter out;
    private final PrintWriter err;
    private final boolean terminal;
    private final long progressMillis;
    private boolean barShown;
    private boolean ended;

    private Output(Form form, PrintWriter out, PrintWriter err, boolean terminal, long progressMillis) {
        this.form = form;
        this.out = out;
        this.err = err;
        this.terminal = terminal;
        this.progressMillis = progressMillis;
    }

    static Output of(RunOptions options, PrintWriter out, PrintWriter err) {
        Form form = options.json ? Form.JSON : options.quiet ? Form.QUIET : Form.TABLE;
        boolean terminal = System.console() != null && !"dumb".equals(System.getenv("TERM"));
        return new Output(form, out, err, terminal, terminal ? TERMINAL_MILLIS : options.progressMillis());
    }

    /** Between two lines of progress [ms]. */
    long progressMillis() {
        return progressMillis;
    }

    boolean showsProgress() {
        return form != Form.QUIET;
    }

    /** The run can be joined. */
    synchronized void started(RunId run, InetSocketAddress address, Path runFile, boolean open) {
        if (form == Form.QUIET) {
            return;
        }
        say(run + " listens on " + address.getHostString() + ":" + address.getPort());
        if (open) {
            say("to join: java -jar sluice-worker.jar join " + runFile);
        }
    }

    /** One piece of news. */
    synchronized void say(String line) {
        if (form == Form.QUIET || ended) {
            return;
        }
        clearBar();
        err.println(line);
        err.flush();
    }

    synchronized void progress(String line) {
        if (terminal) {
            clearBar();
            err.print(line);
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
        if (form == Form.JSON) {
            out.println(Json.of(report));
        } else if (form == Form.TABLE) {
            table(report);
            out.println("report: " + directory.resolve("run.json"));
        }
        out.flush();
    }

    synchronized void serial(long units, long nanos) {
        if (form == Form.JSON) {
            out.println(Json.serial(units, nanos / 1e9));
        } else if (form == Form.TABLE) {
            out.printf(
                    Locale.ROOT,
                    "serial: %,d units in %.2f s, %,.1f units/s%n",
                    units,
                    nanos / 1e9,
                    units / (nanos / 1e9));
        }
        out.flush();
    }

    private void table(RunReport report) {
        out.printf(
                Locale.ROOT,
                "%n%s %s: %,d units in %.2f s, %,.1f units/s, policy %s, load imbalance %.1f %%%n",
                report.run(),
                report.outcome().name().toLowerCase(Locale.ROOT),
                report.units(),
                report.seconds(),
                report.unitsPerSecond(),
                report.policy(),
                100 * report.loadImbalance());
        out.printf(
                "%n%-8s %-20s %5s %12s %8s %8s %10s %10s %5s%n",
                "worker", "host", "slots", "units", "wall s", "CPU s", "compute s", "of it CPU", "used");
        for (RunReport.WorkerLine worker : report.workers()) {
            out.printf(
                    Locale.ROOT,
                    "%-8s %-20s %5d %,12d %8.2f %8.2f %10.2f %10.2f %4.0f%%%n",
                    worker.worker(),
                    worker.host(),
                    worker.slots(),
                    worker.units(),
                    worker.wall(),
                    worker.cpu(),
                    worker.compute(),
                    worker.computeCpu(),
                    100 * worker.utilisation());
        }
        traffic(report);
        losses(report);
        failures(report);
    }

    private void traffic(RunReport report) {
        out.printf("%n%-12s %14s %14s %14s %14s%n", "module", "messages out", "KiB out", "messages in", "KiB in");
        line("application", report.applicationTraffic());
        line("scheduler", report.schedulerTraffic());
    }

    private void line(String name, Traffic.Module module) {
        out.printf(
                Locale.ROOT,
                "%-12s %,14d %,14.1f %,14d %,14.1f%n",
                name,
                module.messagesSent(),
                module.bytesSent() / 1024.0,
                module.messagesReceived(),
                module.bytesReceived() / 1024.0);
    }

    private void losses(RunReport report) {
        out.printf(
                Locale.ROOT,
                "%nretried %,d   duplicates %,d   handed back %,d   workers joined %d, lost %d%n",
                report.counters().reassigned() + report.counters().failed(),
                report.counters().duplicates(),
                report.counters().handedBack(),
                report.counters().workersJoined(),
                report.counters().workersLost());
        if (report.counters().copies() > 0) {
            out.printf(
                    Locale.ROOT,
                    "copied %,d late units: %,d copies won, %,d wasted%n",
                    report.counters().copies(),
                    report.counters().copiesWon(),
                    report.counters().copiesWasted());
        }
        Grants.Summary congestion = report.congestion();
        if (congestion.results() > 0) {
            out.printf(
                    Locale.ROOT,
                    "granted %,d large results, %,.1f MiB, %d at once at most (%s: %s)%n",
                    congestion.results(),
                    congestion.bytes() / 1048576.0,
                    congestion.most(),
                    congestion.mode(),
                    congestion.mode().sentence());
        }
    }

    private void failures(RunReport report) {
        for (Action.Quarantine quarantine : report.quarantined()) {
            out.printf("%nunit %d of cycle %d was given up:%n", quarantine.unit(), quarantine.cycle());
            for (UnitFailure failure : quarantine.failures()) {
                out.printf("  on %s: %s %s %s%n", failure.worker(), failure.code(), failure.type(), failure.message());
            }
            String stack =
                    quarantine.failures().get(quarantine.failures().size() - 1).stack();
            if (!stack.isEmpty()) {
                out.println(stack.strip().indent(4).stripTrailing());
            }
        }
        long more = report.quarantinedUnits() - report.quarantined().size();
        if (more > 0) {
            out.printf(Locale.ROOT, "%nand %,d more%n", more);
        }
    }

    /** Says how it ended, where that is not plain; returns the exit code. */
    synchronized int end(RunEnd end) {
        ended = true;
        clearBar();
        if (end.outcome() == RunEnd.Outcome.INTERRUPTED) {
            err.println("sluice: " + end.text());
        } else if (end.code() != ErrorCode.NONE) {
            err.println("sluice: " + end.code() + " " + end.text());
            err.println("  " + end.code().remedy());
            if (end.cause() != null && end.code() == ErrorCode.APPLICATION_FAILED) {
                printCause(end.cause());
            }
        }
        err.flush();
        return end.exitCode();
    }

    private void printCause(Throwable failure) {
        Throwable root = failure.getCause() == null ? failure : failure.getCause();
        err.println("  " + root);
        StackTraceElement[] stack = root.getStackTrace();
        for (int i = 0; i < Math.min(10, stack.length); i++) {
            err.println("    at " + stack[i]);
        }
    }
}
