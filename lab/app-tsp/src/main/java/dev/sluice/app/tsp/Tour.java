package dev.sluice.app.tsp;

import java.util.Arrays;
import java.util.Comparator;

/**
 * A closed tour in its only form: it begins at city 0, and its second city is smaller than its last. Shorter tours come
 * first.
 *
 * @param order a permutation of the cities
 */
record Tour(int[] order, long length) implements Comparable<Tour> {
    private static final Comparator<Tour> ORDER =
            Comparator.comparingLong(Tour::length).thenComparing(Tour::order, Arrays::compare);

    /** Throws unless {@code visited} has every city once. */
    static Tour of(int[] visited, Distances distances) {
        int cities = distances.cities();
        int[] place = new int[cities];
        Arrays.fill(place, -1);
        for (int at = 0; at < visited.length; at++) {
            int city = visited[at];
            if (city < 0 || city >= cities || place[city] >= 0) {
                throw new IllegalStateException(
                        "city " + city + " at " + at + " of a tour (expected: each of 0 to " + (cities - 1) + " once)");
            }
            place[city] = at;
        }
        int[] order = new int[cities];
        int next = visited[(place[0] + 1) % cities];
        int before = visited[(place[0] + cities - 1) % cities];
        for (int at = 0; at < cities; at++) {
            order[at] = visited[Math.floorMod(place[0] + (next < before ? at : -at), cities)];
        }
        return new Tour(order, distances.length(order));
    }

    @Override
    public int compareTo(Tour other) {
        return ORDER.compare(this, other);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Tour tour && Arrays.equals(order, tour.order);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(order);
    }
}
