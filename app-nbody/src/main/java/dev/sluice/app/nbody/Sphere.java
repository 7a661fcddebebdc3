package dev.sluice.app.nbody;

/**
 * A cluster in equilibrium with isotropic velocities. In space it is a Plummer sphere, with velocities drawn as in
 * Aarseth, Hénon and Wielen 1974 (Astronomy and Astrophysics 37, 183). In the plane, with the force law of space, the
 * same potential −GM/√(r² + a²) belongs to Kuzmin's disc, of surface density M a / 2π (r² + a²)^(3/2) (Toomre 1963,
 * Astrophysical Journal 138, 385). There, density is the third power of the potential. The isotropic distribution
 * function is therefore the square of the binding energy, and both radius and speed have closed forms.
 *
 * @param mass mass of all bodies
 * @param scale the length a
 */
record Sphere(double mass, double scale) {
    /** Plummer's scale when energies are in Hénon's units: G = M = 1 and E = −1/4. */
    static final double PLUMMER = 3 * Math.PI / 16;

    /** Kuzmin's scale in the same units: E = −GM²/8a. */
    static final double KUZMIN = 0.5;

    /** Fraction of bodies kept: the outermost are left out, because radii are unbounded. */
    private static final double KEPT_IN_SPACE = 0.99;

    private static final double KEPT_IN_PLANE = 0.98;

    /** Mass including the omitted outermost bodies, such that the kept ones have {@link #mass}. */
    double wholeMass(int dimensions) {
        return mass / (dimensions == 2 ? KEPT_IN_PLANE : KEPT_IN_SPACE);
    }

    /** Draws a radius from the density of this sphere. */
    double radius(int dimensions, BodyRandom chance) {
        if (dimensions == 2) {
            double outside = 1 - KEPT_IN_PLANE * chance.uniform();
            return scale * StrictMath.sqrt(1 / (outside * outside) - 1);
        }
        double inside = KEPT_IN_SPACE * (1 - chance.uniform());
        return scale / StrictMath.sqrt(StrictMath.pow(inside, -2.0 / 3) - 1);
    }

    /** Draws the speed of a body at this radius, for a gravitational constant of 1. */
    double speed(int dimensions, double radius, BodyRandom chance) {
        double escape = StrictMath.sqrt(2 * wholeMass(dimensions) / StrictMath.hypot(radius, scale));
        if (dimensions == 2) {
            return escape * StrictMath.sqrt(1 - StrictMath.cbrt(1 - chance.uniform()));
        }
        while (true) {
            double part = chance.uniform();
            double free = 1 - part * part;
            double density = part * part * free * free * free * StrictMath.sqrt(free);
            if (0.1 * chance.uniform() < density) { // the maximum of the density is 0.092
                return escape * part;
            }
        }
    }

    /** The bodies of this sphere, all alike and of one group. */
    Bodies bodies(int dimensions, int count, BodyRandom chance) {
        Draft draft = new Draft(dimensions, count);
        for (int body = 0; body < count; body++) {
            double radius = radius(dimensions, chance);
            double speed = speed(dimensions, radius, chance);
            draft.add(mass / count, 0, chance.direction(dimensions, radius), chance.direction(dimensions, speed));
        }
        return draft.finish();
    }
}
