package dev.sluice.app.jacobi;

import dev.sluice.api.ArgumentException;
import dev.sluice.api.None;
import dev.sluice.api.ResidentApplication;
import dev.sluice.api.Verdict;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Mixin;

/**
 * The same iteration as {@link Jacobi} with strips that stay on the workers. One step is as many iterations as the
 * borders allow, and only borders travel. A part is the rows of its strip, with the fixed edge of the first and the
 * last one.
 */
public final class ResidentJacobi extends ResidentApplication<None, StripRows, StripRows, StripRows> {
    private static final StripRows NOTHING = new StripRows(new double[0]);

    @Mixin
    private final JacobiOptions options = new JacobiOptions();

    private PlatePlan plan = options.conclude();
    private PlatePlan.Strips work = plan.work();
    private Plate plate = new Plate(plan);

    public ResidentJacobi() {}

    @Override
    protected void initialize() {
        plan = options.conclude();
        work = plan.work();
        plate = new Plate(plan);
        int rows = work.rows() / work.strips();
        if (work.halo() > rows && work.strips() > 1) {
            throw new ArgumentException("--halo", work.halo(), "at most the rows of a strip, " + rows);
        }
    }

    @Override
    protected None setup() {
        plate.cycle(0);
        return None.NONE;
    }

    @Override
    protected int parts() {
        return work.strips();
    }

    @Override
    protected int steps() {
        return work.cycles();
    }

    @Override
    protected StripRows part(None setup, Place at) {
        double[] all = new Waves(work, plan.seed()).after(0);
        return new StripRows(Arrays.copyOfRange(all, low(at) * work.width(), high(at) * work.width()));
    }

    /** The first row of a part. */
    private int low(Place at) {
        return at.part() == 0 ? 0 : work.first(at.part());
    }

    /** The end of the rows of a part. */
    private int high(Place at) {
        return at.part() == at.parts() - 1 ? work.rows() + 2 : work.first(at.part() + 1);
    }

    @Override
    protected Step<StripRows, StripRows, StripRows> step(
            None setup, Place at, StripRows rows, List<Message<StripRows>> borders) {
        int first = work.first(at.part());
        int count = work.first(at.part() + 1) - first;
        StripRows moved = StripKernel.iterate(bordered(at, rows, borders));
        double[] next = rows.cells().clone();
        System.arraycopy(moved.cells(), 0, next, (first - low(at)) * work.width(), count * work.width());
        boolean last = at.step() == work.cycles() - 1;
        Step<StripRows, StripRows, StripRows> step = new Step<>(new StripRows(next), last ? moved : NOTHING);
        int border = work.halo() * work.width();
        if (at.part() > 0 && !last) {
            step.send(at.part() - 1, new StripRows(Arrays.copyOf(moved.cells(), border)));
        }
        if (at.part() < at.parts() - 1 && !last) {
            int from = moved.cells().length - border;
            step.send(at.part() + 1, new StripRows(Arrays.copyOfRange(moved.cells(), from, from + border)));
        }
        return step;
    }

    /** The rows of a part with as many rows of its neighbours as there are iterations in this step. */
    private BorderedStrip bordered(Place at, StripRows rows, List<Message<StripRows>> borders) {
        int width = work.width();
        int iterations = work.iterationsOf(at.step());
        int first = work.first(at.part());
        int low = Math.max(0, low(at) - (at.part() == 0 ? 0 : iterations));
        int high = Math.min(work.rows() + 2, high(at) + (at.part() == at.parts() - 1 ? 0 : iterations));
        double[] cells = at.step() == 0
                ? Arrays.copyOfRange(new Waves(work, plan.seed()).after(0), low * width, high * width)
                : new double[(high - low) * width];
        System.arraycopy(rows.cells(), 0, cells, (low(at) - low) * width, rows.cells().length);
        for (Message<StripRows> border : borders) {
            double[] near = border.value().cells();
            int used = iterations * width;
            if (border.part() < at.part()) {
                System.arraycopy(near, near.length - used, cells, 0, used);
            } else {
                System.arraycopy(near, 0, cells, cells.length - used, used);
            }
        }
        int end = work.first(at.part() + 1);
        return new BorderedStrip(first, end - first, low, width, iterations, cells);
    }

    @Override
    protected Verdict endStep(int step, List<StripRows> strips) throws IOException {
        if (step < work.cycles() - 1) {
            return Verdict.CONTINUE;
        }
        for (int strip = 0; strip < strips.size(); strip++) {
            plate.take(strip, strips.get(strip));
        }
        plate.endCycle();
        return plate.finish() ? Verdict.CONTINUE : Verdict.FAILED;
    }
}
