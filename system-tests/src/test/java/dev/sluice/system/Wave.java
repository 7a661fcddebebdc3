package dev.sluice.system;

import dev.sluice.api.None;
import dev.sluice.api.ResidentApplication;
import dev.sluice.api.Verdict;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.imageio.ImageIO;
import picocli.CommandLine.Option;

/** Waves on a pond after a drop. Strips of rows stay on the workers, and exchange their outer rows. */
public class Wave extends ResidentApplication<None, Wave.Strip, double[], double[][]> {
    /** Heights now and a step ago, by rows; the first and the last row are those of the neighbours. */
    record Strip(double[][] now, double[][] before) {}

    @Option(names = "--size", description = "rows and columns")
    private int size = 256;

    @Option(names = "--strips", description = "strips of rows")
    private int strips = 8;

    @Option(names = "--steps", description = "steps of time")
    private int steps = 300;

    @Option(names = "--out", description = "picture of the last step")
    private Path out = Path.of("wave.png");

    // tag::readme[]
    @Override
    protected Strip part(None setup, Place at) {
        int first = at.part() * size / at.parts();
        double[][] rows = new double[(at.part() + 1) * size / at.parts() - first + 2][];
        Arrays.setAll(rows, row -> drop(first + row - 1));
        return new Strip(rows, rows);
    }

    @Override
    protected Step<Strip, double[], double[][]> step(
            None setup, Place at, Strip strip, List<Message<double[]>> messages) {
        double[][] now = strip.now();
        int last = now.length - 1;
        for (Message<double[]> message : messages) {
            now[message.part() < at.part() ? 0 : last] = message.value();
        }
        double[][] next = now.clone();
        for (int row = 1; row < last; row++) {
            next[row] = moved(strip.before()[row], now[row - 1], now[row], now[row + 1]);
        }
        boolean ends = at.step() == steps - 1;
        Step<Strip, double[], double[][]> step =
                new Step<>(new Strip(next, now), ends ? Arrays.copyOfRange(next, 1, last) : new double[0][]);
        if (at.part() > 0) {
            step.send(at.part() - 1, next[1]);
        }
        return at.part() < at.parts() - 1 ? step.send(at.part() + 1, next[last - 1]) : step;
    }

    @Override
    protected Verdict endStep(int step, List<double[][]> rows) throws IOException {
        if (step == steps - 1) {
            draw(rows.stream().flatMap(Arrays::stream).toArray(double[][]::new));
        }
        return Verdict.CONTINUE;
    }
    // end::readme[]

    private double[] drop(int row) {
        double[] heights = new double[size];
        for (int column = 1; column < size - 1 && row > 0 && row < size - 1; column++) {
            double x = 8.0 * column / size - 3;
            double y = 8.0 * row / size - 3;
            heights[column] = StrictMath.exp(-8 * (x * x + y * y));
        }
        return heights;
    }

    private static double[] moved(double[] before, double[] above, double[] now, double[] below) {
        double[] next = new double[now.length];
        for (int at = 1; at < now.length - 1; at++) {
            double around = above[at] + below[at] + (now[at - 1] + now[at + 1]);
            next[at] = 2 * now[at] - before[at] + 0.25 * (around - 4 * now[at]);
        }
        return next;
    }

    private void draw(double[][] heights) throws IOException {
        BufferedImage picture = new BufferedImage(size, size, BufferedImage.TYPE_BYTE_GRAY);
        for (int row = 0; row < size; row++) {
            for (int column = 0; column < size; column++) {
                int grey = (int) Math.max(0, Math.min(255, 128 + 400 * heights[row][column]));
                picture.getRaster().setSample(column, row, 0, grey);
            }
        }
        ImageIO.write(picture, "png", out.toFile());
        System.out.printf("all bits %08x%n", Arrays.deepHashCode(heights));
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
