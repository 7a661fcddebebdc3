package dev.sluice.cli.page;

import dev.sluice.master.RunCore;
import dev.sluice.master.RunProgress;
import dev.sluice.master.RunTerms;
import dev.sluice.master.report.RunDirectory;
import dev.sluice.model.record.RunView;
import dev.sluice.net.runfile.ThisHost;
import java.time.ZoneId;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** Views of what the progress line shows: who the run is, and its overview. All else is empty. Any thread. */
final class ProgressViews implements ViewSource {
    private final RunView.About about;
    private final RunProgress progress;
    private final AtomicLong sequence = new AtomicLong();
    private RunProgress.Snapshot before;

    ProgressViews(RunView.About about, RunProgress progress) {
        this.about = about;
        this.progress = progress;
        this.before = progress.snapshot();
    }

    /** Views of a running run. */
    static ProgressViews of(RunTerms terms, RunCore core, RunDirectory directory) {
        RunView.About about = new RunView.About(
                RunView.Kind.LIVE,
                core.settings().run().text(),
                terms.application(),
                terms.arguments(),
                terms.started()
                        .atZone(ZoneId.systemDefault())
                        .toOffsetDateTime()
                        .toString(),
                ThisHost.name(),
                core.settings().policy().name(),
                terms.sluice(),
                terms.java(),
                directory.path().toAbsolutePath().toString(),
                "",
                -1);
        return new ProgressViews(about, core.progress());
    }

    @Override
    public synchronized CompletableFuture<Views> views(long since, boolean whole) {
        RunView.Overview now = overview();
        return CompletableFuture.completedFuture(
                new Views(since == NOTHING ? null : view(now, false), whole ? view(now, true) : null));
    }

    private RunView.Overview overview() {
        RunProgress.Snapshot now = progress.snapshot();
        double seconds = now.nanos() / 1e9;
        double since = (now.nanos() - before.nanos()) / 1e9;
        double rateMean = seconds > 0 ? now.finishedInAll() / seconds : 0;
        double rateNow = since > 0 ? (now.finishedInAll() - before.finishedInAll()) / since : rateMean;
        if (since > 2) {
            before = now;
        }
        OptionalDouble left = now.secondsLeft();
        return new RunView.Overview(
                seconds,
                now.cycle(),
                now.cyclesInAll(),
                now.units(),
                now.finished(),
                now.finishedInAll(),
                rateNow,
                rateMean,
                0,
                left.orElse(-1),
                left.orElse(-1),
                (int) (now.counters().workersJoined() - now.counters().workersLost()),
                (int) now.counters().workersJoined(),
                now.slots(),
                now.counters().quarantined(),
                "");
    }

    private RunView view(RunView.Overview overview, boolean whole) {
        return new RunView(
                sequence.incrementAndGet(),
                whole,
                about,
                overview,
                List.of(),
                new RunView.Bands(1, 0, List.of(), List.of()),
                new RunView.Spans(
                        new int[0], new long[0], new long[0], new int[0], new long[0], new int[0], new byte[0], 0),
                new RunView.Transfers(new int[0], new byte[0], new long[0], new long[0], new long[0], 0),
                new RunView.Series(1, 0, new long[0], new int[0], new long[0], new long[0], new float[0]),
                List.of(),
                new RunView.Ledger(0, List.of(), List.of(), "", List.of()),
                null,
                new RunView.Forecasts(new double[0], new double[0], new double[0], -1, -1),
                List.of(),
                List.of(),
                List.of());
    }
}
