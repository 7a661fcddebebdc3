package dev.sluice.model.simulate;

import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.record.RunRecorder;
import dev.sluice.model.record.RunView.State;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Records a simulated run as the master records a real one. Used on the simulation's thread. */
public final class RecordedTimeline implements Timeline {
    private final NetworkView view;
    private final RunRecorder recorder = new RunRecorder();
    /** Numbers of the present workers at the recorder, by host. */
    private final Map<Integer, Integer> present = new HashMap<>();

    private int joined;
    private long done;

    public RecordedTimeline(NetworkView view) {
        this.view = view;
    }

    /** The recorder, to be asked when the simulation is over. */
    public RunRecorder recorder() {
        return recorder;
    }

    private int worker(int host, long nanos) {
        return present.computeIfAbsent(host, index -> {
            joined++;
            return recorder.joined(
                    "w" + joined,
                    view.hosts().get(index).name(),
                    view.hosts().get(index).slots(),
                    false,
                    nanos);
        });
    }

    @Override
    public void computed(
            int host, int slot, int cycle, long firstUnit, int units, long fromNanos, long toNanos, boolean finished) {
        recorder.computed(
                worker(host, fromNanos),
                slot + 1,
                cycle,
                firstUnit,
                units,
                fromNanos,
                toNanos,
                toNanos - fromNanos,
                finished ? RunRecorder.ACCEPTED : RunRecorder.LOST);
    }

    @Override
    public void idle(int host, int slot, Cause cause, long fromNanos, long toNanos) {
        recorder.spent(worker(host, fromNanos), slot + 1, cause, fromNanos, toNanos);
    }

    @Override
    public void travelled(int host, boolean toMaster, Message message, long bytes, long fromNanos, long toNanos) {
        boolean bulk = message == Message.FILES
                || message == Message.SETUP
                || message == Message.UNITS
                || message == Message.RESULTS
                || message == Message.FOLDED;
        if (bulk) {
            recorder.transferred(worker(host, fromNanos), toMaster, bytes, fromNanos, toNanos);
            recorder.sent(toMaster ? 0 : bytes, fromNanos);
        }
    }

    @Override
    public void accepted(int host, int cycle, long units, long fromNanos, long toNanos) {
        done += units;
        recorder.done(done, toNanos);
    }

    @Override
    public void worker(int host, Change change, long nanos) {
        int worker = worker(host, nanos);
        if (change == Change.DRAINING) {
            recorder.state(worker, State.LEAVING, nanos);
        } else if (change == Change.LEFT || change == Change.LOST) {
            recorder.state(worker, State.GONE, nanos);
            present.remove(host);
        }
        String what = view.hosts().get(host).name() + " " + change.name().toLowerCase(Locale.ROOT);
        recorder.decided(nanos / 1e9, "worker", what, "", "");
    }
}
