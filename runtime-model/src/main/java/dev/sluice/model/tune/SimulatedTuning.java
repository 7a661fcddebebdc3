package dev.sluice.model.tune;

import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.SimulationStart;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Steering;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * A tuner in the loop of a simulated run. It knows sizes and the network, and measures times: what the simulated
 * workers report. Scripted changes reach it only by their effects. Confined to its simulation.
 */
public class SimulatedTuning implements Steering {
    private static final long NONE = -1;

    private final TunedRun run;
    private final RunTuning tuning;

    /** A change that is being tried is looked at by then [ns]; negative for none. */
    private long dueNanos = NONE;

    /**
     * @param terms the settings with which the run begins
     * @param fixed knobs that stay as they are
     */
    public SimulatedTuning(
            Workload workload, Machines machines, Overheads overheads, SimulationTerms terms, Set<Knob> fixed) {
        this.run = new TunedRun(workload, machines, overheads, terms);
        Set<Knob> all = EnumSet.noneOf(Knob.class);
        all.addAll(fixed);
        if (!machines.subMasters().isEmpty()) {
            all.add(Knob.WORKERS);
        }
        Weighting typed = fixed.contains(Knob.WEIGHTS) ? terms.weighting() : null;
        this.tuning = new RunTuning(terms.handout(), all, typed, SafetyLedger.KEPT);
    }

    /** All changes, in the order of time. */
    public List<TunedStep> steps() {
        return tuning.steps();
    }

    /** The setting that holds at last. */
    public Setting now() {
        return tuning.now();
    }

    @Override
    public void returned(int host, int cycle, List<ResultRun> runs) {
        tuning.begin(cycle, run.workload().units(cycle));
        tuning.returned(host, cycle, runs);
    }

    @Override
    public void at(SteeringPoint point, Controls now) {
        look(point.isEnd() ? point.cycle() + 1 : point.cycle(), point.isEnd(), now);
    }

    private void look(int cycle, boolean begins, Controls to) {
        dueNanos = NONE;
        if (cycle >= run.workload().cycles() || !tuning.isTimed()) {
            return;
        }
        if (run.workload().units(cycle) == 0) {
            tuning.begin(cycle, 0);
            return;
        }
        SimulationStart state = to.state();
        for (Adjustment change : tuning.decide(run, state, begins, model(state))) {
            apply(change, to);
        }
        double seconds = tuning.trialSeconds();
        if (seconds >= 0 && hasHandedOut()) {
            dueNanos = state.nowNanos() + Math.round(seconds * 1e9);
        }
    }

    /** A policy has been tried. A number of workers is judged by whole cycles, and needs no look by time. */
    private boolean hasHandedOut() {
        return steps().stream().anyMatch(step -> step.change().knob() == Knob.POLICY);
    }

    @Override
    public long alsoAtNanos() {
        return dueNanos;
    }

    /** The tuner's belief of the rest of the run. */
    Foretelling model(SimulationStart state) {
        return new SimulatedForetelling(run, state, tuning.forecast(), SimulatedForetelling.Scale.ALL);
    }

    private static void apply(Adjustment change, Controls controls) {
        boolean again = change.knob() == Knob.POLICY; // workers give back what they hold beyond their share
        if (again || !change.from().handout().equals(change.to().handout())) {
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
