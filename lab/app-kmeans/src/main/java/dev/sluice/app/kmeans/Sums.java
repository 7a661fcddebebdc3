package dev.sluice.app.kmeans;

/**
 * The points of a part by cluster: a message.
 *
 * @param places sums of x and y of the points of each cluster
 * @param counts points of each cluster
 */
public record Sums(double[] places, long[] counts) {
    static Sums of(int clusters) {
        return new Sums(new double[2 * clusters], new long[clusters]);
    }

    void add(Sums other) {
        for (int cluster = 0; cluster < counts.length; cluster++) {
            places[2 * cluster] += other.places[2 * cluster];
            places[2 * cluster + 1] += other.places[2 * cluster + 1];
            counts[cluster] += other.counts[cluster];
        }
    }

    /** The mean of the points of each cluster; a cluster without points is at the origin. */
    double[] centres() {
        double[] centres = new double[places.length];
        for (int at = 0; at < centres.length; at++) {
            centres[at] = places[at] / Math.max(1, counts[at / 2]);
        }
        return centres;
    }
}
