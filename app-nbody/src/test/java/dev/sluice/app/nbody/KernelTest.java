package dev.sluice.app.nbody;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KernelTest {
    private static final Law PLANE = new Law(2, 1, 0);
    private static final double PERIOD = 2 * Math.PI;

    @Test
    void shouldKeepTheRadiusOfACircularOrbit() {
        Leap leap = new Leap(PLANE, PERIOD / 1_000).run(Leap.pair(0), 10_000);
        assertThat(leap.moments())
                .allSatisfy(moment -> assertThat(Leap.apart(moment.bodies())).isCloseTo(1, within(2e-5)));
    }

    @Test
    void shouldComeBackAfterAPeriod() {
        Leap leap = new Leap(PLANE, PERIOD / 4_000).run(Leap.pair(0.5), 4_000);
        double[] start = Leap.pair(0.5).positions();
        for (int at = 0; at < start.length; at++) {
            assertThat(leap.end().positions()[at]).isCloseTo(start[at], within(2e-5));
        }
        assertThat(Leap.apart(leap.moments().get(2_000).bodies())).isCloseTo(0.5, within(1e-5));
    }

    @Test
    void shouldLoseNoEnergyInTheLongRun() {
        double early =
                new Leap(PLANE, PERIOD / 300).run(Leap.pair(0.6), 600).ledger().greatestEnergyDrift();
        double late = new Leap(PLANE, PERIOD / 300)
                .run(Leap.pair(0.6), 30_000)
                .ledger()
                .greatestEnergyDrift();
        assertThat(early).isBetween(1e-5, 1e-2);
        assertThat(late).isLessThan(1.05 * early);
    }

    @Test
    void shouldHaveErrorsThatFallWithTheSquareOfTheStep() {
        double coarse =
                new Leap(PLANE, PERIOD / 500).run(Leap.pair(0.5), 500).ledger().greatestEnergyDrift();
        double fine = new Leap(PLANE, PERIOD / 1_000)
                .run(Leap.pair(0.5), 1_000)
                .ledger()
                .greatestEnergyDrift();
        assertThat(coarse / fine).isCloseTo(4, within(0.1));
    }

    @Test
    void shouldGoBackTheWayItCame() {
        Bodies start = new Sphere(1, Sphere.PLUMMER).bodies(3, 50, new BodyRandom(4));
        Law law = new Law(3, 1, 0.1);
        Bodies end = new Leap(law, 0.01).run(start, 200).end();
        double[] reversed = end.velocities().clone();
        for (int at = 0; at < reversed.length; at++) {
            reversed[at] = -reversed[at];
        }
        Bodies back = new Leap(law, 0.01)
                .run(new Bodies(end.masses(), end.groups(), end.positions(), reversed), 200)
                .end();
        assertThat(distance(end.positions(), start.positions())).isGreaterThan(0.1);
        assertThat(distance(back.positions(), start.positions())).isLessThan(1e-10);
    }

    @SeededTest(runs = 10)
    void shouldConserveMomentumToRounding(SplittableRandom random) {
        int dimensions = 2 + random.nextInt(2);
        Bodies bodies = scattered(random, dimensions, 60);
        ConservationLedger ledger =
                new Leap(new Law(dimensions, 1, 0.05), 0.002).run(bodies, 100).ledger();
        assertThat(ledger.momentumDrift()).isLessThan(1e-13);
        assertThat(ledger.spinDrift()).isLessThan(1e-11);
    }

    @SeededTest(runs = 20)
    void shouldGiveTheSameBitsHoweverBodiesAreCut(SplittableRandom random) {
        int dimensions = 2 + random.nextInt(2);
        Bodies bodies = scattered(random, dimensions, 1 + random.nextInt(120));
        Law law = new Law(dimensions, 1 + random.nextDouble(), random.nextBoolean() ? 0 : 0.01);
        Step step = new Step(law, new Kick(0.01, 0.02, 0.04), bodies.masses(), bodies.positions());
        Moved whole = Kernel.move(step, new Range(0, bodies.velocities()));
        for (int from = 0; from < bodies.count(); ) {
            int count = 1 + random.nextInt(bodies.count() - from);
            Moved part = Kernel.move(step, new Range(from, cut(bodies.velocities(), bodies, from, count)));
            assertThat(part.positions()).isEqualTo(cut(whole.positions(), bodies, from, count));
            assertThat(part.velocities()).isEqualTo(cut(whole.velocities(), bodies, from, count));
            int first = from;
            assertThat(part.potentials())
                    .isEqualTo(IntStream.range(0, count)
                            .mapToDouble(index -> whole.potentials()[first + index])
                            .toArray());
            from += count;
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.3})
    void shouldFollowTheLawOfAttraction(double softening) {
        Law law = new Law(3, 2, softening);
        double[] masses = {3, 5, 7};
        double[] places = {0, 1, -2, /* y */ 0, 2, 1, /* z */ 0, -2, 3};
        Moved moved =
                Kernel.move(new Step(law, new Kick(0, 1, 0), masses, places), new Range(0, new double[places.length]));
        for (int body = 0; body < 3; body++) {
            double potential = 0;
            double[] pull = new double[3];
            for (int other = 0; other < 3; other++) {
                double[] apart = new double[3];
                double square = softening * softening;
                for (int axis = 0; axis < 3; axis++) {
                    apart[axis] = places[3 * axis + other] - places[3 * axis + body];
                    square += apart[axis] * apart[axis];
                }
                for (int axis = 0; axis < 3 && other != body; axis++) {
                    pull[axis] += 2 * masses[other] * apart[axis] / Math.pow(square, 1.5);
                }
                potential -= other == body ? 0 : 2 * masses[other] / Math.sqrt(square);
            }
            assertThat(moved.potentials()[body]).isCloseTo(potential, within(1e-12));
            for (int axis = 0; axis < 3; axis++) {
                assertThat(moved.velocities()[3 * axis + body]).isCloseTo(pull[axis], within(1e-12));
            }
        }
    }

    @Test
    void shouldTakeThePlaneAsASliceOfSpace() {
        Bodies flat = new Sphere(1, Sphere.KUZMIN).bodies(2, 40, new BodyRandom(9));
        Bodies deep = new Bodies(
                flat.masses(),
                flat.groups(),
                java.util.Arrays.copyOf(flat.positions(), 120),
                java.util.Arrays.copyOf(flat.velocities(), 120));
        double[] inPlane =
                new Leap(new Law(2, 1, 0.05), 0.01).run(flat, 50).end().positions();
        double[] inSpace =
                new Leap(new Law(3, 1, 0.05), 0.01).run(deep, 50).end().positions();
        assertThat(inSpace).startsWith(inPlane);
        assertThat(java.util.Arrays.copyOfRange(inSpace, 80, 120)).containsOnly(0);
    }

    @Test
    void shouldSayWhenBodiesMeet() {
        Bodies meeting = new Bodies(new double[] {1, 1}, new int[2], new double[4], new double[4]);
        assertThatThrownBy(() -> new Leap(PLANE, 0.1).run(meeting, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "energy at step 0 is -Infinity (expected: a finite one). Bodies have met: a --softening above"
                                + " 0 or a shorter --time-step helps.");
    }

    private static Bodies scattered(SplittableRandom random, int dimensions, int count) {
        return new Bodies(
                        random.doubles(count, 0.1, 2).toArray(),
                        new int[count],
                        random.doubles((long) dimensions * count, -1, 1).toArray(),
                        random.doubles((long) dimensions * count, -1, 1).toArray())
                .centred();
    }

    private static double[] cut(double[] values, Bodies bodies, int from, int count) {
        List<Double> cut = new ArrayList<>();
        for (int axis = 0; axis < bodies.dimensions(); axis++) {
            for (int body = from; body < from + count; body++) {
                cut.add(values[axis * bodies.count() + body]);
            }
        }
        return cut.stream().mapToDouble(Double::doubleValue).toArray();
    }

    private static double distance(double[] one, double[] other) {
        return IntStream.range(0, one.length)
                .mapToDouble(at -> Math.abs(one[at] - other[at]))
                .max()
                .orElseThrow();
    }
}
