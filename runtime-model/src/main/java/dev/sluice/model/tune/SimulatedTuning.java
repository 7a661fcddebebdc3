package dev.sluice.model.tune;

import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.OpenCycle;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.SimulationStart;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Steering;
import dev.sluice.model.simulate.UnitForecast;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.model.tune.Snapshot.HostPart;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * A tuner in the loop of a simulated run. It knows sizes and the network, and measures times: what the simulated
 * workers report. Scripted changes reach it only by their effects. Confined to its simulation.
 */
public class SimulatedTuning implements Steering {
    private static final long NONE = -1;

    private final TunedRun run;
    private final Tuner tuner;
    private final UnitForecast forecast = new UnitForecast();
    private int begun = -1;
    private Set<WorkerId> known = new HashSet<>();

    /** Work of all results so far, and that when the open cycle began [s]. */
    private double finishedWork;

    private double beganWork;

    /** A change that is being tried is looked at by then [ns]; negative for none. */
    private long dueNanos = NONE;

    /**
     * @param terms the settings with which the run begins
     * @param fixed knobs that stay as they are
     */
    public SimulatedTuning(
            Workload workload, Machines machines, Overheads overheads, SimulationTerms terms, Set<Knob> fixed) {
        this.run = new TunedRun(workload, machines, overheads, terms);
        Handout handout = new Handout(terms.policy(), terms.weighting(), terms.prefetch(), terms.speculation());
        Set<Knob> all = EnumSet.noneOf(Knob.class);
        all.addAll(fixed);
        if (!machines.subMasters().isEmpty()) {
            all.add(Knob.WORKERS);
        }
        this.tuner = new Tuner(Setting.of(handout), all);
    }

    /** All changes, in the order of time. */
    public List<TunedStep> steps() {
        return tuner.steps();
    }

    /** The setting that holds at last. */
    public Setting now() {
        return tuner.now();
    }

    @Override
    public void returned(int host, int cycle, List<ResultRun> runs) {
        begin(cycle);
        for (ResultRun each : runs) {
            forecast.add(host, each);
            finishedWork += each.computeNanos() / 1e9 / forecast.ratio(host);
        }
    }

    private void begin(int cycle) {
        if (cycle != begun) {
            begun = cycle;
            beganWork = finishedWork;
            forecast.begin(cycle, run.workload().units(cycle));
        }
    }

    @Override
    public void at(SteeringPoint point, Controls now) {
        look(point.isEnd() ? point.cycle() + 1 : point.cycle(), point.isEnd(), now);
    }

    private void look(int cycle, boolean begins, Controls to) {
        dueNanos = NONE;
        if (cycle >= run.workload().cycles() || run.workload().units(cycle) == 0 || forecast.timed() == 0) {
            return;
        }
        SimulationStart state = to.state();
        Snapshot snapshot = snapshot(state, cycle, begins);
        for (Adjustment change : tuner.decide(snapshot, model(state))) {
            apply(change, to);
        }
        double work = tuner.trialWork(snapshot);
        if (work < snapshot.left()) {
            dueNanos = state.nowNanos() + Math.round(work / snapshot.slots() * 1e9);
        }
    }

    /** All slots together do no more work than their number in each second, so that this is never late. */
    @Override
    public long alsoAtNanos() {
        return dueNanos;
    }

    /** The tuner's belief of the rest of the run. */
    Foretelling model(SimulationStart state) {
        return new SimulatedForetelling(run, state, forecast);
    }

    private Snapshot snapshot(SimulationStart state, int cycle, boolean begins) {
        OpenCycle open = state.open();
        List<HostPart> hosts = new ArrayList<>();
        Set<WorkerId> present = new HashSet<>();
        double running = 0;
        double trips = 0;
        int timed = 0;
        for (OpenCycle.OpenWorker worker : open.workers()) {
            Integer host = state.hosts().get(worker.id());
            present.add(worker.id());
            if (host != null && worker.slots() > 0) {
                if (worker.trip().nanos() > 0) {
                    trips += worker.trip().nanos() / 1e9;
                    timed++;
                }
                hosts.add(new HostPart(host, worker.slots(), worker.pace().seconds()));
                for (OpenCycle.RunningAge unit : worker.running()) {
                    running += unit.ageNanos() / 1e9 / forecast.ratio(host);
                }
            }
        }
        boolean disturbed = !known.isEmpty() && !present.equals(known);
        known = present;
        long units = run.workload().units(cycle);
        double left = forecast.seconds(0, units);
        if (!begins) {
            for (int i = 0; i < open.finished().ranges(); i++) {
                left -= forecast.seconds(open.finished().from(i), open.finished().to(i));
            }
        }
        left = Math.max(0, left);
        return new Snapshot(
                state.nowNanos() / 1e9,
                cycle,
                units,
                begins ? 0 : open.finished().size(),
                finishedWork + running,
                begins ? finishedWork : beganWork,
                Math.max(left - running, 0.001 * left),
                begins,
                disturbed,
                trips / Math.max(1, timed),
                hosts,
                run.mate(forecast, cycle));
    }

    private static void apply(Adjustment change, Controls controls) {
        if (!change.from().handout().equals(change.to().handout())) {
            controls.handout(change.to().handout());
        }
        change.from().parked().stream()
                .filter(host -> !change.to().parked().contains(host))
                .forEach(controls::unpark);
        change.to().parked().stream()
                .filter(host -> !change.from().parked().contains(host))
                .forEach(controls::park);
    }
}
