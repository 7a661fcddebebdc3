package dev.sluice.app.tsp;

/** Shortens tours by reversing parts of them (2-opt, Croes 1958). */
final class LocalSearch {
    private final Distances distances;

    LocalSearch(Distances distances) {
        this.distances = distances;
    }

    /** Sweeps over the tour this often, or until no reversal helps. */
    void improve(int[] tour, int sweeps) {
        int left = sweeps;
        while (left > 0 && sweep(tour)) {
            left--;
        }
    }

    /** Tries all reversals once, keeps those that make the tour shorter, and returns whether there were any. */
    private boolean sweep(int[] tour) {
        int cities = tour.length;
        boolean shorter = false;
        for (int from = 0; from < cities - 2; from++) {
            int last = from == 0 ? cities - 1 : cities;
            for (int to = from + 2; to < last; to++) {
                int next = tour[(to + 1) % cities];
                int saved = distances.between(tour[from], tour[from + 1])
                        + distances.between(tour[to], next)
                        - distances.between(tour[from], tour[to])
                        - distances.between(tour[from + 1], next);
                if (saved > 0) {
                    reverse(tour, from + 1, to);
                    shorter = true;
                }
            }
        }
        return shorter;
    }

    private static void reverse(int[] tour, int from, int to) {
        for (int low = from, high = to; low < high; low++, high--) {
            int city = tour[low];
            tour[low] = tour[high];
            tour[high] = city;
        }
    }
}
