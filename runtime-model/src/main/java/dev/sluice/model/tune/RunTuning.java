package dev.sluice.model.tune;

import dev.sluice.model.WorkerId;
import dev.sluice.model.flow.Routes;
import dev.sluice.model.schedule.OpenCycle;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.model.simulate.SimulationStart;
import dev.sluice.model.simulate.UnitForecast;
import dev.sluice.model.tune.Snapshot.HostPart;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A tuner with the measurements of its run: the times of units and the speeds of hosts. The run may be real or
 * simulated. Pure: state and time are handed in. Confined to its owner.
 */
public final class RunTuning implements LiveTuning {
    private final Tuner tuner = new Tuner(Setting.FLAT, new WorkersTunlet());
    private final UnitForecast forecast = new UnitForecast();

    private int begun = -1;

    /** Cycles without units so far, which are left out where cycles are counted. */
    private int empty;

    private Set<WorkerId> known = new HashSet<>();

    /** The next look judges nothing, whatever it sees. */
    private boolean disturbed;

    /** Units of the open cycle that were timed, those that were computed twice included. */
    private long timedUnits;

    /** Work of all results so far, and that when the open cycle began [s]. */
    private double finishedWork;

    private double beganWork;
    private @Nullable Snapshot latest;

    /** The model of the latest look; null if others gave theirs, or before the first. */
    private @Nullable SimulatedForetelling model;

    @Override
    public List<TunedStep> steps() {
        return tuner.steps();
    }

    /** The setting that holds. */
    public Setting now() {
        return tuner.now();
    }

    @Override
    public boolean isHome() {
        return tuner.state() == TunerState.HOME;
    }

    UnitForecast forecast() {
        return forecast;
    }

    /**
     * Begins a cycle of so many units, unless it has begun. One without units changes no forecast, and counts as none.
     */
    public void begin(int cycle, long units) {
        if (cycle > begun) {
            begun = cycle;
            beganWork = finishedWork;
            timedUnits = 0;
            if (units > 0) {
                forecast.begin(cycle, units);
            } else {
                empty++;
            }
        }
    }

    /** Takes the times of units of a host. Those of earlier cycles are late copies, and not counted. */
    public void returned(int host, int cycle, List<ResultRun> runs) {
        if (cycle != begun) {
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

    /**
     * The changes at this moment.
     *
     * @param begins whether the moment is between two cycles, so that the next one is looked at
     * @param most units of a cycle that are simulated; the time of the others follows from these
     */
    public List<Adjustment> decide(TunedRun run, SimulationStart state, boolean begins, long most) {
        return decide(run, state, begins, model(run, state, most));
    }

    List<Adjustment> decide(TunedRun run, SimulationStart state, boolean begins, Foretelling believed) {
        return tuner.decide(snapshot(run, state, begins), believed);
    }

    @Override
    public boolean hasCompared() {
        SimulatedForetelling last = model;
        return last != null && last.settings() > 1;
    }

    /**
     * Judges the change that acts, and holds the safety rule, but looks for nothing better. It costs less than
     * {@link #decide}.
     */
    public List<Adjustment> watch(TunedRun run, SimulationStart state, boolean begins, long most) {
        return tuner.watch(snapshot(run, state, begins), model(run, state, most));
    }

    /** A model in which setups of earlier cycles may be in the way. */
    private Foretelling model(TunedRun run, SimulationStart state, long most) {
        SimulatedForetelling made = new SimulatedForetelling(run, state, forecast, most, true);
        model = made;
        return made;
    }

    /** The latest change has been made, in this state of the run; {@code begins} as in {@link #decide}. */
    public void applied(TunedRun run, SimulationStart state, boolean begins) {
        tuner.applied(snapshot(run, state, begins));
    }

    /** The run itself has parked exactly these hosts, because workers were lost. */
    public void settle(Set<Integer> parked) {
        tuner.settle(parked);
        disturbed = true;
    }

    /** Something else than a change of hosts has disturbed the run since the latest look, which judges nothing. */
    public void disturbed() {
        disturbed = true;
    }

    @Override
    public void refused() {
        tuner.refused();
    }

    /** {@inheritDoc} All slots together do no more work than their number in each second: this is never late. */
    @Override
    public double trialSeconds() {
        Snapshot snapshot = latest;
        if (snapshot == null) {
            return -1;
        }
        double work = tuner.trialWork(snapshot);
        return work < snapshot.left() ? work / Math.max(1, snapshot.slots()) : -1;
    }

    private Snapshot snapshot(TunedRun run, SimulationStart state, boolean begins) {
        OpenCycle open = state.open();
        int cycle = begins ? open.cycle() + 1 : open.cycle();
        List<HostPart> hosts = new ArrayList<>();
        Set<WorkerId> present = new HashSet<>();
        UnitRanges computed = open.finished().copy();
        double running = 0;
        double trips = 0;
        Routes routes = Routes.to(run.machines().view(), run.machines().master());
        long units = run.workload().units(cycle);
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
        Snapshot snapshot = new Snapshot(
                state.nowNanos() / 1e9,
                cycle - empty,
                units,
                begins ? 0 : computed.size(),
                finishedWork + running,
                begins ? finishedWork : beganWork - untimed(computed.size()) * all / units,
                Math.max(left - running, 0.001 * left),
                begins,
                unlike,
                trips / Math.max(1, hosts.size()),
                hosts,
                run.mate(forecast, cycle));
        latest = snapshot;
        return snapshot;
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
}
