package dev.sluice.app.tsp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.testing.SeededTest;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TourTest {
    /** A pentagon of integer distances: (0, 0), (3, 4), (6, 0), (6, -8), (0, -8). */
    private static final Distances FIVE = new Distances(new double[] {0, 3, 6, 6, 0}, new double[] {0, 4, 0, -8, -8});

    @Test
    void shouldHaveOneFormForAllWaysToWriteIt() {
        Tour tour = Tour.of(new int[] {0, 1, 2, 3, 4}, FIVE);
        assertThat(tour.length()).isEqualTo(5 + 5 + 8 + 6 + 8);
        assertThat(Tour.of(new int[] {3, 4, 0, 1, 2}, FIVE)).isEqualTo(tour);
        assertThat(Tour.of(new int[] {2, 1, 0, 4, 3}, FIVE)).isEqualTo(tour).isEqualByComparingTo(tour);
        assertThat(tour.order()).containsExactly(0, 1, 2, 3, 4);
        assertThat(Tour.of(new int[] {0, 2, 1, 3, 4}, FIVE)).isGreaterThan(tour);
    }

    @ParameterizedTest
    @CsvSource({"0,1,2,3,3", "0,1,2,3,5", "-1,1,2,3,4"})
    void shouldRefuseWhatIsNoTour(int a, int b, int c, int d, int e) {
        assertThatThrownBy(() -> Tour.of(new int[] {a, b, c, d, e}, FIVE))
                .hasMessageContaining("(expected: each of 0 to 4 once)");
    }

    /** TSPLIB rounds halves up. */
    @Test
    void shouldRoundDistancesAsTsplibDoes() {
        Distances distances = new Distances(new double[] {0, 1.5, 2.49}, new double[3]);
        assertThat(distances.between(0, 1)).isEqualTo(2);
        assertThat(distances.between(2, 0)).isEqualTo(2);
        assertThat(distances.between(1, 2)).isEqualTo(1);
    }

    @SeededTest(runs = 30)
    void shouldShortenToursAndMissNoCity(SplittableRandom chance) {
        int cities = 5 + chance.nextInt(40);
        double[] xs = chance.doubles(cities, 0, 1000).toArray();
        double[] ys = chance.doubles(cities, 0, 1000).toArray();
        Distances distances = new Distances(xs, ys);
        int[] order = new TourRandom(chance.nextLong()).permutation(cities);
        Tour before = Tour.of(order, distances);
        LocalSearch search = new LocalSearch(distances);
        search.improve(order, 0);
        assertThat(Tour.of(order, distances)).isEqualTo(before);
        search.improve(order, 1000);
        Tour after = Tour.of(order, distances);
        assertThat(after.length()).isLessThanOrEqualTo(before.length());
        search.improve(order, 1);
        assertThat(Tour.of(order, distances)).isEqualTo(after);
    }

    @SeededTest(runs = 30)
    void shouldBreedToursThatMissNoCity(SplittableRandom chance) {
        int cities = 5 + chance.nextInt(30);
        double[] xs = chance.doubles(cities, 0, 100).toArray();
        double[] ys = chance.doubles(cities, 0, 100).toArray();
        int[] parents = {};
        for (int cycle = 0; cycle < 3; cycle++) {
            int[] tours = new Breeder(new Generation(xs, ys, parents), new Brood(chance.nextLong(), 6, 0))
                    .breed()
                    .tours();
            assertThat(tours).hasSize(6 * cities);
            for (int at = 0; at < tours.length; at += cities) {
                Tour.of(Arrays.copyOfRange(tours, at, at + cities), new Distances(xs, ys));
            }
            parents = tours;
        }
    }
}
