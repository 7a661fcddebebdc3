package dev.sluice.picture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.picture.RateCurve.Point;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class RateCurveTest {
    static RateCurve example() {
        List<Point> points = new ArrayList<>();
        for (int n = 1; n <= 24; n++) {
            double rate = Math.min(Math.min(12.0 * n, 150), 150 - 0.8 * Math.max(0, n - 18));
            Binding binding = n < 13 ? Binding.SLOTS : n < 19 ? Binding.LINK : Binding.MASTER;
            String what = n < 13 ? "slots" : n < 19 ? "wan" : "master hub";
            points.add(new Point(n, rate, rate * 0.95, rate * 1.05, binding, what));
        }
        return new RateCurve(
                "Rate over workers",
                "12 workers fill the link; more are not worth having.",
                "workers",
                "units/s",
                points,
                12,
                156);
    }

    @Test
    void shouldNameKneeLimitAndWhatBinds() throws Exception {
        Drawn drawn = Drawn.of(example().picture());
        assertThat(drawn.texts("text"))
                .contains("knee: 12 workers, 144 units/s", "limit of the flow model: 156 units/s", "wan", "slots")
                .contains("S slots bind", "L link binds", "M master binds");
        assertThat(drawn.count("path", "thick"))
                .as("one stroke for each that binds")
                .isEqualTo(3);
    }

    @Test
    void shouldDrawOnePoint() throws Exception {
        Point point = new Point(0, 0, 0, 0, Binding.UNKNOWN, "");
        RateCurve curve = new RateCurve("One", "", "workers", "s", List.of(point), 0, Double.POSITIVE_INFINITY);
        assertThat(Drawn.of(curve.picture()).count("path", "thick")).isZero();
    }

    @Test
    void shouldStaySmallWithAHundredThousandPoints() throws Exception {
        List<Point> points = new ArrayList<>();
        for (int n = 1; n <= 100_000; n++) {
            points.add(new Point(n, n % 1000, n % 1000, n % 1000 + 1, Binding.values()[n % 6], "link " + n % 17));
        }
        RateCurve curve = new RateCurve("Long", "", "workers", "units/s", points, 70_000, 1e9);
        Drawn drawn = Drawn.of(curve.picture());
        assertThat(drawn.svg()).hasSizeLessThan(2_000_000);
    }

    @SeededTest(runs = 100)
    void shouldKeepLabelsApart(RandomGenerator random) throws Exception {
        List<Point> points = new ArrayList<>();
        int workers = random.nextInt(3);
        for (int i = 0; i < 1 + random.nextInt(40); i++) {
            double value = random.nextInt(6) == 0 ? 0 : Math.pow(10, random.nextInt(30) - 10);
            points.add(new Point(
                    workers,
                    value,
                    value * random.nextDouble(),
                    value * (1 + random.nextDouble()),
                    Binding.values()[random.nextInt(6)],
                    "x".repeat(random.nextInt(30))));
            workers += 1 + random.nextInt(1 << random.nextInt(20));
        }
        int knee = points.get(random.nextInt(points.size())).workers();
        double limit = random.nextBoolean() ? Math.pow(10, random.nextInt(20)) : Double.POSITIVE_INFINITY;
        Drawn.of(new RateCurve("T", "S", "workers", "units/s", points, knee, limit).picture());
    }

    @Test
    void shouldRefusePointsOutOfOrder() {
        Point point = new Point(2, 1, 1, 1, Binding.SLOTS, "");
        assertThatThrownBy(() -> new RateCurve("", "", "", "", List.of(point, point), 0, 1))
                .hasMessageContaining("2 workers after 2");
        assertThatThrownBy(() -> new Point(1, 1, 2, 3, Binding.SLOTS, "")).hasMessageContaining("ascending");
    }
}
