package dev.sluice.system;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.Results;
import dev.sluice.api.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Divides points into clusters. Workers keep the points from cycle to cycle; only the centres travel. */
public class KMeans extends Application<KMeans.Centres, KMeans.Range, KMeans.Sums> {
    /** The setup of a cycle: x and y of each centre. */
    record Centres(double[] xy) {}

    /** A unit: the points from ≤ index < to. */
    record Range(int from, int to) {}

    /** A result: of the points that are nearest to a centre, the sums of x and y, and their number. */
    record Sums(double[] xy, long[] points) {
        static Sums none(int clusters) {
            return new Sums(new double[2 * clusters], new long[clusters]);
        }

        void add(int centre, double x, double y) {
            xy[2 * centre] += x;
            xy[2 * centre + 1] += y;
            points[centre]++;
        }

        Sums plus(Sums other) {
            Sums sums = new Sums(xy.clone(), points.clone());
            Arrays.setAll(sums.xy, i -> xy[i] + other.xy[i]);
            Arrays.setAll(sums.points, i -> points[i] + other.points[i]);
            return sums;
        }

        /** The means; a centre without points stays. */
        double[] centres(double[] before) {
            double[] after = before.clone();
            Arrays.setAll(after, i -> points[i / 2] == 0 ? before[i] : xy[i] / points[i / 2]);
            return after;
        }
    }

    // tag::readme[]
    @Option(names = "--points", required = true, description = "file with a line 'x,y' for each point, on every host")
    private Path file = Path.of("");

    @Option(names = "--clusters", description = "number of clusters")
    private int clusters = 2;

    @Option(names = "--out", description = "file for the centres")
    private Path out = Path.of("centres.txt");

    private double[] centres = {}; // on the master
    private int count; // of points, on the master
    private double[] points = {}; // on workers: x and y of each point

    @Override
    protected Cycle<Centres> cycle(int number) throws IOException {
        if (number == 0) {
            double[] all = read(file);
            count = all.length / 2;
            centres = Arrays.copyOf(all, 2 * clusters);
        }
        return Cycle.of((count + 999) / 1_000, new Centres(centres));
    }

    @Override
    protected Range unit(long index) {
        int from = (int) index * 1_000;
        return new Range(from, Math.min(count, from + 1_000));
    }

    @Override
    protected void loadState() throws IOException {
        points = read(file);
    }

    @Override
    protected Sums compute(Centres centres, Range range) {
        Sums sums = Sums.none(clusters);
        for (int point = range.from(); point < range.to(); point++) {
            double x = points[2 * point];
            double y = points[2 * point + 1];
            sums.add(nearest(centres.xy(), x, y), x, y);
        }
        return sums;
    }

    @Override
    protected Results<Sums> results() {
        return Accumulation.of(Sums.none(clusters), Sums::plus);
    }

    @Override
    protected Verdict accumulated(Sums total) {
        double[] before = centres;
        centres = total.centres(before);
        return Arrays.equals(centres, before) ? Verdict.APPLICATION_COMPLETE : Verdict.CONTINUE;
    }

    @Override
    protected void complete() throws IOException {
        Files.writeString(out, Arrays.toString(centres));
    }

    private static double[] read(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.flatMap(line -> Stream.of(line.split(",")))
                    .mapToDouble(Double::parseDouble)
                    .toArray();
        }
    }
    // end::readme[]

    private static int nearest(double[] centres, double x, double y) {
        int nearest = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int centre = 0; centre < centres.length / 2; centre++) {
            double distance = Math.hypot(centres[2 * centre] - x, centres[2 * centre + 1] - y);
            if (distance < least) {
                least = distance;
                nearest = centre;
            }
        }
        return nearest;
    }
}
