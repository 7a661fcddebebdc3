package dev.sluice.app.kmeans;

import dev.sluice.api.Codec;
import dev.sluice.api.Codecs;
import dev.sluice.api.Decoder;
import dev.sluice.api.Encoder;
import java.util.SplittableRandom;

/**
 * Points of the plane, drawn around centres on a grid; point i belongs to the cluster i modulo the clusters. Whoever
 * knows their range draws the same ones, so that a copy of them has only the range.
 *
 * @param range which points these are
 * @param places x and y of each point
 */
public record Points(Range range, double[] places) {
    /** Distance of two centres; points spread with a standard deviation of 1 around them. */
    private static final double SPACING = 6;

    private static final long ODD = 0x9e3779b97f4a7c15L;

    /** Encodes the range, and draws the points again. */
    static final Codec<Points> CODEC = new Codec<>() {
        private final Codec<Range> ranges = Codecs.of(Range.class);

        @Override
        public void encode(Points points, Encoder out) {
            ranges.encode(points.range, out);
        }

        @Override
        public Points decode(Decoder in) {
            return Points.of(ranges.decode(in));
        }
    };

    /**
     * The points {@code [from, to)} of a seed.
     *
     * @param clusters number of clusters
     */
    public record Range(long seed, int from, int to, int clusters) {}

    static Points of(Range range) {
        double[] places = new double[2 * (range.to - range.from)];
        for (int point = range.from; point < range.to; point++) {
            SplittableRandom random = new SplittableRandom(range.seed + ODD * point);
            double[] centre = centre(point % range.clusters, range.clusters);
            places[2 * (point - range.from)] = centre[0] + spread(random);
            places[2 * (point - range.from) + 1] = centre[1] + spread(random);
        }
        return new Points(range, places);
    }

    /** The planted centre of a cluster. */
    static double[] centre(int cluster, int clusters) {
        int columns = (int) Math.ceil(Math.sqrt(clusters));
        return new double[] {SPACING * (cluster % columns), SPACING * (cluster / columns)};
    }

    /** Nearly normal, with mean 0 and standard deviation 1, and the same with every Java. */
    private static double spread(SplittableRandom random) {
        double sum = -6;
        for (int i = 0; i < 12; i++) {
            sum += (random.nextLong() >>> 11) * 0x1p-53;
        }
        return sum;
    }

    /** Adds each point to the cluster whose centre is nearest; returns the sum of squares of the distances. */
    double addTo(Sums sums, double[] centres) {
        double squares = 0;
        for (int at = 0; at < places.length; at += 2) {
            int nearest = 0;
            double least = Double.POSITIVE_INFINITY;
            for (int cluster = 0; cluster < range.clusters; cluster++) {
                double x = places[at] - centres[2 * cluster];
                double y = places[at + 1] - centres[2 * cluster + 1];
                double square = x * x + y * y;
                if (square < least) {
                    least = square;
                    nearest = cluster;
                }
            }
            sums.places()[2 * nearest] += places[at];
            sums.places()[2 * nearest + 1] += places[at + 1];
            sums.counts()[nearest]++;
            squares += least;
        }
        return squares;
    }
}
