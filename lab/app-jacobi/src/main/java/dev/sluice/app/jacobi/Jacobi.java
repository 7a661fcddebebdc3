package dev.sluice.app.jacobi;

import dev.sluice.api.ArgumentException;
import dev.sluice.api.Codec;
import dev.sluice.api.None;
import dev.sluice.api.ResidentApplication;
import dev.sluice.api.Verdict;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Mixin;

/**
 * Jacobi's iteration: each cell of a grid becomes the mean of its four neighbours, again and again. Strips of rows stay
 * on the workers. One step is as many iterations as the borders allow, and only borders travel.
 */
public final class Jacobi extends ResidentApplication<None, Strip, StripRows, StripRows> {
    private static final StripRows NOTHING = new StripRows(new double[0]);

    @Mixin
    private final JacobiOptions options = new JacobiOptions();

    private PlatePlan plan = options.conclude();
    private PlatePlan.Strips work = plan.work();
    private Plate plate = new Plate(plan);
    private StripCuts cuts = new StripCuts(work.halo());

    public Jacobi() {}

    @Override
    protected void initialize() {
        plan = options.conclude();
        work = plan.work();
        plate = new Plate(plan);
        cuts = new StripCuts(work.halo());
        int rows = work.rows() / work.strips();
        if (work.halo() > rows && work.strips() > 1) {
            throw new ArgumentException("--halo", work.halo(), "at most the rows of a strip, " + rows);
        }
    }

    @Override
    protected None setup() {
        plate.begin();
        return None.NONE;
    }

    @Override
    protected int parts() {
        return work.strips();
    }

    @Override
    protected int steps() {
        return work.steps();
    }

    @Override
    protected int copyEvery() {
        return plan.copyEvery();
    }

    @Override
    protected Strip part(None setup, Place at) {
        return Strip.first(plan, at.part());
    }

    @Override
    protected Codec<Strip> partCodec() {
        return Strip.CODEC;
    }

    @Override
    protected Step<Strip, StripRows, StripRows> step(
            None setup, Place at, Strip strip, List<Message<StripRows>> borders) {
        for (Message<StripRows> border : borders) {
            strip.take(border.part() < at.part(), border.value().cells());
        }
        strip.iterate(work.iterationsOf(at.step()));
        if (at.step() == work.steps() - 1) {
            return new Step<>(strip, new StripRows(strip.all()));
        }
        Step<Strip, StripRows, StripRows> step = new Step<>(strip, NOTHING);
        cuts.messages(at, strip).forEach(border -> step.send(border.part(), border.value()));
        return step;
    }

    @Override
    protected Optional<Cutting<Strip, StripRows>> cutting() {
        return Optional.of(cuts);
    }

    @Override
    protected Verdict endStep(int step, List<StripRows> strips) throws IOException {
        plate.ended(step);
        return step < work.steps() - 1 || plate.finish(strips) ? Verdict.CONTINUE : Verdict.FAILED;
    }
}
