package dev.sluice.app.tsp;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.Verdict;
import java.io.IOException;
import java.util.OptionalInt;
import picocli.CommandLine.Mixin;

/** A genetic algorithm for the travelling salesman. One cycle is one generation, one unit a brood of tours. */
public final class Tsp extends Application<Generation, Brood, Offspring> {
    @Mixin
    private final TspOptions options = new TspOptions();

    private Evolution evolution = new Evolution(options.conclude());

    public Tsp() {}

    @Override
    protected void initialize() {
        evolution = new Evolution(options.conclude());
    }

    @Override
    protected Cycle<Generation> cycle(int number) throws IOException {
        return evolution.cycle(number);
    }

    @Override
    protected OptionalInt expectedCycles() {
        return OptionalInt.of(evolution.generations());
    }

    @Override
    protected Brood unit(long index) {
        return evolution.brood(index);
    }

    @Override
    protected Offspring compute(Generation generation, Brood brood) {
        return new Breeder(generation, brood).breed();
    }

    @Override
    protected Verdict accept(long index, Offspring offspring) {
        evolution.take(offspring);
        return Verdict.CONTINUE;
    }

    @Override
    protected Verdict endCycle(int number) {
        evolution.endGeneration();
        return Verdict.CONTINUE;
    }

    @Override
    protected void complete() throws IOException {
        evolution.finish();
    }

    @Override
    protected void interrupted() throws IOException {
        evolution.save();
    }
}
