package dev.sluice.cli.simulate;

import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.picture.TaskStream;
import dev.sluice.picture.TaskStream.Lane;
import dev.sluice.picture.TaskStream.Span;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Gathers what each slot did, for a picture: the first slots of the first hosts, as far as can be looked at. */
final class TaskStreamTimeline implements Timeline {
    private static final int MOST_LANES = 64;
    private static final int MOST_SPANS = 200_000;

    private record Key(int host, int slot) implements Comparable<Key> {
        @Override
        public int compareTo(Key other) {
            return Comparator.comparingInt(Key::host)
                    .thenComparingInt(Key::slot)
                    .compare(this, other);
        }
    }

    private final NetworkView view;
    private final Map<Key, List<Span>> lanes = new TreeMap<>();
    private int spans;
    private long leftOut;

    TaskStreamTimeline(NetworkView view) {
        this.view = view;
    }

    @Override
    public void computed(
            int host, int slot, int cycle, long firstUnit, int units, long fromNanos, long toNanos, boolean finished) {
        String label = units == 1 ? "unit " + firstUnit : "units " + firstUnit + "–" + (firstUnit + units - 1);
        add(host, slot, new Span(fromNanos, toNanos, Cause.COMPUTE, finished ? label : label + ", lost"));
    }

    @Override
    public void idle(int host, int slot, Cause cause, long fromNanos, long toNanos) {
        add(host, slot, new Span(fromNanos, toNanos, cause, ""));
    }

    private void add(int host, int slot, Span span) {
        Key key = new Key(host, slot);
        List<Span> lane = lanes.get(key);
        if (lane == null && lanes.size() < MOST_LANES) {
            lane = new ArrayList<>();
            lanes.put(key, lane);
        }
        if (lane == null || spans == MOST_SPANS) {
            leftOut++;
        } else {
            lane.add(span);
            spans++;
        }
    }

    /** The picture's contents. */
    TaskStream stream(String title, SimulationReport report) {
        List<Lane> shown = new ArrayList<>();
        lanes.forEach(
                (key, list) -> shown.add(new Lane(view.hosts().get(key.host).name() + "/" + key.slot, list)));
        String summary = String.format(
                Locale.ROOT,
                "%,d units in %.3f s, %,.1f units/s.%s",
                report.acceptedUnits(),
                report.seconds(),
                report.rateWups(),
                leftOut > 0 ? " Not all slots and times are shown; the bar counts all." : "");
        return new TaskStream(title, summary, shown, report.makespanNanos(), report.idle());
    }
}
