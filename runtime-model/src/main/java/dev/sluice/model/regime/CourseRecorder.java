package dev.sluice.model.regime;

import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.ledger.RegimeWindow;
import dev.sluice.model.ledger.RunVerdict;
import dev.sluice.model.record.CourseView;
import dev.sluice.model.record.CycleLog;
import dev.sluice.model.record.RegimeSlice;
import dev.sluice.model.record.TunerCost;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Records the course of a real run: its regimes, its cycles and the cost of its tuners. The costs depend on reports of
 * workers, and not on units. Times are since the start of the run [ns]. Confined to the thread of its owner.
 */
public final class CourseRecorder {
    /** Limit of hosts with links of their own. */
    private static final int MOST_HOSTS = 2_000;

    /** Limit of windows that wait for reports. */
    private static final int MOST_WINDOWS = 64;

    /** A window is closed so long after its end, when all workers have reported what they did in it [ns]. */
    private static final long LATE_NANOS = 2_500_000_000L;

    /** A report covers no longer time than this [ns]. */
    private static final long LONGEST_NANOS = 10_000_000_000L;

    /** Bytes on a wire for each byte of a message: headers of packets. */
    private static final double WIRE_BYTES = Overheads.Travel.ETHERNET.wireBytes();

    /** The servers between a host and the master, in both directions. */
    private record Link(int[] up, int[] down) {}

    private final RegimeWindows windows = new RegimeWindows(LiveRegime.WINDOW_NANOS, MOST_WINDOWS);
    private final LiveRegime regime = new LiveRegime();
    private final RegimeLog log = new RegimeLog();
    private final CycleLog cycles = new CycleLog();
    private long heldNanos;
    private String stuck = "";
    private final Map<String, Link> links = new HashMap<>();

    /** The cost of each tuner by its knob, in the order in which they began. */
    private final Map<String, TunerCost> tuners = new LinkedHashMap<>();

    private final int portUp;
    private final int portDown;
    private CauseTimes more = CauseTimes.ZERO;

    /** @param master name of the master's host */
    public CourseRecorder(String master) {
        this.portUp = windows.server(name(master, true));
        this.portDown = windows.server(name(master, true));
    }

    /** The name of a host's link in verdicts; of the master's host it is its port. */
    public static String name(String host, boolean master) {
        return (master ? "port of " : RunVerdict.LINK_TO) + host;
    }

    private Link link(String host) {
        String name = links.size() < MOST_HOSTS || links.containsKey(host) ? host : "other hosts";
        return links.computeIfAbsent(name, unused -> {
            int up = windows.server(name(name, false));
            int down = windows.server(name(name, false));
            return new Link(new int[] {portUp, up}, new int[] {portDown, down});
        });
    }

    /** Records slot time of the workers on a host, all slots together. */
    public void reported(String host, CauseTimes times, long fromNanos, long toNanos) {
        long from = Math.max(fromNanos, toNanos - LONGEST_NANOS);
        Link link = link(host);
        for (Cause cause : Cause.values()) {
            long nanos = times.of(cause);
            if (nanos > 0) {
                windows.spent(cause, cause == Cause.RESULTS_LINK ? link.up : link.down, from, toNanos, nanos);
            }
        }
        more = more.plus(times);
    }

    /** Records bytes of all messages between the master and a host. */
    public void carried(String host, boolean toMaster, long bytes, long fromNanos, long toNanos) {
        Link link = link(host);
        windows.carried(
                toMaster ? link.up : link.down,
                Math.max(fromNanos, toNanos - LONGEST_NANOS),
                toNanos,
                WIRE_BYTES * bytes);
    }

    /** Sets what the link to a host carries; 0 if it is not known. An empty name means the master's port [bytes/s]. */
    public void capacity(String host, double up, double down) {
        int[] ups = host.isEmpty() ? new int[] {portUp} : link(host).up;
        int[] downs = host.isEmpty() ? new int[] {portDown} : link(host).down;
        windows.capacity(ups[ups.length - 1], up);
        windows.capacity(downs[downs.length - 1], down);
    }

    /**
     * Records work of the master's threads: that for messages, and that of the application.
     *
     * @param methodNanos the part of the latter in the application's methods
     */
    public void worked(long messageNanos, long applicationNanos, long methodNanos, long fromNanos, long toNanos) {
        windows.handled(0, fromNanos, toNanos, messageNanos);
        windows.accepted(fromNanos, toNanos, applicationNanos, methodNanos);
    }

    /**
     * Records the time in which single calls of the application went on for seconds.
     *
     * @param totalNanos since the start of the run
     * @param now the call that has not returned for a minute, in a sentence; empty if there is none
     */
    public void held(long totalNanos, String now, long fromNanos, long toNanos) {
        windows.held(fromNanos, toNanos, totalNanos - heldNanos);
        heldNanos = totalNanos;
        stuck = now;
    }

    /** The call of the application that has not returned for a minute; empty if there is none. */
    public String stuck() {
        return stuck;
    }

    /** The cycles, to be told of their begins and ends. */
    public CycleLog cycles() {
        return cycles;
    }

    /** A tuner of this knob begins, which has not looked at the run yet. */
    public void tuned(String knob) {
        tuners.put(knob, new TunerCost(knob, 0, 0));
    }

    /**
     * Records a look of a tuner.
     *
     * @param cpuNanos processor time of the tuner so far [ns]
     */
    public void looked(String knob, long cpuNanos) {
        TunerCost before = tuners.getOrDefault(knob, new TunerCost(knob, 0, 0));
        tuners.put(knob, new TunerCost(knob, before.looks() + 1, Math.max(before.cpuSeconds(), cpuNanos / 1e9)));
    }

    /** Determines the regime of the windows that have all reports, a few times a minute. */
    public void beat(long nowNanos) {
        judge(windows.closed(nowNanos - LATE_NANOS));
        flush(nowNanos);
    }

    /** Determines the regime of the last windows. A run that is too short for a verdict has none. */
    public void ended(long endNanos) {
        List<RegimeWindow> last = windows.ended(endNanos, log.slices().isEmpty());
        judge(endNanos < RunVerdict.SHORT_SECONDS * 1e9 ? List.of() : last);
        flush(endNanos);
    }

    private void judge(List<RegimeWindow> closed) {
        for (RegimeWindow window : closed) {
            RegimeSlice slice = regime.next(window);
            log.add(slice);
            if (slice.isKnown()) {
                cycles.regime(slice);
            }
        }
    }

    private void flush(long nowNanos) {
        cycles.spent(more, nowNanos);
        more = CauseTimes.ZERO;
    }

    /** The run until now as one window. */
    public RegimeWindow whole(long nowNanos) {
        return windows.whole(nowNanos);
    }

    /** The course until now, with at most so many entries for cycles. */
    public CourseView view(int mostCycles) {
        return new CourseView(log.slices(), cycles.view(mostCycles), List.copyOf(tuners.values()));
    }
}
