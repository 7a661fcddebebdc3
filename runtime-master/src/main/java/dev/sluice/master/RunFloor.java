package dev.sluice.master;

import dev.sluice.master.bounds.PeerAddress;
import dev.sluice.master.tune.Floor;
import dev.sluice.master.tune.RunMoment;
import dev.sluice.master.weather.RecentArrivals;
import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.tune.TreeSite.TreeHost;
import dev.sluice.net.message.Message;
import dev.sluice.net.message.Move;
import dev.sluice.net.message.MoveBelow;
import dev.sluice.net.message.Refuge;
import dev.sluice.net.message.SubMasterTerms;
import dev.sluice.net.message.SubMasterWorkers;
import dev.sluice.net.message.WorkTerms;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The parts of a run that its actuator and its mover change. Confined to the master loop. */
final class RunFloor implements Floor {
    private final RunCore core;
    private final SchedulerDriver driver;
    private final Setups setups;

    RunFloor(RunCore core, SchedulerDriver driver, Setups setups) {
        this.core = core;
        this.driver = driver;
        this.setups = setups;
    }

    @Override
    public List<Present> present() {
        return core.registry().connections().stream()
                .map(connection -> connection.entry)
                .map(entry -> new Present(entry.id, entry.host, entry.slots, entry.branch, entry.leaving))
                .toList();
    }

    @Override
    public Received received(WorkerId worker) {
        WorkerEntry entry = core.registry().entry(worker);
        return entry == null
                ? new Received(0, 0)
                : new Received(entry.station.bytesThere(), entry.station.arrivingNanosThere());
    }

    @Override
    public RecentArrivals arrivals(WorkerId worker) {
        WorkerEntry entry = core.registry().entry(worker);
        return entry == null ? new RecentArrivals() : entry.arrivals;
    }

    @Override
    public Handout handout() {
        return driver.handout();
    }

    @Override
    public boolean mayCopy() {
        return core.settings().changes().copies();
    }

    @Override
    public void apply(Event event) {
        driver.apply(event);
    }

    @Override
    public void park(WorkerId worker, boolean parked) {
        WorkerConnection connection = core.registry().connection(worker);
        if (connection != null) {
            connection.entry.parked = parked;
            connection.session.send(new WorkTerms(parked, core.isolation().isolated()));
            long now = core.nanoTime();
            connection.endLull(now); // its wait begins now
            driver.noteLull(connection, now);
            core.recording().state(connection.entry);
        }
    }

    @Override
    public void sendSetup(WorkerId worker, boolean atOnce) {
        WorkerConnection connection = core.registry().connection(worker);
        if (connection != null) {
            setups.unparked(connection, atOnce);
        }
    }

    @Override
    public void withdrawSetup(WorkerId worker) {
        WorkerConnection connection = core.registry().connection(worker);
        if (connection != null) {
            setups.rounds.withdraw(connection);
        }
    }

    @Override
    public int decided(String kind, String what, String why, String gain) {
        if (!kind.equals("worker")) { // a change of the number of workers has a decision of its own
            core.listener().tuned(kind, what, why);
        }
        return core.recording().changed(kind, what, why, gain);
    }

    @Override
    public void decided(String what, String why) {
        core.recording().changed("tree", what, why, "");
    }

    @Override
    public List<Below> below(WorkerId subMaster) {
        WorkerEntry entry = core.registry().entry(subMaster);
        return entry == null
                ? List.of()
                : entry.below.values().stream()
                        .map(line -> new Below(
                                line.name(),
                                line.host(),
                                line.stats().units(),
                                line.stats().computeNanos()))
                        .toList();
    }

    @Override
    public @Nullable Refuge place(WorkerId subMaster) {
        WorkerConnection connection = core.registry().connection(subMaster);
        return connection == null ? null : connection.place;
    }

    @Override
    public List<Seat> seats() {
        return core.registry().connections().stream()
                .filter(connection -> !connection.entry.leaving)
                .map(this::seat)
                .toList();
    }

    private Seat seat(WorkerConnection connection) {
        WorkerEntry entry = connection.entry;
        boolean movable = !entry.branch && !entry.parked && entry.slots > 0 && !connection.session.inProcess();
        return new Seat(
                new Present(entry.id, entry.host, entry.slots, entry.branch, false),
                site(entry),
                movable,
                entry.branch && connection.place != null,
                new Way(
                        entry.station.leastRoundTripSeconds() / 2,
                        entry.station.arrivalRate(false),
                        entry.station.arrivalRate(true),
                        entry.setupTransit),
                entry.branch ? below(entry) : entry.parked ? List.of() : List.of(new TreeHost(entry.slots, 1)),
                driver.outstandingUnits(entry.id));
    }

