package dev.sluice.model.regime;

import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.RegimeWindow;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.model.record.RegimeSlice;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Determines the regime of a run from window to window, by the formula of {@link Standing#of}. The class changes only
 * if it holds for two windows, or by more than 0.1 of load; a single odd window does not change it. Confined to the
 * thread of its owner.
 */
public final class LiveRegime {
    /** Length of a window [ns]. */
    public static final long WINDOW_NANOS = 2_000_000_000L;

    /** Share of the slot time that has to be busy to show a regime. */
    private static final double BUSY = 0.1;

    /** A lead in load from which a change needs no second window. */
    private static final double CLEAR = 0.1;

    private @Nullable Regime regime;
    private @Nullable Regime pending;
    private boolean begun;

    /** The regime of the next window. */
    public RegimeSlice next(RegimeWindow window) {
        double busy = window.busyNanos();
        Standing standing = Standing.of(window, 0);
        if (busy <= 0 || busy < BUSY * window.times().total()) {
            regime = null;
            pending = null;
            boolean starting =
                    !begun || window.times().of(Cause.STARTING) > window.times().of(Cause.NO_WORK);
            return slice(window, starting ? RegimeSlice.STARTING : RegimeSlice.ENDING, "", standing);
        }
        begun = true;
        Regime held = held(standing);
        return slice(window, held.name().toLowerCase(Locale.ROOT), resource(held, standing), standing);
    }

    private Regime held(Standing now) {
        Regime before = regime;
        Regime next = now.regime();
        if (before == null || next == before || next == pending || isClear(before, now)) {
            regime = next;
            pending = null;
            return next;
        }
        pending = next;
        return before;
    }

    /** Tells whether the greatest load lies well above that of the earlier class. */
    private static boolean isClear(Regime before, Standing now) {
        if (before == Regime.MIXED || now.regime() == Regime.MIXED) {
            return false;
        }
        return load(now.regime(), now) - load(before, now) > CLEAR;
    }

    private static double load(Regime regime, Standing of) {
        return switch (regime) {
            case COMPUTATION -> of.computation();
            case COMMUNICATION -> of.communication();
            case OVERHEAD -> of.overhead();
            case MIXED -> Math.max(of.computation(), Math.max(of.communication(), of.overhead()));
        };
    }

    private static String resource(Regime regime, Standing of) {
        return switch (regime) {
            case COMPUTATION -> RunVerdict.Kind.COMPUTING.word();
            case COMMUNICATION -> of.busiestLink();
            case OVERHEAD -> of.busiestOverhead().words();
            case MIXED -> of.binding();
        };
    }

    private static RegimeSlice slice(RegimeWindow window, String regime, String resource, Standing of) {
        return new RegimeSlice(
                window.fromSeconds(),
                window.toSeconds(),
                regime,
                resource,
                of.computation(),
                of.communication(),
                of.overhead());
    }
}
