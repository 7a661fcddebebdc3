package dev.sluice.insight.plan;

import dev.sluice.insight.knowledge.HostBelief;
import dev.sluice.insight.knowledge.MachineKnowledge;
import dev.sluice.insight.predict.Prediction;
import dev.sluice.model.forecast.Calibration;
import dev.sluice.model.predict.PredictedCycle;
import dev.sluice.model.simulate.World;
import org.jspecify.annotations.Nullable;

/** Chooses the way in which a run hands out its units, with errors of hosts and links as they are known. */
public final class HandoutChoice {
    /** Standard deviation of the logarithm of the speed of a host where no unit was timed. */
    private static final double UNTIMED = 0.15;

    private HandoutChoice() {}

    /**
     * The way in which a run hands out its units, with errors of hosts and links as they are known.
     *
     * @param world the machines as they are believed to be, with costs, terms and starts
     * @param seconds that the run is expected to take: a part of it may be spent on the comparison
     */
    static PlanHandout of(
            World world, HandoutWork work, double seconds, PlanHandout.Free free, MachineKnowledge known) {
        return HandoutRace.of(
                world,
                work,
                seconds,
                free,
                new HandoutRace.Errors(
                        host -> hostError(known.hosts().get(host.name())),
                        link -> PlanForecast.linkError(link.name(), known)));
    }

    /** The same of a run without a plan, on hosts around one switch. */
    public static PlanHandout of(
            World world, Prediction units, double seconds, PlanHandout.Free free, MachineKnowledge known) {
        PredictedCycle cycle = units.sampled().cycle();
        int cycles = Math.max(1, units.sampled().cycles());
        return of(world, new HandoutWork(units.unitCosts(), cycle, cycles), seconds, free, known);
    }

    private static double hostError(@Nullable HostBelief belief) {
        if (belief == null) {
            return UNTIMED;
        }
        double speed = belief.timed() ? Calibration.OF_MEAN_ERROR * belief.speedError() : UNTIMED;
        double share = belief.available() > 0 ? belief.availableError() / belief.available() : 0;
        return Math.hypot(speed, Calibration.OF_MEAN_ERROR * share);
    }
}
