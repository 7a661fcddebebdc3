package dev.sluice.model.regime;

import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.ledger.RegimeWindow;
import dev.sluice.model.record.CourseView;
import dev.sluice.model.record.CycleLog;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.World;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Determines the regimes of a simulated run from window to window, as the master does in a real one, and records its
 * cycles. Used on the simulation's thread.
 */
public final class RegimeTimeline implements Timeline {
    /** Limit of windows; those of longer runs are wider. */
    private static final int MOST_WINDOWS = 400;

    private final RegimeWindows windows = new RegimeWindows(LiveRegime.WINDOW_NANOS, MOST_WINDOWS);
    private final Ways ways;
    private final CycleLog cycles = new CycleLog();
    private CycleLog.Totals totals = CycleLog.Totals.ZERO;
    private CycleLog.Totals atLastEnd = CycleLog.Totals.ZERO;
    private final long[] spent = new long[Cause.values().length];
    private int slots;
    private final int[] slotsOf;

    public RegimeTimeline(World machines) {
        this.ways = new Ways(machines, windows);
        this.slotsOf =
                machines.view().hosts().stream().mapToInt(host -> host.slots()).toArray();
    }

    /**
     * The course of the run, once, when the simulation is over.
     *
     * @param endNanos the end of the run
     */
    public CourseView view(long endNanos) {
        RegimeLog log = new RegimeLog();
        LiveRegime regime = new LiveRegime();
        windows(endNanos).forEach(window -> log.add(regime.next(window)));
        return new CourseView(log.slices(), cycles.view(CycleLog.MOST), List.of());
    }

    /** All windows, once, when the simulation is over. */
    List<RegimeWindow> windows(long endNanos) {
        return windows.ended(endNanos, true);
    }

    private void add(int host, Cause cause, long fromNanos, long toNanos) {
        int[] way = ways.of(host, cause == Cause.RESULTS_LINK);
        windows.spent(cause, way, fromNanos, toNanos, toNanos - fromNanos);
        spent[cause.ordinal()] += toNanos - fromNanos;
    }

    @Override
    public void computed(
            int host, int slot, int cycle, long firstUnit, int units, long fromNanos, long toNanos, boolean finished) {
        add(host, Cause.COMPUTE, fromNanos, toNanos);
        totals = new CycleLog.Totals(
                totals.units(),
                totals.bytesOut(),
                totals.bytesIn(),
                totals.messages(),
                totals.computeNanos() + toNanos - fromNanos);
    }

    @Override
    public void idle(int host, int slot, Cause cause, long fromNanos, long toNanos) {
        add(host, cause, fromNanos, toNanos);
    }

    @Override
    public void handled(int host, long fromNanos, long toNanos) {
        windows.handled(host, fromNanos, toNanos, toNanos - fromNanos);
    }

    @Override
    public void travelled(int host, boolean toMaster, Message message, long bytes, long fromNanos, long toNanos) {
        windows.carried(ways.of(host, toMaster), fromNanos, toNanos, bytes);
        boolean counts = message == Message.SETUP
                || message == Message.UNITS
                || message == Message.RESULTS
                || message == Message.FOLDED;
        if (counts) {
            totals = new CycleLog.Totals(
                    totals.units(),
                    totals.bytesOut() + (toMaster ? 0 : bytes),
                    totals.bytesIn() + (toMaster ? bytes : 0),
                    totals.messages() + 1,
                    totals.computeNanos());
        }
    }

    @Override
    public void accepted(int host, int cycle, long units, long fromNanos, long toNanos) {
        windows.accepted(fromNanos, toNanos, toNanos - fromNanos, toNanos - fromNanos);
        totals = new CycleLog.Totals(
                totals.units() + units, totals.bytesOut(), totals.bytesIn(), totals.messages(), totals.computeNanos());
    }

    @Override
    public void cycle(int cycle, long fromNanos, long toNanos) {
        cycles.begun(cycle, totals.units() - atLastEnd.units(), fromNanos);
        cycles.checkpoint(atLastEnd, slots, fromNanos);
        cycles.finished(totals, slots, toNanos);
        Map<Cause, Long> more = new EnumMap<>(Cause.class);
        for (Cause cause : Cause.values()) {
            more.put(cause, spent[cause.ordinal()]);
            spent[cause.ordinal()] = 0;
        }
        cycles.spent(CauseTimes.of(more), toNanos);
        atLastEnd = totals;
    }

    @Override
    public void worker(int host, Change change, long nanos) {
        if (change == Change.JOINED) {
            slots += slotsOf[host];
        } else if (change != Change.DRAINING) {
            slots -= slotsOf[host];
        }
    }
}
