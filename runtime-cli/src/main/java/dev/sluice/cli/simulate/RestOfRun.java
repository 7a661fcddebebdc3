package dev.sluice.cli.simulate;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.schedule.OpenCycle;
import dev.sluice.model.simulate.Run;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.SimulationStart;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Steering;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The time that the rest of a simulated run takes if units are handed out in another way from a moment in its middle.
 *
 * @param terms the terms of the run until then
 * @param whole the run under these terms to its end
 * @param at the state of the run at that moment
 * @param rests the rest under each of the other terms
 */
record RestOfRun(SimulationTerms terms, SimulationReport whole, SimulationStart at, List<SimulatedRuns.Run> rests) {
    RestOfRun {
        rests = List.copyOf(rests);
    }

    /** The run until the moment. */
    record Until(Run run, double seconds) {}

    /** Keeps the state of a run at a time, or as soon after it as a cycle is open. */
    private static final class StateKeeper implements Steering {
        private final long fromNanos;
        private @Nullable SimulationStart kept;

        private StateKeeper(long fromNanos) {
            this.fromNanos = fromNanos;
        }

        @Override
        public long alsoAtNanos() {
            return fromNanos;
        }

        @Override
        public void at(SteeringPoint now, Controls controls) {
            if (kept == null && now.nanos() >= fromNanos && !now.isEnd()) {
                kept = controls.state();
            }
        }
    }

    /**
     * Simulates a run to that moment, and its rest under each of the terms.
     *
     * @throws SluiceException if the run is over before that moment
     */
    static RestOfRun of(Until until, List<SimulationTerms> others) {
        World world = until.run().world();
        StateKeeper keeper = new StateKeeper(Math.round(until.seconds() * 1e9));
        SimulationReport whole = Simulation.run(until.run().work(), world, Timeline.NONE, keeper);
        SimulationStart at = keeper.kept;
        if (at == null) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    String.format(
                            Locale.ROOT,
                            "--from: %.3f s (expected: a time before the end of the simulated run at %.3f s)",
                            until.seconds(),
                            whole.seconds()));
        }
        List<SimulatedRuns.Run> rests = new ArrayList<>();
        for (SimulationTerms each : others) {
            rests.add(new SimulatedRuns.Run(each, Simulation.rest(until.run().work(), world.with(each), at)));
        }
        return new RestOfRun(world.terms(), whole, at, rests);
    }

    /** The words of the result, a line each. */
    List<String> lines() {
        OpenCycle open = at.open();
        double from = at.nowNanos() * 1e-9;
        double asBefore = whole.seconds() - from;
        List<String> lines = new ArrayList<>();
        lines.add(line(
                "after %.3f s with %s: %,d of %,d units of cycle %,d are finished, %,d are at workers; the run ends"
                        + " after %.3f s if nothing changes",
                from,
                terms.handout().policy(),
                open.finished().size(),
                open.units(),
                open.cycle(),
                open.leftUnits() - open.pool().size(),
                whole.seconds()));
        lines.add("");
        lines.add(line("%-7s %12s %12s %10s", "policy", "rest", "end", "change"));
        for (SimulatedRuns.Run run : rests) {
            double rest = run.report().seconds() - from;
            lines.add(line(
                    "%-7s %12.3f %12.3f %+9.1f%%%s",
                    run.terms().handout().policy(),
                    rest,
                    run.report().seconds(),
                    100 * (rest / asBefore - 1),
                    run.report().ending() == SimulationReport.Ending.COMPLETE
                            ? ""
                            : "  "
                                    + run.report()
                                            .ending()
                                            .name()
                                            .toLowerCase(Locale.ROOT)
                                            .replace('_', ' ')));
        }
        return lines;
    }

    private static String line(String format, Object... values) {
        return String.format(Locale.ROOT, format, values).stripTrailing();
    }
}
