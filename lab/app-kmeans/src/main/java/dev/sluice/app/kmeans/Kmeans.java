package dev.sluice.app.kmeans;

import dev.sluice.api.ArgumentException;
import dev.sluice.api.Codec;
import dev.sluice.api.None;
import dev.sluice.api.ResidentApplication;
import dev.sluice.api.Verdict;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Option;

/**
 * K-means: each point joins the nearest centre, and each centre moves to the mean of its points, until none moves.
 * Points stay on the workers. In each step, each part tells all parts the sums of its points by cluster.
 */
public final class Kmeans extends ResidentApplication<None, Points, Sums, Found> {
    private static final int MOST_POINTS = 100_000_000;
    private static final int MOST_PARTS = 1_000;

    /** A planted centre is found within this part of the standard deviation. */
    private static final double TOLERANCE = 0.1;

    @Option(names = "--points", paramLabel = "N", description = "points of the plane")
    private int points = 1_000_000;

    @Option(names = "--clusters", paramLabel = "N", description = "clusters, from 1 to the points")
    private int clusters = 16;

    @Option(names = "--parts", paramLabel = "N", description = "parts of almost equal points, which stay on workers")
    private int parts = 8;

    @Option(names = "--steps", paramLabel = "N", description = "steps at most, if centres still move")
    private int steps = 1_000;

    @Option(names = "--seed", paramLabel = "N", description = "another one makes other points")
    private long seed = 1;

    private double[] before = {};

    public Kmeans() {}

    @Override
    protected void initialize() {
        checked("--points", points, MOST_POINTS);
        checked("--clusters", clusters, points);
        checked("--parts", parts, Math.min(points, MOST_PARTS));
        checked("--steps", steps, Integer.MAX_VALUE);
    }

    private static void checked(String option, int value, int most) {
        if (value < 1 || value > most) {
            throw new ArgumentException(option, value, "1 to " + most);
        }
    }

    @Override
    protected None setup() {
        return None.NONE;
    }

    @Override
    protected int parts() {
        return parts;
    }

    @Override
    protected int steps() {
        return steps;
    }

    @Override
    protected Points part(None setup, Place at) {
        return Points.of(new Points.Range(seed, first(at.part()), first(at.part() + 1), clusters));
    }

    private int first(int part) {
        return (int) ((long) part * points / parts);
    }

    @Override
    protected Codec<Points> partCodec() {
        return Points.CODEC;
    }

    @Override
    protected Step<Points, Sums, Found> step(None setup, Place at, Points mine, List<Message<Sums>> messages) {
        double[] centres;
        if (at.step() == 0) {
            centres = Points.of(new Points.Range(seed, 0, clusters, clusters)).places();
        } else {
            Sums all = Sums.of(clusters);
            messages.forEach(message -> all.add(message.value()));
            centres = all.centres();
        }
        Sums sums = Sums.of(clusters);
        double squares = mine.addTo(sums, centres);
        Step<Points, Sums, Found> step = new Step<>(mine, new Found(at.part() == 0 ? centres : new double[0], squares));
        for (int part = 0; part < at.parts(); part++) {
            step.send(part, sums);
        }
        return step;
    }

    @Override
    protected Verdict endStep(int step, List<Found> found) {
        double[] centres = found.get(0).centres();
        boolean ends = Arrays.equals(centres, before) || step == steps - 1;
        before = centres;
        if (!ends) {
            return Verdict.CONTINUE;
        }
        double squares = found.stream().mapToDouble(Found::squares).sum();
        double worst = worst(centres);
        System.out.printf(
                Locale.ROOT,
                "k-means of %,d points: clusters %,d, parts %,d, steps %,d, seed %d%n"
                        + "all bits %08x, mean square of distances %.6f%n%s%n",
                points,
                clusters,
                parts,
                step + 1,
                seed,
                31 * Arrays.hashCode(centres) + Double.hashCode(squares),
                squares / points,
                worst <= TOLERANCE
                        ? "verified: every centre is a planted one, within " + TOLERANCE
                        : String.format(
                                Locale.ROOT, "WRONG: a centre is off by %.3f (expected: %.1f)", worst, TOLERANCE));
        return worst <= TOLERANCE ? Verdict.APPLICATION_COMPLETE : Verdict.FAILED;
    }

    /** The largest distance of a centre from that where its points were drawn. */
    private double worst(double[] centres) {
        double worst = 0;
        for (int cluster = 0; cluster < clusters; cluster++) {
            double[] planted = Points.centre(cluster, clusters);
            worst = Math.max(
                    worst, Math.hypot(centres[2 * cluster] - planted[0], centres[2 * cluster + 1] - planted[1]));
        }
        return worst;
    }
}
