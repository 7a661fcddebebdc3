package dev.sluice.app.nbody;

/** Interesting initial conditions, each with suitable parameters. */
enum Preset {
    /** Two galaxies that meet, throw out tails and merge. G = 1, mass of the larger one 1. */
    COLLISION(new Defaults(2_500, 560, 0.04, 0.05, 5), new View(4.5, 55, 40), Tint.GALAXIES) {
        @Override
        Bodies bodies(Law law, int count, BodyRandom chance) {
            return Encounter.bodies(law, count, chance);
        }
    },
    /** One galaxy, whose disc grows spiral arms. G = M = 1, radius of the disc 1. */
    GALAXY(new Defaults(2_500, 480, 0.025, 0.03, 4), new View(1.35, 50, 0), Tint.GALAXIES) {
        @Override
        Bodies bodies(Law law, int count, BodyRandom chance) {
            return new Galaxy(1, 1).bodies(law, count, 0, chance);
        }
    },
    /** A cluster in equilibrium; Plummer's sphere, or in the plane Kuzmin's disc. G = M = 1, E = −1/4. */
    PLUMMER(new Defaults(2_048, 400, 0.01, 0.03, 4), new View(1.9, 30, 60), Tint.CLUSTER) {
        @Override
        Bodies bodies(Law law, int count, BodyRandom chance) {
            double scale = law.dimensions() == 2 ? Sphere.KUZMIN : Sphere.PLUMMER;
            return new Sphere(1, scale).bodies(law.dimensions(), count, chance);
        }
    },
    /**
     * Sun, planets, Pluto and asteroids from 1 January 2000 on, for 6 years. Astronomical units, years, solar masses.
     */
    SOLAR(new Defaults(1_200, 1_500, 0.004, 0, 10), new View(6.1, 42, 0), Tint.SOLAR) {
        @Override
        Bodies bodies(Law law, int count, BodyRandom chance) {
            return SolarSystem.bodies(law.dimensions(), count, chance);
        }

        @Override
        double gravity() {
            return SolarSystem.GRAVITY;
        }

        @Override
        int least() {
            return SolarSystem.KNOWN;
        }
    };

    private final Defaults defaults;
    private final View view;
    private final Tint[] tints;

    Preset(Defaults defaults, View view, Tint[] tints) {
        this.defaults = defaults;
        this.view = view;
        this.tints = tints;
    }

    /** Default parameters. */
    record Defaults(int bodies, int steps, double timeStep, double softening, int frameEvery) {}

    /**
     * The camera's view of the bodies.
     *
     * @param reach half the height of the picture, in units of length
     * @param elevation angle above the plane of x and y [degrees]
     * @param turn rotation about the z axis during the film [degrees]
     */
    record View(double reach, double elevation, double turn) {}

    Defaults defaults() {
        return defaults;
    }

    View view() {
        return view;
    }

    Tint tint(int group) {
        return tints[group];
    }

    /** Creates the bodies in the frame of their centre of mass. */
    abstract Bodies bodies(Law law, int count, BodyRandom chance);

    /** Newton's constant in the units of the preset. */
    double gravity() {
        return 1;
    }

    /** The least sensible number of bodies. */
    int least() {
        return 16;
    }
}
