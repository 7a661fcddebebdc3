package dev.sluice.master;

import dev.sluice.master.weather.HostStation;
import dev.sluice.model.WorkerId;
import dev.sluice.net.message.BranchWorkers;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.WorkerStats;
import dev.sluice.net.session.SessionCounters;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One worker of the run, through all its sessions. Confined to the master loop. */
public final class WorkerEntry {
    /** Workers below a sub-master of which it is known what each did. */
    private static final int MOST_BELOW = 1 << 16;

    public final WorkerId id;
    public final String host;
    /** Of all workers below it where it is a sub-master. */
    public int slots;

    final String build;
    public final long pid;
    final long incarnation;
    final long joinedNanos;

    /** Its present session; null while it is away or gone. */
    @Nullable
    WorkerConnection connection;

    /** It will not come back under this id. */
    boolean gone;

    /** It said that it leaves. */
    boolean leaving;

    /** Whether it is a sub-master. */
    public boolean branch;

    /** What is known of the workers below it, by their names from it on. */
    final Map<String, BranchWorkers.Line> below = new LinkedHashMap<>();

    public WorkerStats stats = WorkerStats.NONE;

    /** What is measured of its host and of the link to it. */
    public final HostStation station;

    private SessionCounters earlier = SessionCounters.ZERO;
    private SessionCounters earlierHousekeeping = SessionCounters.ZERO;
    /** Of units whose results came, also of those that another had computed before. */
    public final ComputeTimes times = new ComputeTimes();

    public long acceptedUnits;
    public long computeNanos;
    public long lastResultNanos;

    public WorkerEntry(WorkerId id, Register register, long nowNanos) {
        this.id = id;
        this.host = register.host();
        this.slots = register.slots();
        this.build = register.build();
        this.pid = register.pid();
        this.incarnation = register.incarnation();
        this.joinedNanos = nowNanos;
        this.station = new HostStation(nowNanos);
        this.lastResultNanos = nowNanos;
    }

    /** It told of workers below it. */
    public void told(BranchWorkers news) {
        for (BranchWorkers.Line line : news.workers()) {
            boolean room = below.containsKey(line.name()) || below.size() < MOST_BELOW;
            if (room && !line.isDeepest()) {
                below.put(line.name(), line);
            }
        }
    }

    /** What it has done, to be told of. */
    public BranchWorkers.Line line() {
        return new BranchWorkers.Line(id.toString(), host, slots, acceptedUnits, stats);
    }

    /** The same of the workers below it, as its own master calls them. */
    public Stream<BranchWorkers.Line> linesBelow() {
        return below.values().stream().map(each -> each.below(id.toString()));
    }

    public SessionCounters counters() {
        WorkerConnection present = connection;
        return present == null ? earlier : earlier.plus(present.session.counters());
    }

    /** Of {@link #counters}, what was not about work. */
    SessionCounters housekeeping() {
        WorkerConnection present = connection;
        return present == null ? earlierHousekeeping : earlierHousekeeping.plus(present.session.housekeeping());
    }

    /** Its session is over. */
    void leaves(WorkerConnection left) {
        earlier = earlier.plus(left.session.counters());
        earlierHousekeeping = earlierHousekeeping.plus(left.session.housekeeping());
        connection = null;
    }

    @Override
    public String toString() {
        return id + " on " + host;
    }
}
