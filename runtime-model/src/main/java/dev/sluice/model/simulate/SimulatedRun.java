package dev.sluice.model.simulate;

import dev.sluice.model.WorkerId;
import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.flow.Host;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.schedule.Scheduler;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.Messages.Kind;
import dev.sluice.model.simulate.SimulationReport.Ending;
import dev.sluice.model.simulate.SimulationReport.Part;
import dev.sluice.model.simulate.SimulationReport.ServerUse;
import dev.sluice.model.simulate.SimulationReport.Traffic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** One simulated run: the virtual clock, the future events, and their receivers. Confined to one thread. */
final class SimulatedRun {
    /** A run is stuck if only clock ticks happened for this long and for as long as the run had lasted before [ns]. */
    private static final long QUIET_NANOS = 60_000_000_000L;

    final Workload workload;
    final Machines machines;
    final Overheads overheads;
    final SimulationTerms terms;
    final Timeline timeline;
    final EventQueue events = new EventQueue();
    private final List<WorkerModel> workers = new ArrayList<>();
    final Messages messages = new Messages(workers);
    final Network network;
    final MasterModel master;

    private final Courses steady = new Courses();
    private final Wires wires = new Wires();
    private final Paths paths;
    private final Map<Integer, Course> courses = new HashMap<>();
    private final SubMasters subMasters;
    private final Map<Integer, WorkerModel> byHost = new HashMap<>();
    private final List<SlotModel> slots = new ArrayList<>();
    private final List<Connection> connections = new ArrayList<>();
    private long nowNanos;
    private long movedNanos;
    private long messagesDown;
    private long messagesUp;
    private long bytesDown;
    private long bytesUp;

    SimulatedRun(Workload workload, Machines machines, Overheads overheads, SimulationTerms terms, Timeline timeline) {
        this.workload = workload;
        this.machines = machines;
        this.overheads = overheads;
        this.terms = terms;
        this.timeline = timeline;
        this.paths = new Paths(machines, terms.script(), wires, steady);
        this.subMasters = new SubMasters(this, paths);
        new ScriptCheck(machines, terms.script()).check();
        prepareHosts();
        this.network = terms.network() == NetworkKind.FAIR
                ? new FairNetwork(this, wires)
                : new PacketNetwork(this, wires, paths);
        this.master = new MasterModel(this, machines.master(), new Scheduler(config()), null);
    }

    SchedulerConfig config() {
        int copies = terms.results() == ResultsKind.ACCUMULATED ? 0 : terms.speculation();
        return new SchedulerConfig(
                terms.policy(),
                terms.prefetch(),
                3,
                SchedulerConfig.DEFAULT_LEASE_NANOS,
                new SplittableRandom(terms.seed()),
                terms.weighting(),
                copies);
    }

    /** Adds every host that ever has a worker to the network before the run starts. */
    private void prepareHosts() {
        List<Integer> hosts = new ArrayList<>();
        for (int i = 0; i < machines.workers(); i++) {
            hosts.add(machines.worker(i));
        }
        for (Script.Step step : terms.script().steps()) {
            if (step instanceof Script.Join join) {
                hosts.add(join.host());
            }
        }
        machines.subMasters().forEach(sub -> hosts.add(sub.host()));
        hosts.forEach(paths::addPort);
        for (int host : hosts) {
            Paths own = subMasters.paths(host);
            own.check(host);
            paths.note(own.servers(host, true), own.servers(host, false));
        }
    }

    // ---- the loop

