package dev.sluice.model.tune;

import dev.sluice.model.Plural;
import dev.sluice.model.WorkerId;
import dev.sluice.model.flow.Routes;
import dev.sluice.model.schedule.OpenCycle;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.model.simulate.Run;
import dev.sluice.model.simulate.SimulationStart;
import dev.sluice.model.simulate.UnitForecast;
import dev.sluice.model.tune.Snapshot.HostPart;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The number of hosts that compute, turned at the begin of a cycle. Two closed forms say where to look: MATE's
 * equations, and the flow model, which knows unequal hosts. Of numbers that take nearly the same time the smallest is
 * suggested, so that no host works for next to nothing. The slowest hosts are parked first.
 */
public class WorkersKnob extends Knob {
    /** Half of the doubt in the time of a cycle is common to two numbers of workers. */
    private static final double COMMON = 0.5;

    /** Smallest gain worth a change, which costs nothing to take back, as a logarithm. */
    private static final double LEAST_GAIN = 0.005;

    /** A number of workers is clearly better if its gain exceeds the doubt so many times. */
    private static final double CLEAR_DOUBTS = 3;

    private final CycleDoubt doubt = new CycleDoubt();
    private final UnitForecast forecast = new UnitForecast();
    private Set<WorkerId> known = new HashSet<>();

    /** The next look judges nothing, whatever it sees. */
    private boolean disturbed;

    /** Units of the open cycle that were timed, those that were computed twice included. */
    private long timedUnits;

    /** Work of all results so far, and that when the open cycle began [s]. */
    private double finishedWork;

    private double beganWork;

    public WorkersKnob() {
        this("workers");
    }

    /** @param word for decisions and options */
    WorkersKnob(String word) {
        super(word, "cycle", LEAST_GAIN);
    }

    @Override
    String text(Setting setting) {
        Set<Integer> parked = setting.parked();
        return parked.isEmpty() ? "all hosts" : Plural.of(parked.size(), "host") + " parked";
    }

    // ---- what is measured

    @Override
    void begun(long units) {
        beganWork = finishedWork;
        timedUnits = 0;
        if (units > 0) {
            forecast.begin(begun(), units);
        }
    }

    /** Takes the times of units of a host. Those of earlier cycles are late copies, and not counted. */
    public void returned(int host, int cycle, List<ResultRun> runs) {
        if (cycle != begun()) {
            return;
        }
        for (ResultRun each : runs) {
            forecast.add(host, each);
            timedUnits += each.units();
            finishedWork += each.computeNanos() / 1e9 / forecast.ratio(host);
        }
    }

    /** True once a unit was timed. Before that, nothing can be foretold. */
    public boolean isTimed() {
        return forecast.timed() > 0;
    }

    /** The run was disturbed since the latest look, so that the next one judges nothing. */
    public void disturbed() {
        disturbed = true;
    }

    /**
     * Measures the run.
     *
     * @param begins whether the moment is between two cycles, so that the next one is looked at
     */
    public Snapshot snapshot(Run run, SimulationStart state, boolean begins) {
        OpenCycle open = state.open();
        int cycle = begins ? open.cycle() + 1 : open.cycle();
        List<HostPart> hosts = new ArrayList<>();
        Set<WorkerId> present = new HashSet<>();
        UnitRanges computed = open.finished().copy();
        double running = 0;
        double trips = 0;
        Routes routes = Routes.to(run.world().view(), run.world().master());
        long units = run.work().units(cycle);
        double all = forecast.seconds(0, units);
        for (OpenCycle.OpenWorker worker : open.workers()) {
            Integer host = state.hosts().get(worker.id());
            worker.held().forEach(held -> computed.addAll(held.completed()));
            if (host == null) {
                continue;
            }
            present.add(worker.id());
            if (worker.slots() > 0) {
                trips += 2e-9 * routes.latencyNanos(host);
                boolean old = worker.parked() && worker.pace().seconds() > 0;
                double seconds =
                        old ? all / units * forecast.ratio(host) : worker.pace().seconds();
                for (OpenCycle.RunningAge unit : worker.running()) {
                    running += unit.ageNanos() / 1e9 / forecast.ratio(host);
                }
                hosts.add(new HostPart(host, worker.slots(), seconds));
            }
        }
        boolean unlike = disturbed || !known.isEmpty() && !present.equals(known);
        known = present;
        disturbed = false;
        double left = begins ? all : all - seconds(computed);
        return new Snapshot(
                state.nowNanos() / 1e9,
                counted(cycle),
                units,
                new Snapshot.Work(
                        finishedWork + running,
                        begins ? finishedWork : beganWork - untimed(computed.size()) * all / units,
                        Math.max(left - running, 0.001 * left)),
                begins,
                unlike,
                trips / Math.max(1, hosts.size()),
                hosts,
                MateModel.of(run.world(), forecast.costs(run, cycle), units));
    }

