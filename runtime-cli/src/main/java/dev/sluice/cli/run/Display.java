package dev.sluice.cli.run;

import dev.sluice.cli.plan.PlanTable;
import dev.sluice.master.RunProgress;
import dev.sluice.master.report.TreeForetold;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Shows progress: a bar on a terminal, a plain line now and then elsewhere. Owns the thread {@code sluice-display}. */
final class Display implements AutoCloseable {
    private static final int BAR = 24;

    private final Output output;
    private final RunProgress progress;
    private final Thread thread;
    private final @Nullable TreeForetold foretold;
    private RunProgress.Snapshot before;

    private Display(Output output, RunProgress progress, @Nullable TreeForetold foretold) {
        this.output = output;
        this.progress = progress;
        this.foretold = foretold;
        this.before = progress.snapshot();
        this.thread = new Thread(this::draw, "sluice-display");
        this.thread.setDaemon(true);
    }

    /** @param foretold shown beside what happens; null where nothing was */
    static Display start(Output output, RunProgress progress, @Nullable TreeForetold foretold) {
        Display display = new Display(output, progress, foretold);
        if (output.showsProgress()) {
            display.thread.start();
        }
        return display;
    }

    private void draw() {
        try {
            while (true) {
                TimeUnit.MILLISECONDS.sleep(output.progressMillis());
                RunProgress.Snapshot now = progress.snapshot();
                output.progress(line(before, now) + (foretold == null ? "" : foretold.beside(now)));
                before = now;
            }
        } catch (InterruptedException closed) {
            // the run is over
        }
    }

    /**
     * One line: bar, units, rate, slots and time left. Bar and time are those of the whole run where the number of
     * cycles is known, else those of the open cycle, whose number then stands first.
     */
    static String line(RunProgress.Snapshot before, RunProgress.Snapshot now) {
        if (now.cycle() < 0) {
            return "starting";
        }
        int cycles = now.cyclesInAll();
        double ofCycle = now.units() == 0 ? 1 : (double) now.finished() / now.units();
        double done = cycles > 1 ? now.share() : ofCycle;
        int filled = (int) (done * BAR);
        double seconds = Math.max(1e-9, (now.nanos() - before.nanos()) / 1e9);
        double present = (now.finishedInAll() - before.finishedInAll()) / seconds;
        double mean = now.finishedInAll() / Math.max(1e-9, now.nanos() / 1e9);
        return String.format(
                Locale.ROOT,
                "%s[%s%s] %3.0f %% %,d/%,d units  %,.0f/s  %d slots%s",
                cycles(now),
                "#".repeat(filled),
                ".".repeat(BAR - filled),
                Math.floor(100 * done),
                now.finished(),
                now.units(),
                present,
                now.slots(),
                cycles > 1 ? left(now) : left(now, present, mean));
    }

    private static String cycles(RunProgress.Snapshot now) {
        return switch (now.cyclesInAll()) {
            case 0 -> "cycle " + now.cycle() + " ";
            case 1 -> "";
            default -> String.format(Locale.ROOT, "%,d/%,d cycles ", now.cyclesFinished(), now.cyclesInAll());
        };
    }

    private static String left(RunProgress.Snapshot now) {
        OptionalDouble seconds = now.secondsLeft();
        if (seconds.isEmpty()) {
            return "";
        }
        double left = seconds.getAsDouble();
        return "  " + (left < 60 ? Math.round(left) + " s" : PlanTable.time(left)) + " left";
    }

    private static String left(RunProgress.Snapshot now, double present, double mean) {
        long units = now.units() - now.finished();
        if (units == 0 || present <= 0 || mean <= 0) {
            return "";
        }
        double one = units / present;
        double other = units / mean;
        return String.format(
                Locale.ROOT,
                "  %.0f to %.0f s left%s",
                Math.min(one, other),
                Math.max(one, other),
                now.cyclesInAll() == 0 ? " of this cycle" : "");
    }

    @Override
    public void close() throws InterruptedException {
        if (thread.isAlive()) {
            thread.interrupt();
            thread.join();
        }
        output.progressDone();
    }
}
