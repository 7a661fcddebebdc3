package dev.sluice.app.wave;

import dev.sluice.api.ArgumentException;
import dev.sluice.api.None;
import dev.sluice.api.ResidentApplication;
import dev.sluice.api.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.Option;

/** A wave that meets a wall with two gaps. Strips of rows stay on the workers, and exchange their outer rows. */
public class Wave extends ResidentApplication<None, Wave.Strip, double[], Frame> {
    /** Heights now and a step ago, by rows; the first and the last row are those of the neighbours. */
    public record Strip(double[][] now, double[][] before) {}

    @Option(names = "--size", paramLabel = "N", description = "rows and columns of the pond")
    private int size = 240;

    @Option(names = "--strips", paramLabel = "N", description = "strips of rows, which stay on workers")
    private int strips = 8;

    @Option(names = "--steps", paramLabel = "N", description = "steps of time")
    private int steps = 480;

    @Option(names = "--frame-every", paramLabel = "STEPS", description = "steps from picture to picture")
    private int frameEvery = 8;

    @Option(names = "--out", paramLabel = "FILE", description = "animation, a GIF, on the master")
    private Path out = Path.of("wave.gif");

    private final Animation animation = new Animation();

    @Override
    protected Strip part(None setup, Place at) {
        int rows = (at.part() + 1) * size / at.parts() - at.part() * size / at.parts();
        return new Strip(new double[rows + 2][size], new double[rows + 2][size]);
    }

    // tag::readme[]
    @Override
    protected Step<Strip, double[], Frame> step(None setup, Place at, Strip strip, List<Message<double[]>> messages) {
        double[][] now = strip.now();
        int last = now.length - 1;
        for (Message<double[]> message : messages) {
            now[message.part() < at.part() ? 0 : last] = message.value();
        }
        if (at.part() == 0) {
            Arrays.fill(now[0], StrictMath.sin(0.35 * at.step()));
        }
        int first = at.part() * size / at.parts();
        double[][] next = now.clone();
        for (int row = 1; row < last; row++) {
            next[row] = moved(first + row - 1, strip.before()[row], now[row - 1], now[row], now[row + 1]);
        }
        double[][] shown = Arrays.copyOfRange(next, 1, last);
        Step<Strip, double[], Frame> step =
                new Step<>(new Strip(next, now), isShown(at.step()) ? Frame.of(shown) : Frame.NONE);
        if (at.part() > 0) {
            step.send(at.part() - 1, next[1]);
        }
        return at.part() < at.parts() - 1 ? step.send(at.part() + 1, next[last - 1]) : step;
    }
    // end::readme[]

    @Override
    protected Verdict endStep(int step, List<Frame> strips) throws IOException {
        if (isShown(step)) {
            animation.add(size, strips);
        }
        if (step == steps - 1) {
            animation.write(out);
            show(out);
        }
        return Verdict.CONTINUE;
    }

    private boolean isShown(int step) {
        return step % frameEvery == frameEvery - 1 || step == steps - 1;
    }

    private double[] moved(int row, double[] before, double[] above, double[] now, double[] below) {
        double[] next = new double[size];
        for (int at = 1; at < size - 1; at++) {
            double around = above[at] + below[at] + (now[at - 1] + now[at + 1]);
            next[at] = isWall(row, at) ? 0 : 2 * now[at] - before[at] + 0.4 * (around - 4 * now[at]);
        }
        return next;
    }

    private boolean isWall(int row, int column) {
        int fromMiddle = Math.abs(2 * column - size + 1) * 12 / size;
        return row == size / 4 && fromMiddle != 2;
    }

    @Override
    protected void initialize() {
        if (strips < 1 || strips > size) {
            throw new ArgumentException("--strips", strips, "1 to the rows, " + size);
        }
        if (frameEvery < 1) {
            throw new ArgumentException("--frame-every", frameEvery, "1 or more");
        }
    }

    @Override
    protected None setup() {
        return None.NONE;
    }

    @Override
    protected int parts() {
        return strips;
    }

    @Override
    protected int steps() {
        return steps;
    }
}
