package dev.sluice.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.picture.RegimeMap.Cell;
import dev.sluice.picture.RegimeMap.Region;
import dev.sluice.picture.RegimeMap.Spot;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RegimeMapTest {
    static RegimeMap example(int columns, int rows, Spot spot) {
        List<Double> times = new ArrayList<>();
        List<Double> sizes = new ArrayList<>();
        for (int i = 0; i < columns; i++) {
            times.add(1e-5 * Math.pow(1e7, i / (columns - 1.0)));
        }
        for (int i = 0; i < rows; i++) {
            sizes.add(10 * Math.pow(1e7, i / (rows - 1.0)));
        }
        List<Cell> cells = new ArrayList<>();
        for (double size : sizes) {
            for (double time : times) {
                double slots = 12 / time;
                double link = 1.25e6 / size;
                double master = 20_000;
                double rate = Math.min(slots, Math.min(link, master));
                double[] use = {rate / slots, rate / link, rate / master};
                int near = 0;
                for (double each : use) {
                    near += each >= 0.85 ? 1 : 0;
                }
                Region region = near > 1
                        ? Region.MIXED
                        : use[0] == 1 ? Region.COMPUTATION : use[1] == 1 ? Region.COMMUNICATION : Region.OVERHEAD;
                cells.add(new Cell(region, 100 * use[0]));
            }
        }
        return new RegimeMap(
                "What bounds a run on two-sites",
                "12 slots behind 10 Mbit/s, master on hub.",
                times,
                sizes,
                cells,
                new RegimeMap.Contours(List.of(1.0, 10.0, 50.0, 90.0), " %", "share of the slots' time that computes"),
                List.of(new Spot(1e-3, 1e3, Region.COMMUNICATION, ""), new Spot(1, 1e3, Region.COMPUTATION, "")),
                spot);
    }

    @Test
    void shouldNameRegionsContoursAndTheApplication() throws Exception {
        Spot spot = new Spot(0.2, 40_000, Region.COMPUTATION, "pep: 0.2 s, 40 kB");
        Drawn drawn = Drawn.of(example(97, 73, spot).picture());
        assertThat(drawn.texts("text"))
                .contains("computation", "communication", "overhead", "mixed", "pep: 0.2 s, 40 kB", "the application")
                .contains("10 %", "50 %", "1 ms", "1 MB");
        assertThat(drawn.svg()).hasSizeLessThan(300_000);
    }

    @Test
    void shouldMergeCellsOfOneRegion() throws Exception {
        Drawn drawn = Drawn.of(example(200, 150, null).picture());
        assertThat(drawn.count("rect", "crisp")).isLessThan(150 * 7);
    }

    @SeededTest(runs = 60)
    void shouldDrawAnyMap(RandomGenerator random) throws Exception {
        int columns = 2 + random.nextInt(20);
        int rows = 2 + random.nextInt(20);
        List<Double> times = new ArrayList<>();
        List<Double> sizes = new ArrayList<>();
        double span = Math.pow(10, 1 + random.nextInt(20));
        for (int i = 0; i < columns; i++) {
            times.add(1e-9 * Math.pow(span, i / (columns - 1.0)));
        }
        for (int i = 0; i < rows; i++) {
            sizes.add(Math.pow(span, i / (rows - 1.0)));
        }
        List<Cell> cells = new ArrayList<>();
        for (int i = 0; i < columns * rows; i++) {
            cells.add(new Cell(Region.values()[random.nextInt(4)], random.nextInt(100)));
        }
        Spot spot = new Spot(
                Math.pow(10, random.nextInt(40) - 20),
                Math.pow(10, random.nextInt(20)),
                Region.MIXED,
                "w".repeat(random.nextInt(200)));
        Drawn.of(new RegimeMap(
                        "T",
                        "S",
                        times,
                        sizes,
                        cells,
                        new RegimeMap.Contours(List.of(10.0, 90.0), " %", "m"),
                        List.of(spot),
                        spot)
                .picture());
    }

    @Test
    void shouldRefuseAxesThatDoNotAscend() {
        assertThatThrownBy(() -> new RegimeMap(
                        "",
                        "",
                        List.of(1.0, 1.0),
                        List.of(1.0, 2.0),
                        List.of(),
                        new RegimeMap.Contours(List.of(), "", ""),
                        List.of(),
                        null))
                .hasMessageContaining("ascending");
    }
}
