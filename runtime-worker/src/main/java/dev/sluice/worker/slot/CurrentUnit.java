package dev.sluice.worker.slot;

import dev.sluice.api.unit.UnitSite;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.net.message.LongUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The unit for which a slot prepares or that it computes, as other threads see it. The slot's thread writes it; values
 * that others read may lag.
 */
final class CurrentUnit {
    private final SlotClock clock;
    private final UnitSite site;

    /** Written before {@link #run}, so that a thread that sees the run also sees its cycle. */
    private int cycle = -1;

    private volatile @Nullable AttemptRun run;
    /** A plain field, because it changes with every unit; read when the thread is known to be stuck in one. */
    private long unit;
    /** True while the unit is being decoded or computed. */
    private final AtomicBoolean computing = new AtomicBoolean();
    /** True while the unit waits for the state or the setup. */
    private final AtomicBoolean preparing = new AtomicBoolean();

    /** The unit for which the slot was last seen to prepare, and when it was first. Confined to the loop. */
    private @Nullable HeldUnits awaited;

    private long awaitedNanos;

    /** @param site where the unit says how far it is */
    CurrentUnit(SlotClock clock, UnitSite site) {
        this.site = site;
        this.clock = clock;
    }

    // ---- called by the slot

    /** The cycle of the units; -1 before the first. */
    int cycle() {
        return cycle;
    }

    /** Begins a cycle, between two claims. */
    void begin(int number) {
        cycle = number;
    }

    /** Sets the run of the claimed units; null when they are delivered. */
    void of(@Nullable AttemptRun claimed) {
        run = claimed;
    }

    /** Sets the unit that is next. */
    void is(long next) {
        unit = next;
    }

    void computing(boolean begins) {
        computing.setRelease(begins);
    }

    void preparing(boolean begins) {
        preparing.setRelease(begins);
    }

    // ---- any thread

    /** The unit, whether it computes or not; null if there is none. Exact only for a thread that is stuck in it. */
    @Nullable
    HeldUnits running() {
        AttemptRun claimed = run;
        long index = unit;
        return claimed == null || index < claimed.firstUnit() || index >= claimed.endUnit()
                ? null
                : claimed.held(index);
    }

    boolean isComputing() {
        return computing.get();
    }

    // ---- called by the loop

    /**
     * The unit if it has been computed or prepared for so long that the master should know; else null. Called for each
     * beat; the slot prepares from the first that sees it.
     *
     * @param host of this worker
     * @param pid of the process that computes the unit
     */
    @Nullable
    LongUnit ifLong(long nowNanos, String host, LongSupplier pid) {
        boolean waits = preparing.get();
        boolean started = computing.get();
        HeldUnits held = running();
        int ofCycle = cycle;
        long computed = started ? clock.sinceEntered(nowNanos) : 0;
        boolean prepares = waits || started && computed == 0;
        long nanos = Math.max(computed, awaits(prepares ? held : null, nowNanos));
        UnitSite.Progress said = computed > 0 ? site.progress() : null;
        if (held == null || nanos < LongUnit.LEAST_NANOS && said == null) {
            return null;
        }
        double done = said == null ? 0 : said.done();
        String saying = said == null ? "" : said.saying();
        return new LongUnit(ofCycle, held.firstUnit(), nanos, host, pid.getAsLong(), prepares, done, saying);
    }

    /** Records that the slot prepares for this unit, or for none; returns for how long it has been seen to [ns]. */
    private long awaits(@Nullable HeldUnits held, long nowNanos) {
        if (held == null || !held.equals(awaited)) {
            awaited = held;
            awaitedNanos = nowNanos;
        }
        return nowNanos - awaitedNanos;
    }
}
