package dev.sluice.master;

import dev.sluice.master.bounds.PeerAddress;
import dev.sluice.master.record.ComputeTimes;
import dev.sluice.master.tune.SetupTransit;
import dev.sluice.master.weather.HostStation;
import dev.sluice.master.weather.RecentArrivals;
import dev.sluice.model.Offer;
import dev.sluice.model.WorkerId;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.record.RunView;
import dev.sluice.model.schedule.RunningUnit;
import dev.sluice.net.message.LongUnit;
import dev.sluice.net.message.Register;
import dev.sluice.net.message.SubMasterWorkers;
import dev.sluice.net.message.WorkerStats;
import dev.sluice.net.rules.TransportKind;
import dev.sluice.net.session.SessionCounters;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One worker of the run, through all its sessions. Confined to the master loop. */
public final class WorkerEntry {
    /** Limit of workers below a sub-master that are recorded one by one. */
    static final int MOST_BELOW = 1 << 16;

    public final WorkerId id;
    public final String host;
    /** Number of slots; a sub-master has those of all workers below it. */
    public int slots;

    public final long pid;
    final long incarnation;
    final long joinedNanos;

    /** Its current session; null while it has none. */
    @Nullable
    WorkerConnection connection;

    /** The medium of its latest session. */
    TransportKind transport = TransportKind.NONE;

    /** Address of its host in its latest session, without a port; empty if there is none. */
    public String address = "";

    /** True if the worker will not come back under this id. */
    boolean gone;

    /** True if the worker announced that it leaves. */
    boolean leaving;

    /** True while the run goes on without this worker. */
    boolean parked;

    /** True if this entry is a sub-master. */
    public boolean branch;

    /** When its latest large setup left; null if it got none. */
    @Nullable
    SetupTransit setupTransit;

    /** Reported figures of the workers below it, by their names relative to it. */
    final Map<String, SubMasterWorkers.Line> below = new LinkedHashMap<>();

    /** The resources that it offers, or that the workers below it do. */
    public Offer offer;

    public WorkerStats stats = WorkerStats.NONE;

    /** Units that compute for long there, as of its latest beat. */
    public List<LongUnit> longUnits = List.of();

    /** Measurements of its host and of the link to it. */
    public final HostStation station;

    /** Its latest messages with results. */
    public final RecentArrivals arrivals = new RecentArrivals();

    private SessionCounters earlier = SessionCounters.ZERO;
    private SessionCounters earlierHousekeeping = SessionCounters.ZERO;
    /** Times of all received units, including those that another worker had computed before. */
    public final ComputeTimes times = new ComputeTimes();

    public long acceptedUnits;
    public long computeNanos;
    public long lastResultNanos;

    /** The key of a worker's process in the ledger of idle slots. */
    static String process(String host, long pid) {
        return host + "/" + pid;
    }

    public WorkerEntry(WorkerId id, Register register, long nowNanos) {
        this.id = id;
        this.host = register.host();
        this.slots = register.slots();
        this.offer = register.offer().isEmpty() ? Offer.NONE : Offer.of(slots, register.offer());
        this.pid = register.pid();
        this.incarnation = register.incarnation();
        this.joinedNanos = nowNanos;
        this.station = new HostStation(nowNanos);
        this.lastResultNanos = nowNanos;
    }

    /** Its number at the recorder of the run. */
    int recorded;

    /** When the time of its slots began [ns]. */
    long recordedFromNanos;

    /** True if it has reported slot times. */
    boolean reported;

    /** When its slots began, by its first reports [ns]. */
    long begunNanos;

    /** Slot times that it has reported and that are recorded. */
    CauseTimes reportedTimes = CauseTimes.ZERO;

    /** Slot times that the recorder has. */
    CauseTimes recordedTimes = CauseTimes.ZERO;

    /** Bytes of its messages that the course of the run has. */
    SessionCounters courseCounters = SessionCounters.ZERO;

    /** Numbers at the recorder of the workers below it, by their names relative to it. */
    final Map<String, Integer> recordedBelow = new HashMap<>();

    /** When the slots of the workers below it began, by {@link #linesBelow their names}, since the start of the run. */
    final Map<String, Long> belowFromNanos = new HashMap<>();

    /** Units that it was computing when its connection broke, until it is back; times since the start of the run. */
    List<RunningUnit> computing = List.of();

    int computingCycle;
    /** When its connection broke, since the start of the run [ns]. */
    long awayNanos;

    /** True if the recorder knows that it is gone. */
    boolean recordedGone;

    /**
     * How it came.
     *
     * @param registeredNanos when it registered [ns]
     * @param computesNanos when its slots began, by its first report; else when it registered [ns]
     * @param sentBytes bytes sent to it apart from work: mostly the application's jars and files [bytes]
     */
    public record Arrival(long registeredNanos, long computesNanos, long sentBytes) {}

    /** How it came. On the loop. */
    public Arrival arrival() {
        return new Arrival(
                joinedNanos,
                reported ? Math.max(joinedNanos, begunNanos) : joinedNanos,
                housekeeping().bytesSent());
    }

    /** Records a report of workers below it. */
    public void told(SubMasterWorkers news) {
        for (SubMasterWorkers.Line line : news.workers()) {
            boolean room = below.containsKey(line.name()) || below.size() < MOST_BELOW;
            if (room && !line.isDeepest()) {
                below.put(line.name(), line);
            }
        }
    }

    /** Figures of this worker, for the report to the parent master. */
    public SubMasterWorkers.Line line() {
        return new SubMasterWorkers.Line(id.toString(), host, transport, slots, acceptedUnits, stats);
    }

    /** The same figures of the workers below it, under the names that its parent master uses. */
    public Stream<SubMasterWorkers.Line> linesBelow() {
        return below.values().stream().map(each -> each.below(id.toString()));
    }

    /** When the slots of a worker below it began, by its first reports, since the start of the run [ns]. */
    public long belowFromNanos(SubMasterWorkers.Line line) {
        return belowFromNanos.getOrDefault(line.name(), 0L);
    }

    /** The network of its host. */
    public String site() {
        return PeerAddress.site(address, host);
    }

    /** Names the peer behind it: its host's address if there is one. */
    public String peer() {
        return PeerAddress.of(address, host, pid);
    }

    public SessionCounters counters() {
        WorkerConnection present = connection;
        return present == null ? earlier : earlier.plus(present.session.counters());
    }

    /** The part of {@link #counters} that did not carry work. */
    SessionCounters housekeeping() {
        WorkerConnection present = connection;
        return present == null ? earlierHousekeeping : earlierHousekeeping.plus(present.session.housekeeping());
    }

    /** The part that did. */
    public SessionCounters work() {
        return counters().minus(housekeeping());
    }

    /** Ends its session. */
    void leaves(WorkerConnection left) {
        earlier = earlier.plus(left.session.counters());
        earlierHousekeeping = earlierHousekeeping.plus(left.session.housekeeping());
        connection = null;
        longUnits = List.of();
    }

    /** Tells whether it is connected, parked, away, leaving or gone. */
    public RunView.State state() {
        if (gone) {
            return RunView.State.GONE;
        }
        if (connection == null) {
            return RunView.State.AWAY;
        }
        return leaving ? RunView.State.LEAVING : parked ? RunView.State.PARKED : RunView.State.CONNECTED;
    }

    @Override
    public String toString() {
        return id + " on " + host;
    }
}
