package dev.sluice.app.nbody;

/**
 * A disc of stars that rotates in its own field and in that of a sphere: a truncated Kuzmin disc in a Plummer sphere,
 * whose potentials in the plane of the disc have the same form, −GM/√(r² + c²). G = 1.
 *
 * <p>The dispersions of the stars follow Toomre's criterion with Q = {@link #STABILITY} (σ = Q · 3.36 G Σ / κ; Toomre
 * 1964, Astrophysical Journal 139, 1217). The stars rotate slower than a circular orbit by the asymmetric drift (Binney
 * and Tremaine, Galactic Dynamics, 2008, equation 4.228, with σ² falling as Σ does).
 *
 * @param mass mass of all bodies
 * @param size radius at which the disc ends
 */
record Galaxy(double mass, double size) {
    /** Fraction of the mass in the sphere. */
    private static final double SPHERE = 0.78;

    private static final double STABILITY = 1.2;
    private static final double TOOMRE = 3.36;

    /** One in this many bodies belongs to the sphere. */
    private static final int SPHERE_BODIES = 3;

    /** The groups of its bodies: the stars of the disc, and those of the sphere. */
    static final int DISC = 0;

    static final int BULGE = 1;

    private double discScale() {
        return 0.3 * size;
    }

    /** Half the thickness of the disc. */
    double height() {
        return 0.025 * size;
    }

    private Sphere sphere() {
        return new Sphere(SPHERE * mass, 0.3 * size);
    }

    /** Mass of the disc without truncation. */
    private double wholeDisc() {
        return (1 - SPHERE) * mass / (1 - rim());
    }

    /** Fraction of the mass of an infinite disc beyond the end of this one. */
    private double rim() {
        return discScale() / StrictMath.hypot(size, discScale());
    }

    /**
     * The galaxy at rest, with its disc in the plane of x and y and rotating from x to y.
     *
     * @param groups group of the disc; that of the sphere follows
     */
    Bodies bodies(Law law, int count, int groups, BodyRandom chance) {
        Draft draft = new Draft(law.dimensions(), count);
        int bulge = count / SPHERE_BODIES;
        int stars = count - bulge;
        for (int body = 0; body < stars; body++) {
            double outside = 1 - (1 - rim()) * chance.uniform();
            double radius = discScale() * StrictMath.sqrt(1 / (outside * outside) - 1);
            addStar(draft, (1 - SPHERE) * mass / stars, groups + DISC, around(law, radius), chance);
        }
        for (int body = 0; body < bulge; body++) {
            double radius = sphere().radius(law.dimensions(), chance);
            double bound = StrictMath.sqrt(around(law, radius).squareTurn() / sphereTurn(law, radius));
            double speed = bound * sphere().speed(law.dimensions(), radius, chance);
            draft.add(
                    sphere().mass() / bulge,
                    groups + BULGE,
                    chance.direction(law.dimensions(), radius),
                    chance.direction(law.dimensions(), speed));
        }
        return draft.finish();
    }

    /**
     * A circular orbit in the disc.
     *
     * @param squareTurn Ω²
     * @param squareEpicycle κ² = 4 Ω² + r dΩ²/dr
     * @param density of the disc there, Σ
     */
    private record Orbit(double radius, double squareTurn, double squareEpicycle, double density) {}

    private Orbit around(Law law, double radius) {
        double sphere = squareReach(law, radius);
        double disc = square(radius) + square(discScale() + law.softening());
        double ofSphere = sphereTurn(law, radius);
        double ofDisc = wholeDisc() / (disc * StrictMath.sqrt(disc));
        double turn = ofSphere + ofDisc;
        double epicycle = 4 * turn - 3 * square(radius) * (ofSphere / sphere + ofDisc / disc);
        double reach = square(radius) + square(discScale());
        double density = wholeDisc() * discScale() / (2 * Math.PI * reach * StrictMath.sqrt(reach));
        return new Orbit(radius, turn, epicycle, density);
    }

    /** Ω² of the sphere alone. */
    private double sphereTurn(Law law, double radius) {
        double reach = squareReach(law, radius);
        return sphere().wholeMass(law.dimensions()) / (reach * StrictMath.sqrt(reach));
    }

    /** r² + a², widened by the softening: a flat sphere is seen from that height, and a round one is smeared by it. */
    private double squareReach(Law law, double radius) {
        double scale = law.dimensions() == 2
                ? sphere().scale() + law.softening()
                : StrictMath.hypot(sphere().scale(), law.softening());
        return square(radius) + square(scale);
    }

    private void addStar(Draft draft, double mass, int group, Orbit orbit, BodyRandom chance) {
        double radius = orbit.radius();
        double circular = radius * StrictMath.sqrt(orbit.squareTurn());
        double radial = STABILITY * TOOMRE * orbit.density() / StrictMath.sqrt(orbit.squareEpicycle());
        radial = Math.min(radial, 0.4 * circular);
        double flatter = orbit.squareEpicycle() / (4 * orbit.squareTurn());
        double fall = 6 * square(radius) / (square(radius) + square(discScale()));
        double turn = StrictMath.sqrt(Math.max(0, square(circular) - square(radial) * (flatter - 1 + fall)));

        double outward = radial * chance.normal();
        double around = turn + radial * StrictMath.sqrt(flatter) * chance.normal();
        double angle = chance.angle();
        double cosine = StrictMath.cos(angle);
        double sine = StrictMath.sin(angle);
        double part = chance.between(0.002, 0.998);
        double above = height() * StrictMath.log(part / (1 - part)) / 2; // a sheet held by itself: sech² z/h
        double upward = StrictMath.sqrt(Math.PI * orbit.density() * height() + orbit.squareTurn() * square(height()));
        draft.add(mass, group, new double[] {radius * cosine, radius * sine, above}, new double[] {
            outward * cosine - around * sine, outward * sine + around * cosine, upward * chance.normal()
        });
    }

    private static double square(double value) {
        return value * value;
    }
}