    SimulationReport run() {
        List<Script.Step> steps = terms.script().steps();
        for (int i = 0; i < steps.size(); i++) {
            if (!(steps.get(i) instanceof Script.Load)) {
                events.add(steps.get(i).atNanos(), EventQueue.STEP, i);
            }
        }
        int expected = 0;
        for (Machines.SubMaster sub : machines.subMasters()) {
            join(sub.host());
        }
        for (int i = 0; i < machines.workers(); i++) {
            join(machines.worker(i));
            expected += hostOf(machines.worker(i)).slots();
        }
        master.start(expected);
        Ending ending = null;
        while (ending == null && !master.over()) {
            events.take();
            nowNanos = events.nanos();
            int kind = events.kind();
            if (kind == EventQueue.TICK) {
                ending = lookForEnd();
                master.tick();
                subMasters.tick();
            } else {
                movedNanos = nowNanos;
                happen(kind, events.argument());
            }
        }
        if (ending == null) {
            ending = master.quarantined() > 0 ? Ending.UNITS_GIVEN_UP : Ending.COMPLETE;
        }
        return report(ending);
    }

    private void happen(int kind, int argument) {
        switch (kind) {
            case EventQueue.SLOT -> slots.get(argument).computed();
            case EventQueue.DELIVER -> deliver(argument);
            case EventQueue.HANDLE -> handle(argument, messages.kind(argument), messages.worker(argument));
            case EventQueue.LEAVE -> network.send(connection(argument), argument);
            case EventQueue.ACCEPTED -> master.application.accepted();
            case EventQueue.CYCLE_OVER -> master.cycleOver();
            case EventQueue.FLUSH -> workers.get(argument).flush();
            case EventQueue.STEP -> step(terms.script().steps().get(argument));
            case EventQueue.START -> workers.get(argument).start();
            case EventQueue.BROKEN -> workers.get(argument).master.broken(workers.get(argument));
            default -> network.on(kind, argument);
        }
    }

    private @Nullable Ending lookForEnd() {
        if (!events.isEmpty()) {
            return null;
        }
        if (byHost.values().stream().noneMatch(worker -> worker.present() && worker.slots.length > 0)) {
            return Ending.NO_WORKERS;
        }
        return nowNanos - movedNanos > Math.max(QUIET_NANOS, 2 * movedNanos) ? Ending.STUCK : null;
    }

    long nowNanos() {
        return nowNanos;
    }

    // ---- workers and hosts

    private void join(int host) {
        WorkerModel known = byHost.get(host);
        if (known != null && known.present()) {
            return;
        }
        WorkerModel worker = subMasters.has(host)
                ? subMasters.begin(host, workers.size() + 1)
                : new WorkerModel(this, workers.size() + 1, host);
        workers.add(worker);
        byHost.put(host, worker);
        if (overheads.startNanos() == 0) {
            worker.start();
        } else {
            events.add(nowNanos + overheads.startNanos(), EventQueue.START, workers.size() - 1);
        }
    }

    private void step(Script.Step step) {
        if (step instanceof Script.Join join) {
            join(join.host());
        } else if (step instanceof Script.Capacity && network instanceof FairNetwork fair) {
            fair.capacityChanged();
        } else if (step instanceof Script.Drain drain) {
            WorkerModel worker = byHost.get(drain.host());
            if (worker != null) {
                worker.drain();
            }
        } else if (step instanceof Script.Lose lose) {
            WorkerModel worker = byHost.get(lose.host());
            if (worker != null) {
                worker.lose();
            }
        } else if (step instanceof Script.Die die) {
            WorkerModel worker = byHost.get(die.host());
            if (worker != null && worker.present()) {
                worker.lose();
                events.add(nowNanos + worker.up.latencyNanos, EventQueue.BROKEN, worker.number() - 1);
            }
        }
    }

    int addSlot(SlotModel slot) {
        slots.add(slot);
        return slots.size() - 1;
    }

    /** The master of a worker on this host. */
    MasterModel masterOf(int host) {
        return subMasters.masterOf(host);
    }

    WorkerModel worker(WorkerId id) {
        return workers.get(id.number() - 1);
    }

    /** Speed of a slot of this host, relative to the machine where costs were measured. */
    Course course(int host) {
        return courses.computeIfAbsent(
                host, index -> course(index, hostOf(index).speed()));
    }

