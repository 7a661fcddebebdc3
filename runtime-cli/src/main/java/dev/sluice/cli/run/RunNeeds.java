package dev.sluice.cli.run;

import dev.sluice.insight.gain.GainInput;
import dev.sluice.insight.gain.GainMeasurement;
import dev.sluice.insight.gain.KneeWatch;
import dev.sluice.insight.gain.RunKnee;
import dev.sluice.master.MasterLoop;
import dev.sluice.master.RunCore;
import dev.sluice.master.RunProgress;
import dev.sluice.model.record.RunView;
import dev.sluice.net.message.PoolNeeds;
import dev.sluice.net.runfile.ThreadTime;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A run as its pool sees it: what the master says, with the slots that are useful to the run by the flow model. Only a
 * pool asks, so that other runs measure nothing. Any thread.
 */
final class RunNeeds {
    /** Time between two measurements, at least [ns]. */
    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Measurements and computations take at most one part of the time of a processor in so many. */
    private static final int PARTS = 100;

    private final MasterLoop loop;
    private final Supplier<GainInput> measured;

    /** Confined to the one computation at a time. */
    private final KneeWatch watch = new KneeWatch();

    /** Confined to the master loop; the time of the latest measurement, and what it took [ns]. */
    private long measuredNanos;

    private long tookNanos;
    private boolean begun;

    /** True while a knee is computed, so that the next measurement waits. */
    private volatile boolean computing;

    private volatile long computedNanos;

    private volatile RunKnee knee = RunKnee.UNKNOWN;

    /** @param measured takes the measurements of the run; called on the master loop */
    RunNeeds(MasterLoop loop, Supplier<GainInput> measured) {
        this.loop = loop;
        this.measured = measured;
    }

    /** The measurements of the run now. On the master loop. */
    GainInput measured() {
        return measured.get();
    }

    /** Says what the run could use now. */
    CompletableFuture<PoolNeeds> needs() {
        loop.core().loop().ask(this::moment).thenAcceptAsync(this::compute, ForkJoinPool.commonPool());
        return loop.needs().thenApply(needs -> {
            RunKnee now = knee;
            return now.slots() == 0 ? needs : needs.withUseful(now.slots(), now.limit());
        });
    }

    /** Takes the measurements, if it is time for them. On the master loop. */
    private Optional<KneeWatch.Moment> moment() {
        RunCore core = loop.core();
        long from = core.nanoTime();
        RunProgress.Snapshot progress = core.progress().snapshot();
        long rest = Math.max(PERIOD_NANOS, PARTS * (tookNanos + computedNanos));
        boolean due = !begun || from - measuredNanos >= rest;
        if (computing || !due || progress.finishedInAll() == 0 || GainMeasurement.tooLarge(core)) {
            return Optional.empty();
        }
        long hosts = core.registry().entries().stream()
                .filter(entry -> entry.state() == RunView.State.CONNECTED && entry.acceptedUnits > 0)
                .map(entry -> entry.host)
                .distinct()
                .count();
        long running = loop.driver().outstandingUnits();
        boolean unitsLeft = progress.units() - progress.finished() > running;
        KneeWatch.Moment moment = new KneeWatch.Moment(measured(), (int) hosts, unitsLeft, ThreadTime.ofThisThread());
        begun = true;
        measuredNanos = from;
        tookNanos = core.nanoTime() - from;
        computing = true;
        return Optional.of(moment);
    }

    private void compute(Optional<KneeWatch.Moment> moment) {
        if (moment.isPresent()) {
            long from = System.nanoTime();
            try {
                knee = watch.take(moment.get());
            } finally { // a defect of the model costs the knee only
                computedNanos = System.nanoTime() - from;
                computing = false;
            }
        }
    }
}
