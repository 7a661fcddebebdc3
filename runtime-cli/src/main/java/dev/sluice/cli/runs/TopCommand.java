package dev.sluice.cli.runs;

import dev.sluice.cli.option.Columns;
import dev.sluice.cli.option.TerminalOutput;
import dev.sluice.insight.history.RunIndex;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.record.RunView;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Watches a running run in the terminal. */
@Command(
        name = "top",
        mixinStandardHelpOptions = true,
        description = "Shows progress, rates, time left, bottleneck and workers. Ctrl-C leaves; the run goes on.",
        exitCodeList = {
            "0:success, or the run ended",
            "2:usage error, no such run, no run is running, several are and none was named, or the run has no page",
            "3:the master does not answer",
            "5:internal error in Sluice"
        })
final class TopCommand implements Callable<Integer> {
    /** Time between two questions [ms]. A large answer costs the master much, and the screen shows little of it. */
    private static final long REFRESH_MILLIS = 500;

    private static final long REFRESH_LARGE_MILLIS = 2_000;
    private static final int LARGE = 200_000;

    @Parameters(
            arity = "0..1",
            paramLabel = "RUN",
            description = "an id, the beginning of one, or the run's directory (default: the only running run)")
    private @Nullable String name;

    @Option(names = "--once", description = "print once and exit, as without a terminal")
    private boolean once;

    @Option(names = "--json", description = "print the data of the page once, as one JSON object")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets them
    TopCommand() {}

    @Override
    public Integer call() throws InterruptedException {
        PrintWriter out = spec.commandLine().getOut();
        KnownRun run = run(out);
        RunPage page = new RunPage();
        boolean terminal = TerminalOutput.isThere();
        try {
            RunPage.Address address = RunPage.of(run.directory()).orElseThrow(() -> withoutPage(run));
            if (json) {
                out.println(page.text(address));
            } else if (once || !terminal) {
                TopText.lines(PageFields.read(page.data(address))).forEach(out::println);
            } else {
                out.println(Columns.printable("page: " + address.shown()));
                out.flush();
                watch(page, address, new Screen(out), run.directory());
            }
        } catch (IOException noAnswer) {
            throw new SluiceException(
                    ErrorCode.CONNECT_FAILED,
                    "run: " + Columns.printable(run.run()) + ": no answer of the master: " + noAnswer,
                    noAnswer);
        }
        out.flush();
        return 0;
    }

    private KnownRun run(PrintWriter out) {
        Instant now = Instant.now();
        KnownRuns known = KnownRuns.read(RunIndex.ofUser(), now);
        if (name != null) {
            KnownRun named = known.named(name, now, spec.commandLine().getErr());
            if (!named.isRunning()) {
                throw new SluiceException(
                        ErrorCode.RUN_OVER,
                        "run: " + Columns.printable(named.run() + ": " + named.words())
                                + " (expected: a running run of this machine)",
                        "See its report: 'sluice report " + Columns.printable(named.run()) + "'.");
            }
            return named;
        }
        return known.onlyRunning(out);
    }

    private static SluiceException withoutPage(KnownRun run) {
        return new SluiceException(
                ErrorCode.RUN_WITHOUT_PAGE,
                "run: " + Columns.printable(run.run())
                        + ": it has no page (expected: a run without --web=off that has begun)");
    }

    /** @param characters of the last answer */
    static long refreshMillis(int characters) {
        return characters < LARGE ? REFRESH_MILLIS : REFRESH_LARGE_MILLIS;
    }

    /** Draws until the run ends. A master that does not answer any more has ended. */
    private static void watch(RunPage page, RunPage.Address address, Screen screen, Path directory)
            throws IOException, InterruptedException {
        boolean seen = false;
        long pauseMillis = REFRESH_MILLIS;
        while (true) {
            try {
                String text = page.text(address);
                PageFields view = PageFields.read(RunPage.document(address, text));
                screen.draw(TopText.lines(view));
                seen = true;
                pauseMillis = refreshMillis(text.length());
                if (view.view().about().kind() == RunView.Kind.ENDED) {
                    return;
                }
            } catch (IOException gone) {
                if (!seen) {
                    throw gone;
                }
                KnownRun left = KnownRun.read(directory, Instant.now());
                screen.say(Columns.printable(
                        left.isRunning() ? "the master does not answer: " + gone : left.run() + " " + left.words()));
                return;
            }
            TimeUnit.MILLISECONDS.sleep(pauseMillis);
        }
    }
}
