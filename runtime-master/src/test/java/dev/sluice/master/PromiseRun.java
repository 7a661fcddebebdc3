package dev.sluice.master;

import dev.sluice.master.report.Due;
import dev.sluice.master.report.Promise;
import dev.sluice.master.report.PromiseWatch;
import dev.sluice.master.report.RunViews;
import dev.sluice.model.forecast.Calibration;
import dev.sluice.model.forecast.Chance;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.record.PromiseNow;
import dev.sluice.model.schedule.SchedulerConfig;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A drawn run with a finish time: the real master and real workers, in virtual time. */
final class PromiseRun {
    private static final Instant START = Instant.parse("2026-01-31T08:00:00Z");

    /** A run looks at its promise as often as the command does. */
    private static final long LOOK_NANOS = 2 * Cluster.SECOND;

    /** Workers that wait stay so if the others are so sure to keep the time. */
    private static final double SURE = 0.9;

    private final PromiseCase drawn;
    private final Path directory;

    /** The time on all hosts [s]. */
    private final double foretold;

    /** The time that the promise assumes [s]. */
    private double said;

    /** Workers that are at work at first; 0 for all. */
    private int active;

    /** The promise after a fifth of the foretold time; null if nothing was known. */
    private @Nullable PromiseNow early;

    PromiseRun(PromiseCase drawn, Path directory) {
        this.drawn = drawn;
        this.directory = directory;
        this.foretold = drawn.foretoldSeconds(drawn.hosts().size());
        this.said = foretold;
    }

    double saidSeconds() {
        return said;
    }

    /** The promise as the run said it after a fifth of the foretold time; null if it knew nothing. */
    @Nullable
    PromiseNow early() {
        return early;
    }

    /**
     * The run with a watched promise.
     *
     * @param calibration of earlier forecasts
     * @param sigma standard deviation of the logarithm of the time
     */
    Promise promised(Calibration calibration, double sigma) {
        double asked = drawn.asked() * calibration.corrected(foretold);
        if (drawn.active() > 0) { // as the command does it
            double some = drawn.foretoldSeconds(drawn.active());
            boolean enough = chance(asked, calibration, some, sigma) >= SURE;
            said = enough ? some : foretold;
            active = enough ? drawn.active() : 0;
        }
        double chance = chance(asked, calibration, said, sigma);
        return run(new Due(START.plusMillis(Math.round(1e3 * asked)), true)
                .expecting(calibration.low(said, sigma), calibration.high(said, sigma), chance));
    }

    private static double chance(double asked, Calibration calibration, double seconds, double sigma) {
        return Chance.ofAtMost(
                asked,
                calibration.low(seconds, sigma),
                calibration.corrected(seconds),
                calibration.high(seconds, sigma));
    }

    /** Time of the same run without a promise [s]. */
    double secondsWithout() {
        return run(null).takenSeconds();
    }

    private Promise run(Due due) {
        Cluster cluster = new Cluster(directory);
        cluster.terms().policy = PolicyName.SS;
        cluster.terms().prefetch = SchedulerConfig.AUTO;
        cluster.terms().speculation = SchedulerConfig.DEFAULT_SPECULATION;
        cluster.terms().active = due == null ? drawn.active() : active;
        cluster.start(work(cluster, null).expecting(drawn.cycles()));
        long begin = cluster.loop().nanoTime();
        PromiseWatch watch = due == null ? null : watch(cluster, due);
        for (int i = 0; i < drawn.hosts().size(); i++) {
            join(cluster, i, begin);
        }
        cluster.finishCompletely();
        RunProgress progress = cluster.master().core().progress();
        double taken = (progress.endNanos() - progress.startNanos()) / 1e9;
        return watch == null
                ? new Promise("", 0, 0, 0, 0, taken, true, Double.NaN, List.of())
                : watch.outcome(taken, true);
    }

    private PromiseWatch watch(Cluster cluster, Due due) {
        MasterLoop master = cluster.master();
        RunViews views =
                new RunViews(master.core(), RunTerms.of("drawn", List.of(), START), directory, drawn.hosts()::size);
        PromiseWatch watch = new PromiseWatch(
                due,
                START,
                START,
                line -> {},
                () -> master.course()
                        .actuator()
                        .unparkSpares("to keep the finish time")
                        .changed());
        views.watch(watch);
        look(cluster, views);
        cluster.loop().schedule(Math.round(foretold * 1e9 / 5), () -> {
            PromiseNow now = watch.last();
            early = now == null || now.chance() < 0 ? null : now;
        });
        return watch;
    }

    private static void look(Cluster cluster, RunViews views) {
        cluster.loop().schedule(LOOK_NANOS, () -> {
            if (cluster.heard().end() == null) {
                views.forecast();
                look(cluster, views);
            }
        });
    }

    private void join(Cluster cluster, int number, long begin) {
        PromiseCase.DrawnHost host = drawn.hosts().get(number);
        cluster.loop().schedule(nanos(host.late()), () -> {
            if (cluster.heard().end() == null) {
                Cluster.Node node = cluster.join(
                        "h" + number,
                        host.slots(),
                        work(cluster, unit -> slowness(host, cluster.loop().nanoTime() - begin)),
                        Cluster.runFile("master"));
                if (host.lost() < 1) {
                    cluster.loop().schedule(nanos(host.lost() - host.late()), node::die);
                }
            }
        });
    }

    private long nanos(double part) {
        return Math.max(0, Math.round(part * foretold * 1e9));
    }

    private double slowness(PromiseCase.DrawnHost host, long nanos) {
        double part = nanos / 1e9 / foretold;
        return host.slowness() * (part >= host.stepFrom() && part < host.stepTo() ? host.step() : 1);
    }

    /** A copy of the application. */
    private Work work(Cluster cluster, java.util.function.LongToDoubleFunction slowness) {
        long[] cycles = new long[drawn.cycles()];
        java.util.Arrays.fill(cycles, drawn.units());
        Work work = cluster.work(cycles);
        return slowness == null
                ? work
                : work.taking(unit -> Math.round(1e9 * drawn.seconds(unit) * slowness.applyAsDouble(unit)));
    }
}
