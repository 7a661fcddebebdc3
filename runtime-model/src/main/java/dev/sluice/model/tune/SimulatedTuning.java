package dev.sluice.model.tune;

import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.simulate.Run;
import dev.sluice.model.simulate.SimulationStart;
import dev.sluice.model.simulate.Steering;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.World;
import java.util.List;

/**
 * A tuner of the number of workers in the loop of a simulated run. It knows sizes and the network, and measures times:
 * what the simulated workers report. Scripted changes reach it only by their effects. Confined to its simulation.
 */
public class SimulatedTuning implements Steering {
    private final Run run;
    private final WorkersKnob knob = new WorkersKnob();
    private final Tuner tuner = new Tuner(Setting.FLAT, knob);

    /** @param world its terms are those with which the run begins */
    public SimulatedTuning(Workload work, World world) {
        this.run = new Run(world, work);
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
        knob.begin(cycle, run.work().units(cycle));
        knob.returned(host, cycle, runs);
    }

    @Override
    public void at(SteeringPoint point, Controls now) {
        int cycle = point.isEnd() ? point.cycle() + 1 : point.cycle();
        boolean tree = !run.world().subMasters().isEmpty(); // its workers cannot be parked
        if (tree || cycle >= run.work().cycles() || !knob.isTimed()) {
            return;
        }
        if (run.work().units(cycle) == 0) {
            knob.begin(cycle, 0);
            return;
        }
        SimulationStart state = now.state();
        for (Adjustment change : tuner.look(knob.snapshot(run, state, point.isEnd()), model(state), true)) {
            apply(change, now);
        }
    }

    /** The tuner's belief of the rest of the run. */
    Foretelling model(SimulationStart state) {
        return knob.model(run, state, Long.MAX_VALUE);
    }

    private static void apply(Adjustment change, Controls controls) {
        change.from().parked().stream()
                .filter(host -> !change.to().parked().contains(host))
                .forEach(controls::unpark);
        change.to().parked().stream()
                .filter(host -> !change.from().parked().contains(host))
                .forEach(controls::park);
    }
}