    /** The link that the network view names, else the network of the address. */
    private String site(WorkerEntry entry) {
        Map<String, String> named = core.settings().sites();
        String ofHost = named.getOrDefault(entry.host, named.getOrDefault(entry.address, ""));
        return ofHost.isEmpty() ? PeerAddress.site(entry.address, entry.host) : ofHost;
    }

    /** The hosts of the slots below a sub-master; lines of workers that have left are the older ones. */
    private static List<TreeHost> below(WorkerEntry subMaster) {
        List<SubMasterWorkers.Line> lines = List.copyOf(subMaster.below.values());
        List<TreeHost> hosts = new ArrayList<>();
        int left = subMaster.slots;
        for (int i = lines.size() - 1; i >= 0 && left > 0; i--) {
            int slots = Math.min(left, lines.get(i).slots());
            if (slots > 0) {
                hosts.add(new TreeHost(slots, 1));
                left -= slots;
            }
        }
        if (left > 0) {
            hosts.add(new TreeHost(left, 1)); // not reported yet
        }
        return hosts;
    }

    @Override
    public double cyclesLeft() {
        RunProgress.Snapshot run = core.progress().snapshot();
        return run.cyclesInAll() > 0 ? run.cyclesInAll() - run.cycle() - 1 : Math.max(1, run.cycle());
    }

    @Override
    public RunMoment moment(long sinceNanos, Set<WorkerId> parked) {
        return driver.moment(sinceNanos, parked);
    }

    @Override
    public double speed(WorkerId worker) {
        return driver.speed(worker);
    }

    @Override
    public long applicationNanos() {
        return driver.applicationNanos();
    }

    @Override
    public long computedUnits() {
        return driver.finishedUnits() + driver.completedUnits();
    }

    @Override
    public int activeSlots() {
        return driver.activeSlots();
    }

    @Override
    public double expectedSeconds() {
        return core.progress().expectedSeconds(core.nanoTime());
    }

    @Override
    public boolean isEnding() {
        return core.over() || core.stopping();
    }

    @Override
    public long nanoTime() {
        return core.nanoTime();
    }

    @Override
    public void looked(String knob, long cpuNanos) {
        core.recording().looked(knob, cpuNanos);
    }

    @Override
    public void judged(int decision, String outcome) {
        core.recording().judged(decision, outcome);
    }

    @Override
    public void post(Runnable task) {
        core.loop().post(task);
    }

    @Override
    public boolean inProcess(WorkerId worker) {
        WorkerConnection connection = core.registry().connection(worker);
        return connection != null && connection.session.inProcess();
    }

    @Override
    public void move(WorkerId worker, Refuge to) {
        send(worker, new Move(to));
    }

    @Override
    public void moveBelow(WorkerId subMaster, MoveBelow order) {
        send(subMaster, order);
    }

    private void send(WorkerId worker, Message message) {
        WorkerConnection connection = core.registry().connection(worker);
        if (connection != null) {
            connection.session.send(message);
        }
    }

    @Override
    public void handedOutBy(int decision) {
        core.recording().handedOutBy(decision);
        core.recording().handOut(handout());
        sendSubMasterTerms(core, handout());
    }

    /** Tells all workers and sub-masters whether units are isolated. */
    static void sendIsolation(RunCore core, Handout now) {
        for (WorkerConnection connection : core.registry().connections()) {
            if (!connection.entry.branch) {
                connection.session.send(
                        new WorkTerms(connection.entry.parked, core.isolation().isolated()));
            }
        }
        sendSubMasterTerms(core, now);
    }

    private static void sendSubMasterTerms(RunCore core, Handout now) {
        for (WorkerConnection connection : core.registry().connections()) {
            if (connection.entry.branch && connection.knowsTerms) {
                connection.session.send(terms(core, now, connection.entry));
            }
        }
    }

    /** The terms of the run for a sub-master, with the hand-out that holds now. */
    static SubMasterTerms terms(RunCore core, Handout now, WorkerEntry subMaster) {
        RunSettings settings = core.settings();
        PlannedWeights planned = now.weighting() == Weighting.EQUAL
                ? PlannedWeights.NONE
                : settings.rules().planned().below(subMaster.host).atMost(PlannedWeights.MOST_HOSTS);
        return new SubMasterTerms(
                now.below(),
                settings.limits().failures().mostWorkers(),
                core.kept(),
                settings.limits().probeBytes(),
                settings.rules().delivery().congestion(),
                settings.limits().results().memoryBytes(),
                planned,
                core.isolation().isolated());
    }
}
