package dev.sluice.insight.replay;

import dev.sluice.insight.gain.GainWork;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.simulate.World;
import dev.sluice.model.tune.MateModel;

/** The figures of MATE's model from the measurements of a run, for one of its cycles. */
final class MateTerms {
    private MateTerms() {}

    static MateModel of(GainWork work, World world) {
        UnitCosts costs = new UnitCosts(
                        work.unitSeconds(),
                        work.acceptSeconds(),
                        work.inputBytes(),
                        work.resultBytes(),
                        work.setupBytes())
                .withResults(world.terms().results(), work.accumulatedBytes(), 0);
        return MateModel.of(world, costs, work.unitsOfCycle());
    }
}
