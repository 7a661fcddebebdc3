package dev.sluice.app.tsp;

import java.util.Arrays;

/**
 * Makes tours: combines two parents (order crossover, Davis 1985), mutates some by a double bridge (Martin, Otto and
 * Felten 1991), and improves each by a short local search. Confined to one thread.
 */
final class Breeder {
    private static final int MUTATION_PERCENT = 50;

    private final Brood brood;
    private final TourRandom random;
    private final LocalSearch search;
    private final int[] parents;
    private final int cities;

    Breeder(Generation generation, Brood brood) {
        this.random = new TourRandom(brood.seed());
        this.brood = brood;
        Distances distances = new Distances(generation.xs(), generation.ys());
        this.search = new LocalSearch(distances);
        this.parents = generation.parents();
        this.cities = distances.cities();
    }

    /** Makes the tours of the brood. The first generation is random. */
    Offspring breed() {
        int[] tours = new int[brood.size() * cities];
        for (int number = 0; number < brood.size(); number++) {
            int[] tour = parents.length == 0 ? random.permutation(cities) : child();
            System.arraycopy(tour, 0, tours, number * cities, cities);
        }
        return new Offspring(tours);
    }

    private int[] child() {
        int count = parents.length / cities;
        int first = random.below(count);
        int second = (first + random.below(count)) % count;
        int[] child = crossed(parent(first), parent(second));
        int[] tour = random.below(100) < MUTATION_PERCENT ? bridged(child) : child;
        search.improve(tour, brood.sweeps());
        return tour;
    }

    private int[] parent(int number) {
        return Arrays.copyOfRange(parents, number * cities, (number + 1) * cities);
    }

    /** A part of the first parent in its place, and all other cities in the order of the second. */
    private int[] crossed(int[] first, int[] second) {
        int from = random.below(cities);
        int length = 1 + random.below(cities - 1);
        int[] child = new int[cities];
        boolean[] taken = new boolean[cities];
        for (int at = from; at < from + length; at++) {
            child[at % cities] = first[at % cities];
            taken[first[at % cities]] = true;
        }
        int to = from + length;
        for (int at = from + length; at < from + length + cities; at++) {
            int city = second[at % cities];
            if (!taken[city]) {
                child[to % cities] = city;
                to++;
            }
        }
        return child;
    }

    /** The two middle ones of four parts change places. A few reversals seldom undo this. */
    private int[] bridged(int[] tour) {
        int[] cuts = {1 + random.below(cities - 1), 1 + random.below(cities - 1), 1 + random.below(cities - 1)};
        Arrays.sort(cuts);
        int[] bridged = new int[cities];
        System.arraycopy(tour, 0, bridged, 0, cuts[0]);
        System.arraycopy(tour, cuts[1], bridged, cuts[0], cuts[2] - cuts[1]);
        System.arraycopy(tour, cuts[0], bridged, cuts[0] + cuts[2] - cuts[1], cuts[1] - cuts[0]);
        System.arraycopy(tour, cuts[2], bridged, cuts[2], cities - cuts[2]);
        return bridged;
    }
}
