package dev.sluice.app.nbody;

/**
 * Two galaxies on a parabolic orbit about each other, as in Toomre and Toomre 1972 (Astrophysical Journal 178, 623).
 * Unlike there, all bodies attract each other, so that the galaxies brake and merge. G = 1.
 */
final class Encounter {
    private static final Galaxy LARGE = new Galaxy(1, 1.6);
    private static final Galaxy SMALL = new Galaxy(0.7, 1.3);
    private static final double APART = 5;
    private static final double NEAREST = 0.9;

    private Encounter() {}

    /** Groups 0 and 1 are the large galaxy, 2 and 3 the small one. */
    static Bodies bodies(Law law, int count, BodyRandom chance) {
        double mass = LARGE.mass() + SMALL.mass();
        int larger = (int) Math.round(count * LARGE.mass() / mass);
        double share = SMALL.mass() / mass;
        double[] place = place();
        double[] velocity = velocity(mass);
        Bodies large = LARGE.bodies(law, larger, 0, chance)
                .turned(StrictMath.toRadians(25), StrictMath.toRadians(40))
                .shifted(times(-share, place), times(-share, velocity));
        Bodies small = SMALL.bodies(law, count - larger, 2, chance)
                .turned(StrictMath.toRadians(-60), StrictMath.toRadians(-70))
                .shifted(times(1 - share, place), times(1 - share, velocity));
        return large.and(small).centred();
    }

    /**
     * Position of the small galaxy relative to the large one. On a parabola r = 2 q / (1 + cos θ), with θ < 0 before
     * the nearest point.
     */
    private static double[] place() {
        double cosine = 2 * NEAREST / APART - 1;
        double sine = -StrictMath.sqrt(1 - cosine * cosine);
        return new double[] {APART * cosine, APART * sine};
    }

    /** dr/dt = √(μ/2q) sin θ outward, r dθ/dt = √(2 μ q)/r around. */
    private static double[] velocity(double mass) {
        double[] place = place();
        double outward = StrictMath.sqrt(mass / (2 * NEAREST)) * place[1] / APART;
        double around = StrictMath.sqrt(2 * mass * NEAREST) / APART;
        return new double[] {
            (outward * place[0] - around * place[1]) / APART, (outward * place[1] + around * place[0]) / APART
        };
    }

    private static double[] times(double factor, double[] vector) {
        return new double[] {factor * vector[0], factor * vector[1]};
    }
}
