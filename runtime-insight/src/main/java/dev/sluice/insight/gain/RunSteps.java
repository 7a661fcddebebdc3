package dev.sluice.insight.gain;

import dev.sluice.master.WorkerEntry;
import dev.sluice.model.simulate.Script;
import dev.sluice.net.message.SubMasterWorkers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The changes of a run as a script for the hosts that {@link GainInput#world} makes of its workers. Used once. */
final class RunSteps {
    /** A report of a worker below a sub-master is at most so old, or an eighth of the time that it reports [ns]. */
    private static final long REPORT_NANOS = 3_000_000_000L;

    private static final int REPORT_PARTS = 8;

    private final List<Script.Step> changes;
    private final long endNanos;

    /** Hosts by the number of a worker of the master. */
    private final Map<Integer, Integer> hosts = new HashMap<>();

    private final List<Integer> subMasters = new ArrayList<>();
    private final List<Script.Step> below = new ArrayList<>();
    private int workers;

    /** The step with which the latest sub-master left or was lost for good; null if it is there. */
    private Script.@Nullable OfHost lastStep;

    /**
     * @param changes as the master has recorded them
     * @param endNanos time of the run so far [ns]
     */
    RunSteps(List<Script.Step> changes, long endNanos) {
        this.changes = changes;
        this.endNanos = endNanos;
    }

    /** The next worker is one of the master. */
    void worker(int number) {
        hosts.put(number, ++workers);
    }

    /** The next sub-master. */
    void subMaster(int number) {
        subMasters.add(number);
        lastStep = end(number);
    }

    /**
     * The next worker is below the latest sub-master, and leaves when its reports end before those of the sub-master
     * do.
     */
    void below(WorkerEntry subMaster, SubMasterWorkers.Line line) {
        int host = ++workers;
        long from = subMaster.belowFromNanos(line);
        long age = line.stats().causes().total() / line.slots();
        Script.OfHost last = lastStep;
        if (last != null && !(last instanceof Script.Drain)) {
            below.add(last.of(host));
        } else if (last != null || from + age < endNanos - Math.max(REPORT_NANOS, age / REPORT_PARTS)) {
            below.add(new Script.Drain(from + age, host));
        }
    }

    /** The step with which this worker of the master left or was lost for good; null if it is there. */
    private Script.@Nullable OfHost end(int number) {
        Script.OfHost last = null;
        for (Script.Step step : changes) {
            if (step instanceof Script.OfHost of && of.host() == number) {
                last = of.ends() ? of : of instanceof Script.Join ? null : last;
            }
        }
        return last;
    }

    Script script() {
        int next = 1 + workers;
        for (int number : subMasters) {
            hosts.put(number, next++);
        }
        List<Script.Step> steps = new ArrayList<>(below);
        for (Script.Step step : changes) {
            if (!(step instanceof Script.OfHost of)) {
                steps.add(step);
            } else if (hosts.containsKey(of.host())) {
                steps.add(of.of(hosts.get(of.host())));
            }
        }
        return new Script(steps);
    }
}