    Course masterCourse(int host) {
        return course(host, hostOf(host).masterSpeed());
    }

    private Host hostOf(int host) {
        return machines.view().hosts().get(host);
    }

    private Course course(int host, double speed) {
        double unloaded = speed * hostOf(host).availability();
        Course.Builder course = new Course.Builder(unloaded);
        boolean changes = false;
        for (Script.Step step : terms.script().steps()) {
            if (step instanceof Script.Load load && load.host() == host) {
                course.change(load.atNanos(), speed * load.availability());
                changes = true;
            }
        }
        return changes ? course.build() : steady.steady(unloaded);
    }

    /** True if large results are offered first. */
    boolean limitsGrants() {
        return terms.congestion().kind() != GrantMode.Kind.OFF;
    }

    // ---- messages

    Connection connect(int host, boolean up) {
        Connection connection = new Connection(
                connections.size(),
                subMasters.paths(host).servers(host, up),
                subMasters.paths(host).latencyNanos(host) + overheads.travel().delayNanos());
        connections.add(connection);
        return connection;
    }

    Connection connection(int message) {
        WorkerModel worker = messages.worker(message);
        return messages.kind(message).toMaster ? worker.up : worker.down;
    }

    Connection connectionOf(int number) {
        return connections.get(number);
    }

    /** Sends a message from a worker, with a frame in addition to {@code bytes}. Returns its number. */
    int sendUp(WorkerModel worker, Kind kind, long bytes, long number, @Nullable Object content) {
        long size = overheads.onWire(bytes);
        int message = messages.add(kind, worker, size, number, content);
        messagesUp++;
        bytesUp += size;
        Overheads.Cost cost = overheads.workerSends();
        leave(worker.up, message, early(worker.loop(cost, size, nowNanos), inPassing(cost, size)));
        return message;
    }

    /** Sends a message from the master, with a frame in addition to {@code bytes}. Returns its number. */
    int sendDown(WorkerModel worker, Kind kind, long bytes, long number, @Nullable Object content) {
        int message = down(worker, kind, bytes, number, content);
        leave(worker.down, message, masterSends(worker, message));
        return message;
    }

    private int down(WorkerModel worker, Kind kind, long bytes, long number, @Nullable Object content) {
        long size = overheads.onWire(bytes);
        int message = messages.add(kind, worker, size, number, content);
        messagesDown++;
        bytesDown += size;
        return message;
    }

    void sendSetup(WorkerModel worker, int cycle, long gapNanos) {
        int message = down(worker, Kind.SETUP, workload.setupBytes(cycle), cycle, null);
        messages.detail(message, gapNanos);
        leave(worker.down, message, masterSends(worker, message));
    }

    void sendAcknowledge(WorkerModel worker, long sequence, long queuedNanos) {
        int message = down(worker, Kind.ACKNOWLEDGE, 0, sequence, null);
        messages.detail(message, queuedNanos);
        leave(worker.down, message, masterSends(worker, message));
    }

    /** When the worker's master has sent the message. */
    private long masterSends(WorkerModel worker, int message) {
        return worker.master.loop(worker.master.message(overheads.masterSends(), messages.bytes(message)), 0);
    }

    /** Sends units with inputs of {@code bytes} from the master. */
    void sendUnits(WorkerModel worker, long bytes, Handed handed) {
        int message = down(worker, Kind.UNITS, bytes, handed.cycle, handed);
        // A sub-master forwards inputs as it received them.
        double work = worker.master == master ? overheads.handOutNanos() * handed.units() : 0;
        long ready = worker.master.application.handOut(work, bytes);
        long sent = masterSends(worker, message);
        leave(worker.down, message, Math.max(ready, sent));
    }

