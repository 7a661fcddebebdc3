package dev.sluice.app.nbody;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PresetTest {
    private static final int PLUTO = 9;

    @ParameterizedTest
    @CsvSource({"2, 0.06, 0.03", "3, 0.04, 0.02"}) // more of the disc than of the sphere is cut off
    void shouldBeginPlummersSphereInEquilibrium(int dimensions, double tolerance, double energy) {
        Law law = new Law(dimensions, 1, 0);
        ConservationLedger.Entry entry = new Leap(law, 1e-6)
                .run(Preset.PLUMMER.bodies(law, 4_000, new BodyRandom(1)), 1)
                .ledger()
                .entries()
                .get(0);
        assertThat(-2 * entry.kinetic() / entry.potential()).isCloseTo(1, within(tolerance));
        assertThat(entry.energy()).isCloseTo(-0.25, within(energy));
    }

    @Test
    void shouldPlaceHalfOfPlummersMassWhereItBelongs() {
        Bodies bodies = Preset.PLUMMER.bodies(new Law(3, 1, 0), 4_000, new BodyRandom(1));
        // (1 + a²/r²)^(−3/2) of the mass lies within r; the outermost hundredth is left out
        double half = Sphere.PLUMMER / Math.sqrt(Math.pow(0.495, -2.0 / 3) - 1);
        assertThat(halfRadius(bodies)).isCloseTo(half, within(0.04));
    }

    @ParameterizedTest
    @CsvSource({"2", "3"})
    void shouldKeepPlummersSphereInEquilibrium(int dimensions) {
        Law law = new Law(dimensions, 1, 0.05);
        Bodies start = Preset.PLUMMER.bodies(law, 500, new BodyRandom(3));
        Bodies end = new Leap(law, 0.02).run(start, 200).end();
        assertThat(halfRadius(end) / halfRadius(start)).isCloseTo(1, within(0.12));
    }

    @Test
    void shouldKeepADiscFlat() {
        Law law = new Law(3, 1, 0.03);
        Bodies start = Preset.GALAXY.bodies(law, 1_200, new BodyRandom(2));
        Bodies end = new Leap(law, 0.02).run(start, 200).end();
        assertThat(height(start)).isBetween(0.01, 0.04);
        assertThat(height(end)).isLessThan(0.1);
        assertThat(radius(end) / radius(start)).isCloseTo(1, within(0.2));
    }

    @Test
    void shouldTurnADiscAsFastAsItsFieldAsksFor() {
        Law law = new Law(3, 1, 0.03);
        Bodies galaxy = Preset.GALAXY.bodies(law, 3_000, new BodyRandom(2));
        double[] pulls = Kernel.move(
                        new Step(law, new Kick(0, 1, 0), galaxy.masses(), galaxy.positions()),
                        new Range(0, new double[9_000]))
                .velocities();
        double held = 0;
        double needed = 0;
        for (int body = 0; body < galaxy.count(); body++) {
            if (galaxy.groups()[body] == Galaxy.DISC) {
                for (int axis = 0; axis < 2; axis++) {
                    int at = axis * galaxy.count() + body;
                    needed += galaxy.velocities()[at] * galaxy.velocities()[at];
                    held -= pulls[at] * galaxy.positions()[at];
                }
            }
        }
        assertThat(needed / held).isCloseTo(1, within(0.06)); // the virial theorem, for the disc in its plane
    }

    @Test
    void shouldSendGalaxiesOntoAParabola() {
        Law law = new Law(3, 1, 0.05);
        Bodies both = Preset.COLLISION.bodies(law, 2_000, new BodyRandom(1));
        double[] apart = new double[3];
        double[] speed = new double[3];
        double[] masses = new double[2];
        for (int body = 0; body < both.count(); body++) {
            int galaxy = both.groups()[body] / 2;
            masses[galaxy] += both.masses()[body];
        }
        for (int body = 0; body < both.count(); body++) {
            int galaxy = both.groups()[body] / 2;
            double share = (galaxy == 0 ? -1 : 1) * both.masses()[body] / masses[galaxy];
            for (int axis = 0; axis < 3; axis++) {
                apart[axis] += share * both.positions()[axis * both.count() + body];
                speed[axis] += share * both.velocities()[axis * both.count() + body];
            }
        }
        assertThat(length(apart)).isCloseTo(5, within(1e-9));
        assertThat(length(speed) * length(speed) / 2).isCloseTo((masses[0] + masses[1]) / 5, within(1e-9));
        assertThat(apart[0] * speed[0] + apart[1] * speed[1]).isNegative();
        double spin = apart[0] * speed[1] - apart[1] * speed[0];
        assertThat(spin * spin / (2 * (masses[0] + masses[1]))).isCloseTo(0.9, within(1e-9));
    }

    /** Barycentre of Earth and Moon, as seen from the Sun at noon on 1 January 2000. */
    @Test
    void shouldPutEarthWhereItWas() {
        Bodies bodies = Preset.SOLAR.bodies(new Law(3, SolarSystem.GRAVITY, 0), 10, new BodyRandom(1));
        assertThat(distance(bodies, 3)).isCloseTo(0.9833, within(2e-4)); // four days before the perihelion
        double longitude = Math.toDegrees(Math.atan2(
                bodies.positions()[13] - bodies.positions()[10], bodies.positions()[3] - bodies.positions()[0]));
        assertThat(longitude).isCloseTo(100.38, within(0.02));
    }

    @Test
    void shouldGiveThePlanetsTheirYears() {
        Law law = new Law(3, SolarSystem.GRAVITY, 0);
        Leap leap = new Leap(law, 0.001).run(Preset.SOLAR.bodies(law, 10, new BodyRandom(1)), 1_881);
        assertThat(turned(leap, 1_000, 3)).isCloseTo(0, within(0.02)); // a sidereal year is 1.00002 Julian ones
        assertThat(turned(leap, 241, 1)).isCloseTo(0, within(0.7));
        assertThat(turned(leap, 615, 2)).isCloseTo(0, within(0.2));
        assertThat(turned(leap, 1_881, 4)).isCloseTo(0, within(0.2));
        assertThat(leap.ledger().greatestEnergyDrift()).isLessThan(1e-6);
    }

    @Test
    void shouldMeasureInYearsAndAstronomicalUnits() {
        assertThat(SolarSystem.GRAVITY).isCloseTo(Math.pow(0.01720209895 * 365.25, 2), within(1e-6));
    }

    @Test
    void shouldSolveKeplersEquation() {
        for (double eccentricity : new double[] {0, 0.2, 0.6, 0.85}) {
            for (double mean = -6; mean <= 6; mean += 0.37) {
                double anomaly = SolarSystem.eccentricAnomaly(mean, eccentricity);
                assertThat(anomaly - eccentricity * Math.sin(anomaly)).isCloseTo(mean, within(1e-12));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"COLLISION", "GALAXY", "PLUMMER", "SOLAR"})
    void shouldBeginAtRestAsAWholeInSpaceAndPlane(Preset preset) {
        for (int dimensions = 2; dimensions <= 3; dimensions++) {
            Law law = new Law(dimensions, preset.gravity(), preset.defaults().softening());
            Bodies bodies = preset.bodies(law, 217, new BodyRandom(5));
            assertThat(bodies.count()).isEqualTo(217);
            assertThat(bodies.dimensions()).isEqualTo(dimensions);
            assertThat(Arrays.stream(bodies.masses()).min().orElseThrow()).isPositive();
            ConservationLedger.Entry entry =
                    new Leap(law, 1e-9).run(bodies, 1).ledger().entries().get(0);
            assertThat(length(entry.momentum())).isLessThan(1e-12);
            assertThat(entry.energy()).isNegative();
            assertThat(preset.bodies(law, 217, new BodyRandom(5)).positions()).isEqualTo(bodies.positions());
            assertThat(preset.bodies(law, 217, new BodyRandom(6)).positions()).isNotEqualTo(bodies.positions());
        }
    }

    @ParameterizedTest
    @CsvSource({"COLLISION, 3800145913", "GALAXY, 3449593936", "PLUMMER, 3293279426", "SOLAR, 1795383404"})
    void shouldGiveTheBitsItGaveOnTheFirstMachine(Preset preset, long expected) {
        Law law = new Law(3, preset.gravity(), preset.defaults().softening());
        Bodies end = new Leap(law, preset.defaults().timeStep())
                .run(preset.bodies(law, 100, new BodyRandom(1)), 10)
                .end();
        CRC32 check = new CRC32();
        for (double value : end.positions()) {
            long bits = Double.doubleToRawLongBits(value);
            for (int shift = 0; shift < Long.SIZE; shift += Byte.SIZE) {
                check.update((int) (bits >> shift) & 0xff);
            }
        }
        assertThat(check.getValue()).isEqualTo(expected);
    }

    /** Rotation of a planet beyond its initial longitude, seen from the Sun [degrees]. */
    private static double turned(Leap leap, int step, int planet) {
        double off = longitude(leap, step, planet) - longitude(leap, 0, planet);
        return off - 360 * Math.rint(off / 360);
    }

    private static double longitude(Leap leap, int step, int planet) {
        double[] places = leap.moments().get(step).bodies().positions();
        int bodies = PLUTO + 1;
        return Math.toDegrees(Math.atan2(places[bodies + planet] - places[bodies], places[planet] - places[0]));
    }

    private static double distance(Bodies bodies, int body) {
        double[] apart = new double[3];
        for (int axis = 0; axis < 3; axis++) {
            apart[axis] = bodies.positions()[axis * bodies.count() + body] - bodies.positions()[axis * bodies.count()];
        }
        return length(apart);
    }

    private static double halfRadius(Bodies bodies) {
        double[] radii = IntStream.range(0, bodies.count())
                .mapToDouble(body -> {
                    double square = 0;
                    for (int axis = 0; axis < bodies.dimensions(); axis++) {
                        square += Math.pow(bodies.positions()[axis * bodies.count() + body], 2);
                    }
                    return Math.sqrt(square);
                })
                .sorted()
                .toArray();
        return radii[radii.length / 2];
    }

    /** Root mean square of z of the stars of the disc. */
    private static double height(Bodies galaxy) {
        return Math.sqrt(disc(galaxy)
                .mapToDouble(body -> Math.pow(galaxy.positions()[2 * galaxy.count() + body], 2))
                .average()
                .orElseThrow());
    }

    /** Distance from the axis within which half of the stars of the disc are. */
    private static double radius(Bodies galaxy) {
        double[] radii = disc(galaxy)
                .mapToDouble(body -> Math.hypot(galaxy.positions()[body], galaxy.positions()[galaxy.count() + body]))
                .sorted()
                .toArray();
        return radii[radii.length / 2];
    }

    private static IntStream disc(Bodies galaxy) {
        return IntStream.range(0, galaxy.count()).filter(body -> galaxy.groups()[body] == Galaxy.DISC);
    }

    private static double length(double[] vector) {
        return Math.sqrt(
                Arrays.stream(vector).map(component -> component * component).sum());
    }
}
