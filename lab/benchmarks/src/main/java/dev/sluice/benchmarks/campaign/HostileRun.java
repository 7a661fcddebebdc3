package dev.sluice.benchmarks.campaign;

import dev.sluice.benchmarks.application.LedgerAnswer;
import dev.sluice.benchmarks.application.LedgerUnits;
import dev.sluice.benchmarks.campaign.EpisodePlace.Started;
import dev.sluice.net.runfile.RunFile;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * One run of a master with a small heap and honest local workers. After a third of its units, hostile peers attack it
 * until its end. Measures the honest workers, the master's memory and what it prints, and judges the answer.
 */
final class HostileRun {
    /** Words of the finding that honest workers were held up. */
    static final String RATE_FINDING = "units/s during the attack";

    private static final int WORKERS = 2;
    private static final int SLOTS = 4;
    private static final long COMPUTE_MILLIS = 20;
    private static final int LARGEST_BYTES = 1_000;
    private static final long TICK_MILLIS = 50;

    /** Time after a change of which the rate does not count. */
    private static final long SETTLE_NANOS = TimeUnit.SECONDS.toNanos(3);

    private static final double ALONE_PART = 0.3;
    private static final double COUNTED_PART = 0.95;
    private static final double LEAST_RATIO = 0.8;
    private static final double MOST_HEAP = 0.8;

    /** Lines about one address that a master may print at once; docs/protocol.md has it. */
    private static final int LINES_AT_ONCE = 512;

    private final Episode episode;
    private final EpisodePlace place;
    private final long limitNanos;
    private final long heapPauseNanos;
    private final EpisodeProcesses processes;
    private final LedgerView ledger;
    private final List<String> findings = new ArrayList<>();
    private long heapBytes;

    /** @param length about how long the run takes */
    HostileRun(long seed, Duration length, EpisodePlace place) {
        long units = WORKERS * SLOTS * length.toMillis() / (COMPUTE_MILLIS + 2);
        Episode.Work work = new Episode.Work(
                LedgerUnits.Mode.EACH, new LedgerAnswer(units, 1, LARGEST_BYTES), 0, COMPUTE_MILLIS, false);
        this.episode = new Episode(seed, RunShape.LOCAL, WORKERS, "os", false, work, 0, List.of());
        this.place = place;
        this.limitNanos = 3 * length.toNanos() + TimeUnit.MINUTES.toNanos(2);
        this.heapPauseNanos = Math.min(TimeUnit.SECONDS.toNanos(10), length.toNanos() / 10);
        this.processes = new EpisodeProcesses(place);
        this.ledger = new LedgerView(place.ledger(), work);
    }

    HostileOutcome run() throws IOException, InterruptedException {
        long endNanos = System.nanoTime() + limitNanos;
        long units = episode.work().answer().units();
        try {
            Started master = start();
            await(master, 1, endNanos);
            settle();
            double alone = rate(master, Math.round(units * ALONE_PART), endNanos);
            long attackNanos = System.nanoTime();
            RunFile run = RunFile.read(place.runDirectory().resolve("private").resolve("worker.run"));
            try (HostileCrowd crowd = HostileCrowd.begin(run, episode.seed())) {
                settle();
                double attacked = rate(master, Math.round(units * COUNTED_PART), endNanos);
                awaitEnd(master, endNanos);
                double seconds = (System.nanoTime() - attackNanos) * 1e-9;
                int lines = HostileLines.most(master.complained());
                judge(alone, attacked, seconds, lines);
                return new HostileOutcome(
                        episode.seed(),
                        alone,
                        attacked,
                        heapBytes,
                        lines,
                        seconds,
                        HostileOutcome.Crowd.of(crowd),
                        findings);
            }
        } finally {
            processes.killAll();
        }
    }

    private Started start() throws IOException {
        List<String> words = new ArrayList<>(place.places().masterWords());
        words.add(1, "-Xmx" + HostileOutcome.HEAP_BYTES);
        List<String> arguments = new ArrayList<>(List.of("run"));
        arguments.addAll(OwnMaster.runWords(episode, place));
        arguments.addAll(List.of("--run-dir", place.runDirectory().toString()));
        arguments.addAll(List.of("--local", String.valueOf(WORKERS), "--slots", String.valueOf(SLOTS)));
        arguments.addAll(List.of("--listen", "127.0.0.1:0"));
        arguments.addAll(OwnMaster.applicationWords(episode, place));
        return place.start("run", words, arguments.toArray(String[]::new));
    }

    private static void settle() throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep(SETTLE_NANOS);
    }

    /** Waits until so many units are accepted. */
    private void await(Started master, long units, long endNanos) throws IOException, InterruptedException {
        long measuredNanos = System.nanoTime();
        ledger.refresh();
        while (ledger.progress() < units && master.process().isAlive() && System.nanoTime() < endNanos) {
            TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
            if (System.nanoTime() - measuredNanos >= heapPauseNanos) {
                heapBytes = Math.max(
                        heapBytes, MasterHeap.usedBytes(master.process().pid()));
                measuredNanos = System.nanoTime();
            }
            ledger.refresh();
        }
    }

    /** Units accepted in a second, until there are so many. */
    private double rate(Started master, long units, long endNanos) throws IOException, InterruptedException {
        ledger.refresh();
        long before = ledger.progress();
        long begunNanos = System.nanoTime();
        await(master, units, endNanos);
        return (ledger.progress() - before) / ((System.nanoTime() - begunNanos) * 1e-9);
    }

    private void awaitEnd(Started master, long endNanos) throws IOException, InterruptedException {
        await(master, Long.MAX_VALUE, endNanos);
        if (master.process().isAlive()) {
            processes.writeStacks();
            findings.add("the run has not ended after " + TimeUnit.NANOSECONDS.toSeconds(limitNanos) + " s");
            return;
        }
        while (!processes.all().isEmpty() && System.nanoTime() < endNanos) {
            TimeUnit.MILLISECONDS.sleep(TICK_MILLIS);
        }
        processes.all().forEach(each -> findings.add("still there after the run: " + each.command()));
        ledger.refresh();
        int code = master.process().exitValue();
        if (code != 0) {
            findings.add("the run exited with " + code + " (expected: 0): " + OwnMaster.last(master.complained()));
        }
        findings.addAll(LedgerJudge.findings(episode, ledger, EpisodePlace.text(place.answer())));
        findings.addAll(place.traces());
    }

    private void judge(double alone, double attacked, double seconds, int lines) {
        if (!(attacked >= LEAST_RATIO * alone)) {
            findings.add(String.format(
                    Locale.ROOT,
                    "%.0f %s (expected: at least %.1f of %.0f)",
                    attacked,
                    RATE_FINDING,
                    LEAST_RATIO,
                    alone));
        }
        if (heapBytes <= 0 || heapBytes > MOST_HEAP * HostileOutcome.HEAP_BYTES) {
            findings.add("the master keeps " + heapBytes + " bytes (expected: less than " + MOST_HEAP + " of "
                    + HostileOutcome.HEAP_BYTES + ")");
        }
        if (lines > LINES_AT_ONCE + seconds) {
            findings.add(lines + " lines about one peer in " + Math.round(seconds) + " s (expected: at most "
                    + LINES_AT_ONCE + " at once, and one a second)");
        }
    }
}
