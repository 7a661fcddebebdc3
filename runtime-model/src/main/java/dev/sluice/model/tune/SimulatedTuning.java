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
public final class SimulatedTuning implements Steering {
    private final TunedRun run;
    private final Tuner tuner;
    private final UnitForecast forecast = new UnitForecast();
    private int begun = -1;
    private Set<WorkerId> known = new HashSet<>();

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
        runs.forEach(each -> forecast.add(host, each));
    }

    private void begin(int cycle) {
        if (cycle != begun) {
            begun = cycle;
            forecast.begin(cycle, run.workload().units(cycle));
        }
    }

    @Override
    public void at(SteeringPoint point, Controls controls) {
        int cycle = point.isEnd() ? point.cycle() + 1 : point.cycle();
        if (cycle >= run.workload().cycles() || run.workload().units(cycle) == 0 || forecast.timed() == 0) {
            return;
        }
        SimulationStart state = controls.state();
        Snapshot snapshot = snapshot(point, state, cycle);
        for (Adjustment change : tuner.decide(snapshot, new SimulatedForetelling(run, state, forecast))) {
            apply(change, controls);
        }
    }

    private Snapshot snapshot(SteeringPoint point, SimulationStart state, int cycle) {
        List<HostPart> hosts = new ArrayList<>();
        Set<WorkerId> present = new HashSet<>();
        for (OpenCycle.OpenWorker worker : state.open().workers()) {
            Integer host = state.hosts().get(worker.id());
            present.add(worker.id());
            if (host != null && worker.slots() > 0) {
                hosts.add(new HostPart(host, worker.slots(), worker.pace().seconds()));
            }
        }
        boolean disturbed = !known.isEmpty() && !present.equals(known);
        known = present;
        return new Snapshot(
                point.nanos() / 1e9,
                cycle,
                run.workload().units(cycle),
                point.isEnd() ? 0 : point.finishedUnits(),
                point.isEnd(),
                disturbed,
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
