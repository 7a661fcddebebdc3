package dev.sluice.app.jacobi;

import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.None;
import dev.sluice.api.Verdict;
import java.io.IOException;
import java.util.OptionalInt;
import picocli.CommandLine.Mixin;

/**
 * Jacobi's iteration: each cell of a grid becomes the mean of its four neighbours, again and again. One unit is a strip
 * of rows with the borders of its neighbours; one cycle is as many iterations as these borders allow.
 */
public final class Jacobi extends Application<None, BorderedStrip, StripRows> {
    @Mixin
    private final JacobiOptions options = new JacobiOptions();

    private Plate plate = new Plate(options.conclude());

    public Jacobi() {}

    @Override
    protected void initialize() {
        plate = new Plate(options.conclude());
    }

    @Override
    protected Cycle<None> cycle(int number) {
        return plate.cycle(number);
    }

    @Override
    protected OptionalInt expectedCycles() {
        return OptionalInt.of(plate.cycles());
    }

    @Override
    protected BorderedStrip unit(long index) {
        return plate.strip(Math.toIntExact(index));
    }

    @Override
    protected StripRows compute(None setup, BorderedStrip strip) {
        return StripKernel.iterate(strip);
    }

    @Override
    protected Verdict accept(long index, StripRows rows) {
        plate.take(Math.toIntExact(index), rows);
        return Verdict.CONTINUE;
    }

    @Override
    protected Verdict endCycle(int number) throws IOException {
        plate.endCycle();
        return number < plate.cycles() - 1 || plate.finish() ? Verdict.CONTINUE : Verdict.FAILED;
    }

    @Override
    protected void interrupted() throws IOException {
        plate.draw();
    }
}
