package dev.sluice.app.tsp;

/** The distances between all cities, rounded to whole numbers as TSPLIB's EUC_2D demands (Reinelt 1995). */
final class Distances {
    private final int cities;
    /** Cities × cities, row-major. */
    private final int[] table;

    Distances(double[] xs, double[] ys) {
        this.cities = xs.length;
        this.table = new int[cities * cities];
        for (int from = 0; from < cities; from++) {
            for (int to = 0; to < cities; to++) {
                double across = xs[from] - xs[to];
                double up = ys[from] - ys[to];
                table[from * cities + to] = (int) (Math.sqrt(across * across + up * up) + 0.5);
            }
        }
    }

    int cities() {
        return cities;
    }

    int between(int from, int to) {
        return table[from * cities + to];
    }

    /** The length of the closed tour. */
    long length(int[] tour) {
        long length = between(tour[tour.length - 1], tour[0]);
        for (int at = 1; at < tour.length; at++) {
            length += between(tour[at - 1], tour[at]);
        }
        return length;
    }
}
