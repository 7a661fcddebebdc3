package dev.sluice.app.nbody;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.Verdict;
import java.io.IOException;
import java.util.OptionalInt;
import picocli.CommandLine.Mixin;

/** The N-body problem by direct summation. One cycle is one time step, one unit a range of bodies. */
public final class Nbody extends Application<Step, Range, Moved> {
    @Mixin
    private final Options options = new Options();

    private BodySimulation simulation = new BodySimulation(options.conclude());

    public Nbody() {}

    @Override
    protected void initialize() {
        simulation = new BodySimulation(options.conclude());
    }

    @Override
    protected Cycle<Step> cycle(int number) throws IOException {
        return simulation.cycle(number);
    }

    @Override
    protected OptionalInt expectedCycles() {
        return OptionalInt.of(simulation.cycles());
    }

    @Override
    protected Range unit(long index) {
        return simulation.range(index);
    }

    @Override
    protected Moved compute(Step step, Range range) {
        return Kernel.move(step, range);
    }

    @Override
    protected Verdict accept(long index, Moved moved) {
        simulation.take(index, moved);
        return Verdict.CONTINUE;
    }

    @Override
    protected Verdict endCycle(int number) throws IOException {
        simulation.endCycle();
        return Verdict.CONTINUE;
    }

    @Override
    protected void complete() throws IOException {
        simulation.finish();
    }

    @Override
    protected void interrupted() throws IOException {
        simulation.save();
    }
}
