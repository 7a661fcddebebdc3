package dev.sluice.master.weather;

import dev.sluice.model.WorkerId;
import dev.sluice.model.delivery.SetupQueue;
import dev.sluice.model.schedule.ResultRun;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The rate at which the large setups of a cycle arrive at all workers together. Single setups do not show it, because
 * several of them share the port of the master. A setup has arrived when the first units of its worker begin; when it
 * has left is not known, because the system takes much of it at once. Confined to the master loop.
 */
public final class SetupPace {
    /** The part of a setup of the cycle before that leaves in a cycle, where it had not arrived when that one ended. */
    private static final double EARLIER = 0.5;

    private final Set<WorkerId> arrived = new HashSet<>();
    private int cycle = -1;
    private long setupBytes;
    private long begunNanos;
    private long latestNanos;

    /** Setups sent in the open cycle. */
    private int sent;

    /** Setups of the cycle before that had not arrived when it ended. */
    private int earlier;

    /** True if a setup left for a worker that came during the cycle. */
    private boolean late;

    private double bytes;
    private double nanos;

    /** A cycle begins; no setup of it has left. */
    public void begin(int number, long bytesOfSetup, long nowNanos) {
        bytes = bytes();
        nanos = nanos();
        earlier = Math.max(0, sent - arrived.size());
        arrived.clear();
        sent = 0;
        late = false;
        cycle = number;
        setupBytes = bytesOfSetup;
        begunNanos = nowNanos;
        latestNanos = nowNanos;
    }

    /** A setup of the open cycle is sent. */
    public void sent() {
        sent++;
    }

    /** A worker has come or come back during the cycle, and gets its setup later than the others: it shows nothing. */
    public void late() {
        late = true;
    }

    /** Takes the first results of each worker in the cycle. Longer units of other slots may have ended with them. */
    public void results(WorkerId worker, int ofCycle, List<ResultRun> runs, long nowNanos) {
        if (ofCycle == cycle && setupBytes > SetupQueue.AT_ONCE_BYTES && !runs.isEmpty() && arrived.add(worker)) {
            long computed =
                    runs.stream().mapToLong(ResultRun::computeNanos).max().orElse(0);
            latestNanos = Math.max(latestNanos, nowNanos - computed);
        }
    }

    /** The rate over all whole cycles with large setups [bytes/s]; 0 if there was none. */
    public double bytesPerSecond() {
        double allNanos = nanos();
        return allNanos > 0 ? bytes() * 1e9 / allNanos : 0;
    }

    private boolean counts() {
        return !late && !arrived.isEmpty() && latestNanos > begunNanos;
    }

    private double bytes() {
        return bytes + (counts() ? (arrived.size() + EARLIER * earlier) * setupBytes : 0);
    }

    private double nanos() {
        return nanos + (counts() ? latestNanos - begunNanos : 0);
    }
}
