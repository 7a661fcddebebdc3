package dev.sluice.worker.slot;

import dev.sluice.api.Codec;
import dev.sluice.api.Decoder;
import dev.sluice.api.Hosted;
import dev.sluice.api.Residence;
import dev.sluice.api.unit.UnitSite;
import dev.sluice.model.ErrorCode;
import dev.sluice.worker.unit.CycleWork;
import dev.sluice.worker.unit.Outcome;
import dev.sluice.worker.unit.StateLoader;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Computes units on the slot's own thread. */
public final class InProcess implements Workplace {
    private final Hosted<Object, Object, Object> application;
    private final StateLoader state;
    private final UnitSite site;
    private final SlotClock clock;
    private final LongSupplier time;
    private final Codec<Object> setupCodec;
    private final Codec<Object> unitCodec;
    private final @Nullable Residence parts;
    private @Nullable CycleWork prepared;
    private @Nullable Object setup;

    /** @param time monotonic [ns] */
    InProcess(
            Hosted<Object, Object, Object> application,
            StateLoader state,
            UnitSite site,
            SlotClock clock,
            LongSupplier time) {
        this.site = site;
        this.state = state;
        this.time = time;
        this.application = application;
        this.clock = clock;
        this.setupCodec = application.setupCodec();
        this.unitCodec = application.unitCodec();
        this.parts = application.residence().orElse(null);
        if (parts != null) {
            parts.clock(time);
        }
    }

    @Override
    public boolean isReady(CycleWork work) {
        return setup != null && prepared == work;
    }

    @Override
    public boolean prepare(CycleWork work, Outcome outcome) {
        prepared = work;
        ErrorCode stage = ErrorCode.STATE_NOT_LOADED;
        try {
            state.load(); // before the setup, without which no unit counts as ready
            stage = ErrorCode.INPUT_ENCODING;
            setup = work.setup(setupCodec);
            stage = ErrorCode.UNIT_THREW;
            application.prepare();
            return setup != null;
        } catch (Throwable e) {
            prepared = null;
            outcome.failed(stage, e);
            return true;
        }
    }

    @Override
    public void compute(Decoder inputs, Outcome outcome) {
        Object given = setup;
        ErrorCode stage = ErrorCode.INPUT_ENCODING;
        try {
            if (given == null) {
                throw new IllegalStateException("no setup (expected: prepared)");
            }
            Object input = inputs.readSized(unitCodec);
            stage = ErrorCode.UNIT_THREW;
            if (parts != null) {
                parts.await(input);
            }
            long from = time.getAsLong();
            clock.enter(from);
            Object result = application.compute(given, input, site);
            outcome.computed(result, from, time.getAsLong());
            outcome.used(application.peakBytes());
        } catch (Throwable e) {
            prepared = null; // what the unit broke is prepared again before the next one
            outcome.failed(stage, e);
        }
    }

    /** Releases the setup, which may be large. */
    void release() {
        setup = null;
    }

    @Override
    public void interrupt(Thread slot) {
        slot.interrupt();
    }

    @Override
    public String stopped(Outcome outcome) {
        String ended = application.hasOwnProcesses()
                ? "; its process was killed"
                : ", then ended when its thread was interrupted";
        return outcome.isFailure() ? ended : ", then returned";
    }
}
