package dev.sluice.model.simulate.actor;

import dev.sluice.model.Amounts;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.WorkerId;
import dev.sluice.model.failure.FailureTerms;
import dev.sluice.model.flow.Host;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.OpenCycle;
import dev.sluice.model.schedule.Scheduler;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.PlannedShares;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationReport.Ending;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.StagedFileSources;
import dev.sluice.model.simulate.Steering;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.model.simulate.event.Courses;
import dev.sluice.model.simulate.event.EventQueue;
import dev.sluice.model.simulate.network.Connection;
import dev.sluice.model.simulate.network.Connections;
import dev.sluice.model.simulate.network.Messages;
import dev.sluice.model.simulate.network.Messages.Kind;
import dev.sluice.model.simulate.network.Network;
import dev.sluice.model.simulate.network.Networks;
import dev.sluice.model.simulate.network.Paths;
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

    private final World machines;
    private final SimulationTerms terms;
    private final PlannedWeights weights;
    private final RunContext context;
    private final EventQueue events = new EventQueue();
    private final Messages messages = new Messages();
    private final Connections connections = new Connections();
    private final Network network;
    private final MasterModel master;
    private final Paths paths;
    private final SubMasters subMasters;
    private final FileTransfers files;
    private final List<WorkerModel> workers = new ArrayList<>();
    private final Map<Integer, WorkerModel> byHost = new HashMap<>();
    private final List<SlotModel> slots = new ArrayList<>();
    private final @Nullable Resumption resumed;
    private final @Nullable SteeringModel steering;

    /** When the simulation begins, from the start of the run [ns]. */
    private final long fromNanos;

    private long nowNanos;
    private long movedNanos;

    SimulatedRun(RunInput input) {
        Workload workload = input.workload();
        this.machines = input.world();
        this.terms = input.world().terms();
        this.resumed = input.start() == null ? null : Resumption.of(input.start());
        this.fromNanos = input.start() == null ? 0 : input.start().nowNanos();
        events.startAt(fromNanos);
        nowNanos = fromNanos;
        movedNanos = fromNanos;
        this.weights = PlannedShares.of(machines, workload, terms);
        Courses steady = new Courses();
        this.paths = new Paths(machines, terms.script(), steady);
        this.subMasters = new SubMasters(machines, paths);
        new ScriptCheck(machines, terms.script()).check();
        prepareHosts();
        this.network = Networks.create(terms, paths, events, messages, connections);
        HostCourses courses = new HostCourses(machines, terms.script(), steady, workload.cpuShare());
        this.context = new RunContext(
                workload,
                input.world().costs(),
                terms,
                input.timeline(),
                courses,
                events,
                messages,
                network,
                new ArrayList<>());
        this.files = new FileTransfers(context, machines);
        this.master = new MasterModel(context, machines.master(), scheduler(), null);
        if (input.steering() != Steering.NONE) {
            RunControls controls = new RunControls(this, context, master);
            this.steering = new SteeringModel(context, input.steering(), controls);
            master.steered(steering);
            steering.schedule();
        } else {
            this.steering = null;
        }
    }

    private Scheduler scheduler() {
        if (resumed == null) {
            return new Scheduler(config(weights, handout(), terms.resources()));
        }
        return new Scheduler(config(weights, resumed.open().handout(), terms.resources()), resumed.open(), fromNanos);
    }

    private Handout handout() {
        return terms.results() == ResultsKind.ACCUMULATED ? terms.handout().copying(0) : terms.handout();
    }

    private SchedulerConfig config(PlannedWeights planned, Handout handout, Amounts resources) {
        return new SchedulerConfig(
                handout,
                3,
                FailureTerms.USUAL_LEASE_NANOS,
                new SplittableRandom(terms.seed()),
                planned.meanSeconds(),
                resources);
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
        if (!terms.files().isNone()) {
            StagedFileSources.of(machines, terms.files())
                    .forEach(step -> paths.note(new int[0], filePaths(step).servers(step.host(), false)));
        }
    }

    /** The paths on which a host gets its files. */
    private Paths filePaths(StagedFileSources.Step step) {
        Paths own = subMasters.paths(step.host());
        return own.leadsTo(step.source()) ? own : new Paths(paths, step.source());
    }

    // ---- the loop

    SimulationReport run() {
        List<Script.Step> steps = terms.script().steps();
        for (int i = 0; i < steps.size(); i++) {
            boolean happened = resumed != null && steps.get(i).atNanos() <= fromNanos;
            if (!happened && !(steps.get(i) instanceof Script.Load)) {
                events.add(steps.get(i).atNanos(), EventQueue.STEP, i);
            }
        }
        if (resumed == null) {
            begin();
        } else {
            resume(resumed);
        }
        Ending ending = null;
        while (ending == null && !master.over() && !master.refused()) {
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
            ending = master.refused()
                    ? Ending.UNITS_REFUSED
                    : master.quarantined() > 0 ? Ending.UNITS_GIVEN_UP : Ending.COMPLETE;
        }
        return new RunReporter(machines, context, master, subMasters).report(ending, workers, fromNanos);
    }

    private void begin() {
        int expected = 0;
        for (World.SubMaster sub : machines.subMasters()) {
            join(sub.host());
        }
        for (int i = 0; i < machines.workers(); i++) {
            join(machines.worker(i));
            expected += hostOf(machines.worker(i)).slots();
        }
        boolean late = context.overheads().startNanos() > 0 || !terms.files().isNone();
        int told = terms.script()
                .all(Script.Expect.class)
                .mapToInt(Script.Expect::slots)
                .sum();
        master.start(late ? expected : Math.min(told, expected));
    }

    /**
     * Continues with the workers of a start. Workers below its sub-masters begin without a unit, but with their setup.
     */
    private void resume(Resumption from) {
        OpenCycle open = from.open();
        for (int i = 0; i < from.hosts().size(); i++) {
            WorkerModel worker = add(from.hosts().get(i));
            worker.seat.parks = open.workers().get(i).parked();
            master.admit(worker.seat);
        }
        int top = workers.size();
        for (World.SubMaster sub : machines.subMasters()) {
            if (byHost.containsKey(sub.host())) {
                sub.children().stream()
                        .filter(this::isThere)
                        .forEach(child -> add(child).start());
            }
        }
        for (WorkerModel below : workers.subList(top, workers.size())) {
            if (!open.isOver()) {
                below.resumeCycle(open.cycle());
            }
        }
        for (int i = 0; i < top; i++) {
            WorkerModel worker = workers.get(i);
            OpenCycle.OpenWorker had = open.workers().get(i);
            worker.resume(had, open.cycle(), !open.isOver(), () -> new ResumedWork(context, worker, had).take());
        }
        for (World.SubMaster sub : machines.subMasters()) {
            startsLater(sub.host());
        }
        for (int i = 0; i < machines.workers(); i++) {
            startsLater(machines.worker(i));
        }
        master.resume(from, handout());
    }

    /** Tells whether the worker of a host was started before the simulation began, and has neither left nor died. */
    private boolean isThere(int host) {
        return machines.startNanos(host, 0) <= fromNanos
                && terms.script()
                        .all(Script.OfHost.class)
                        .noneMatch(step -> step.host() == host && step.atNanos() <= fromNanos && step.ends());
    }

    private void startsLater(int host) {
        long startNanos = machines.startNanos(host, 0);
        if (startNanos > fromNanos) {
            add(host);
            events.add(startNanos, EventQueue.START, workers.size() - 1);
        }
    }

    private void happen(int kind, int argument) {
        switch (kind) {
            case EventQueue.SLOT -> slots.get(argument).computed();
            case EventQueue.DELIVER -> deliver(argument);
            case EventQueue.HANDLE -> handle(argument, messages.kind(argument), worker(argument));
            case EventQueue.LEAVE -> network.send(connections.of(messages, argument), argument);
            case EventQueue.ACCEPTED -> master.application.accepted();
            case EventQueue.CYCLE_OVER -> master.cycleOver();
            case EventQueue.FLUSH -> workers.get(argument).flush();
            case EventQueue.STEP -> step(terms.script().steps().get(argument));
            case EventQueue.START -> begin(workers.get(argument));
            case EventQueue.BROKEN -> broken(workers.get(argument));
            case EventQueue.GROW -> master.growth.due(argument);
            case EventQueue.STEER -> master.steer(argument);
            case EventQueue.SETUP_LEFT -> {
                WorkerModel worker = workers.get(argument);
                worker.master.setups.rounds.left(worker.seat);
            }
            case EventQueue.SETUP_LOOK -> subMasters.on(argument, master).setups.look();
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

    // ---- workers and hosts

    private void join(int host) {
        WorkerModel known = byHost.get(host);
        if (known != null && known.present()) {
            return;
        }
        WorkerModel worker = add(host);
        long usual = context.overheads().startNanos();
        long startNanos = known == null ? machines.startNanos(host, usual) : usual;
        if (startNanos == 0) {
            begin(worker);
        } else {
            events.add(nowNanos + startNanos, EventQueue.START, workers.size() - 1);
        }
    }

    private WorkerModel add(int host) {
        WorkerModel worker = worker(host, workers.size() + 1);
        workers.add(worker);
        context.seats().add(worker.seat);
        byHost.put(host, worker);
        for (SlotModel slot : worker.slots) {
            slot.number(slots.size());
            slots.add(slot);
        }
        return worker;
    }

    /** Begins a worker whose process is up. A sub-master registers at once; others need all files first. */
    private void begin(WorkerModel worker) {
        int host = worker.seat.host;
        boolean needsFiles = worker.present() && files.needed(host);
        if (!needsFiles || subMasters.has(host)) {
            worker.start();
        }
        if (needsFiles) {
            StagedFileSources.Step step = new StagedFileSources.Step(host, files.source(host, worker.master.host));
            Paths ways = filePaths(step);
            long latencyNanos =
                    ways.latencyNanos(host) + context.overheads().travel().delayNanos();
            files.begin(worker, connections.addForFiles(worker.number(), ways.servers(host, false), latencyNanos));
        }
    }

    private WorkerModel worker(int host, int number) {
        Paths ways = subMasters.paths(host);
        long latencyNanos =
                ways.latencyNanos(host) + context.overheads().travel().delayNanos();
        Connection up = connections.add(number, true, ways.servers(host, true), latencyNanos);
        Connection down = connections.add(number, false, ways.servers(host, false), latencyNanos);
        MasterModel above = subMasters.masterOf(host, master);
        int count = hostOf(host).slots();
        if (!subMasters.has(host)) {
            SeatModel seat = new SeatModel(new WorkerId(number), host, count, up, down);
            seat.plannedSeconds = weights.unitSeconds(hostOf(host).name(), false);
            seat.offers(hostOf(host));
            return new WorkerModel(context, seat, above, count);
        }
        SeatModel seat = new SeatModel(new WorkerId(number), host, subMasters.slots(host), up, down);
        String name = hostOf(host).name();
        seat.plannedSeconds = weights.unitSeconds(name, true);
        SubMasterModel sub = new SubMasterModel(
                context,
                seat,
                above,
                new Scheduler(config(weights.below(name), handout().below(), Amounts.NONE)));
        seat.below = true;
        if (context.hasNeeds()) {
            seat.offer = subMasters.offer(host);
        }
        subMasters.begin(sub.downward());
        if (steering != null) {
            sub.downward().steered(steering);
        }
        return sub;
    }

    private void step(Script.Step step) {
        if (step instanceof Script.Join join) {
            join(join.host());
        } else if (step instanceof Script.Capacity) {
            network.capacityChanged();
        } else if (step instanceof Script.Drain drain) {
            WorkerModel worker = byHost.get(drain.host());
            if (worker != null) {
                worker.drain();
            }
        } else if (step instanceof Script.Park park) {
            park(park.host(), true);
        } else if (step instanceof Script.Unpark unpark) {
            park(unpark.host(), false);
        } else if (step instanceof Script.SwitchPolicy to) {
            master.change(to.from(master.scheduler().handout()));
            subMasters
                    .all()
                    .forEach(
                            sub -> sub.change(to.from(sub.scheduler().handout()).below()));
        } else if (step instanceof Script.Lose lose) {
            WorkerModel worker = byHost.get(lose.host());
            if (worker != null) {
                lose(worker);
            }
        } else if (step instanceof Script.Die die) {
            WorkerModel worker = byHost.get(die.host());
            if (worker != null && worker.present()) {
                lose(worker);
                events.add(nowNanos + worker.seat.up.latencyNanos(), EventQueue.BROKEN, worker.number() - 1);
            }
        }
    }

    /** Parks the worker of a host, or ends its parking. */
    void park(int host, boolean parks) {
        WorkerModel worker = byHost.get(host);
        if (worker != null && worker.present()) {
            worker.master.parking.park(worker.seat, parks);
        }
    }

    private void lose(WorkerModel worker) {
        files.cut(worker);
        worker.lose();
    }

    private static void broken(WorkerModel worker) {
        worker.master.broken(worker.seat);
    }

    private Host hostOf(int host) {
        return machines.view().hosts().get(host);
    }

    // ---- messages

    /** The worker that sends or receives this message. */
    private WorkerModel worker(int message) {
        return workers.get(messages.worker(message) - 1);
    }

    private void deliver(int message) {
        Kind kind = messages.kind(message);
        WorkerModel worker = worker(message);
        if (kind == Kind.FILE) {
            files.arrived(worker);
            messages.remove(message);
            return;
        }
        long size = messages.bytes(message);
        context.timeline()
                .travelled(
                        worker.seat.host, kind.toMaster(), kind.shown(), size, messages.sentNanos(message), nowNanos);
        long done;
        if (kind.toMaster()) {
            long taken = kind == Kind.RESULTS || kind == Kind.COMPLETED || kind == Kind.FOLDED
                    ? messages.content(message, Returned.class).units
                    : 0;
            Overheads.Cost cost = context.overheads().masterReceives();
            long since = Math.max(messages.firstNanos(message), nowNanos - context.inPassing(cost, size));
            MasterLoopModel loop = worker.master.loop;
            double take = context.overheads().takeNanos() * taken;
            done = loop.work(loop.message(cost, size) + take, taken, since);
        } else {
            Overheads.Cost cost = context.overheads().workerReceives();
            long since = Math.max(messages.firstNanos(message), nowNanos - context.inPassing(cost, size));
            done = worker.loop(cost, size, since);
        }
        if (done <= nowNanos) {
            handle(message, kind, worker);
        } else if (done != Long.MAX_VALUE) {
            events.add(done, EventQueue.HANDLE, message);
        }
    }

    private void handle(int message, Kind kind, WorkerModel worker) {
        if (kind.toMaster()) {
            worker.master.received(kind, worker.seat, message);
        } else {
            worker.received(kind, message);
        }
        messages.remove(message);
    }
}
