package dev.sluice.app.tsp;

/**
 * The cities of a problem.
 *
 * @param xs one for each city
 * @param ys one for each city
 */
record CityMap(String name, double[] xs, double[] ys) {
    int cities() {
        return xs.length;
    }
}