    /**
     * Processor time at both ends for the bytes of a large message that overlaps with its transfer [ns]: the first part
     * leaves, and the last part is read, without waiting for it.
     */
    private long inPassing(Overheads.Cost cost, long size) {
        return cost.isNone() ? 0 : Math.round(cost.byteNanos() * Math.max(0, size - terms.packetBytes()));
    }

    /** Subtracts {@code before}, but not to a time before now. */
    private long early(long nanos, long before) {
        return nanos == Long.MAX_VALUE ? nanos : Math.max(nowNanos, nanos - before);
    }

    private void leave(Connection connection, int message, long nanos) {
        if (nanos == nowNanos) {
            network.send(connection, message);
        } else if (nanos != Long.MAX_VALUE) {
            events.add(nanos, EventQueue.LEAVE, message);
        }
    }

    private void deliver(int message) {
        Kind kind = messages.kind(message);
        WorkerModel worker = messages.worker(message);
        long size = messages.bytes(message);
        timeline.travelled(worker.host, kind.toMaster, kind.shown, size, messages.sentNanos(message), nowNanos);
        long done;
        if (kind.toMaster) {
            long taken = kind == Kind.RESULTS || kind == Kind.COMPLETED || kind == Kind.FOLDED
                    ? messages.content(message, Returned.class).units
                    : 0;
            Overheads.Cost cost = overheads.masterReceives();
            long since = Math.max(messages.firstNanos(message), nowNanos - inPassing(cost, size));
            done = worker.master.loop(worker.master.message(cost, size) + overheads.takeNanos() * taken, taken, since);
        } else {
            Overheads.Cost cost = overheads.workerReceives();
            long since = Math.max(messages.firstNanos(message), nowNanos - inPassing(cost, size));
            done = worker.loop(cost, size, since);
        }
        if (done <= nowNanos) {
            handle(message, kind, worker);
        } else if (done != Long.MAX_VALUE) {
            events.add(done, EventQueue.HANDLE, message);
        }
    }

    private void handle(int message, Kind kind, WorkerModel worker) {
        if (kind.toMaster) {
            worker.master.received(kind, worker, message);
        } else {
            worker.received(kind, message);
        }
        messages.remove(message);
    }

    // ---- the report

    private SimulationReport report(Ending ending) {
        List<SimulationReport.WorkerUse> uses = new ArrayList<>();
        CauseTimes idle = CauseTimes.ZERO;
        long slotNanos = 0;
        for (WorkerModel worker : workers) {
            worker.end();
            SimulationReport.WorkerUse use = worker.use();
            uses.add(use);
            idle = idle.plus(use.times());
            slotNanos += use.slots() * (use.toNanos() - use.fromNanos());
        }
        return new SimulationReport(
                ending,
                nowNanos,
                master.scheduler().counters().accepted(),
                List.copyOf(master.cycles()),
                slotNanos,
                idle,
                uses,
                processors(),
                network.uses(nowNanos),
                master.scheduler().counters(),
                new Traffic(messagesDown, messagesUp, bytesDown, bytesUp, master.assignments(), events.taken()),
                master.grants.summary());
    }

    private List<ServerUse> processors() {
        List<ServerUse> uses = new ArrayList<>();
        add(uses, machines.master(), Part.LOOP, master.loopLog());
        add(uses, machines.master(), Part.APPLICATION, master.application.log());
        for (MasterModel each : subMasters.all()) {
            add(uses, each.host, Part.LOOP, each.loopLog());
        }
        for (WorkerModel worker : workers) {
            ServerUse use = worker.server(hostOf(worker.host).name(), nowNanos);
            if (use != null) {
                uses.add(use);
            }
        }
        return uses;
    }

    private void add(List<ServerUse> uses, int host, Part part, ServerLog log) {
        double all = Math.max(1, nowNanos);
        uses.add(new ServerUse(
                hostOf(host).name(),
                host,
                part,
                Math.min(1, log.busyNanos() / all),
                log.presentNanos() / all,
                log.most(),
                log.amount()));
    }
}