    private double seconds(UnitRanges units) {
        double[] sum = new double[1];
        units.forEach((from, to) -> sum[0] += forecast.seconds(from, to));
        return sum[0];
    }

    /** Computed units of the open cycle that were not timed here: an earlier master accepted them. */
    private long untimed(long computed) {
        return Math.max(0, computed - timedUnits);
    }

    /**
     * The model of the run at this moment.
     *
     * @param most units of a cycle that are simulated; the time of the others follows from these
     */
    public Foretelling model(Run run, SimulationStart state, long most) {
        return new SimulatedForetelling(run, state, forecast, most);
    }

    // ---- what is decided

    @Override
    List<Candidate> candidates(Snapshot snapshot, Setting now, Foretelling model) {
        if (snapshot.begins()) {
            doubt.ended(snapshot, now, model.cycle(now).end());
        }
        MateModel equations = snapshot.mate();
        List<HostPart> hosts = snapshot.hosts().stream()
                .sorted(Comparator.comparingDouble(HostPart::rateWups).reversed())
                .toList();
        if (equations == null || !snapshot.begins() || hosts.size() < 2) {
            return List.of();
        }
        HostNumbers mate = HostNumbers.known(equations.best(hosts.size()), equations::seconds);
        HostNumbers flow =
                HostNumbers.searched(hosts.size(), count -> model.flowSeconds(now.withParked(behind(hosts, count))));
        Set<Integer> counts = new TreeSet<>(List.of(mate.fewest(), flow.fewest(), (mate.fewest() + flow.fewest()) / 2));
        counts.remove((int) hosts.stream()
                .filter(host -> !now.parked().contains(host.host()))
                .count());
        double half = 0.5 * slots(snapshot, now) / snapshot.units();
        List<Candidate> candidates = new ArrayList<>();
        for (int count : counts) {
            String words = String.format(
                    Locale.ROOT,
                    "%d of %d hosts %s (best by MATE %d, by flow %d)",
                    count,
                    hosts.size(),
                    count == 1 ? "computes" : "compute",
                    mate.best(),
                    flow.best());
            candidates.add(new Candidate(now.withParked(behind(hosts, count)), words, COMMON * doubt.doubt(half)));
        }
        return candidates;
    }

    private static int slots(Snapshot snapshot, Setting now) {
        return snapshot.hosts().stream()
                .filter(host -> !now.parked().contains(host.host()))
                .mapToInt(HostPart::slots)
                .sum();
    }

    /** The hosts behind the first ones. */
    private static Set<Integer> behind(List<HostPart> hosts, int count) {
        return hosts.stream().skip(count).map(HostPart::host).collect(Collectors.toSet());
    }

    @Override
    double clearGain(double ofDoubt) {
        return LEAST_GAIN + CLEAR_DOUBTS * ofDoubt;
    }

    @Override
    boolean isJudgedByUnits() {
        return false;
    }

    /** Returns what the hosts compute that are parked. */
    @Override
    double loss(Setting from, Setting to, Snapshot snapshot) {
        double all = 0;
        double parked = 0;
        for (HostPart host : snapshot.hosts()) {
            double rate = Math.max(host.rateWups(), Double.MIN_NORMAL);
            all += from.parked().contains(host.host()) ? 0 : rate;
            parked += !from.parked().contains(host.host()) && to.parked().contains(host.host()) ? rate : 0;
        }
        return parked / all;
    }
}
