package dev.sluice.app.dot;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.Results;
import dev.sluice.api.Verdict;
import java.io.IOException;
import picocli.CommandLine.Mixin;

/**
 * Rigid docking: finds where one molecule fits best on another, over many rotations and all shifts on a grid. One unit
 * is a block of rotations. Every worker needs the transformed grid of the fixed molecule, which takes megabytes.
 */
public final class Docking extends Application<DockingTarget, RotationBlock, BestPoses> {
    @Mixin
    private final DockingOptions options = new DockingOptions();

    private DockingPlan plan = options.conclude();

    public Docking() {}

    @Override
    protected void initialize() {
        plan = options.conclude();
    }

    @Override
    protected Cycle<DockingTarget> cycle(int number) {
        return Cycle.only(plan.units(), DockingTarget.of(plan));
    }

    @Override
    protected RotationBlock unit(long index) {
        return plan.unit(index);
    }

    @Override
    protected BestPoses compute(DockingTarget target, RotationBlock block) {
        return DockingKernel.search(target, block);
    }

    @Override
    protected Results<BestPoses> results() {
        int kept = plan.poses();
        return Accumulation.exact(BestPoses.NONE, (one, other) -> one.merged(other, kept));
    }

    @Override
    protected Verdict accumulated(BestPoses best) throws IOException {
        DockingReport report = new DockingReport(plan, best);
        System.out.print(report.text());
        report.draw();
        return report.isVerified() ? Verdict.CONTINUE : Verdict.FAILED;
    }
}
