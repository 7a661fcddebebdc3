package dev.sluice.app.ep;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.None;
import dev.sluice.api.Results;
import dev.sluice.api.Verdict;
import picocli.CommandLine.Mixin;

/**
 * The kernel EP ("embarrassingly parallel") of the NAS Parallel Benchmarks: normally distributed pairs, counted by
 * rings. Units need no input and share nothing but the sum.
 */
public final class Ep extends Application<None, PairBlocks, RingTally> {
    @Mixin
    private final EpOptions options = new EpOptions();

    private Partition partition = options.conclude();

    public Ep() {}

    @Override
    protected void initialize() {
        partition = options.conclude();
    }

    @Override
    protected Cycle<None> cycle(int number) {
        return Cycle.only(partition.units(), None.NONE);
    }

    @Override
    protected PairBlocks unit(long index) {
        return partition.unit(index);
    }

    @Override
    protected RingTally compute(None setup, PairBlocks blocks) {
        return GaussianKernel.compute(blocks);
    }

    @Override
    protected Results<RingTally> results() {
        return Accumulation.exact(RingTally.NONE, RingTally::plus);
    }

    @Override
    protected Verdict accumulated(RingTally total) {
        System.out.print(EpReport.text(partition.problem(), total));
        return partition.problem().accepts(total) ? Verdict.CONTINUE : Verdict.FAILED;
    }
}
