package dev.sluice.app.nbody;

/**
 * The Sun, the planets with their moons, and Pluto at noon on 1 January 2000, and a given number of asteroids. Units:
 * astronomical units, Julian years, solar masses.
 *
 * <p>Masses are those of the ephemeris DE440 (Park, Folkner, Williams and Boggs 2021, The Astronomical Journal 161,
 * 105). Orbits are the elements of Standish and Williams, Keplerian Elements for Approximate Positions of the Major
 * Planets, Jet Propulsion Laboratory, table 1, at their epoch, accurate to a few arc minutes. The mass of all asteroids
 * is that of the main belt in Pitjeva and Pitjev 2018 (Astronomy Letters 44, 554), divided evenly. Their orbits are
 * random: four of five in the belt, the fifth ahead of or behind Jupiter on its orbit.
 */
final class SolarSystem {
    /** Number of bodies that are not asteroids. */
    static final int KNOWN = 10;

    /** Groups: the Sun 0, then the planets in their order and Pluto, then the asteroids. */
    static final int BELT = KNOWN;

    static final int TROJAN = KNOWN + 1;

    /** GM of the Sun [km³/s²]. */
    private static final double SUN = 132_712_440_041.279419;

    private static final double KILOMETRES = 149_597_870.7;
    private static final double SECONDS = 365.25 * 86_400;

    /** Newton's constant [au³ / (year² · solar mass)], approximately 4π². */
    static final double GRAVITY = SUN / KILOMETRES * SECONDS / KILOMETRES * SECONDS / KILOMETRES;

    private static final double BELT_MASS = 4.008e-10;

    private static final double JUPITER_AXIS = 5.202887;
    private static final double JUPITER_LONGITUDE = 34.39644051;

    /** GM with moons [km³/s²]; then a [au], e, and in degrees I, L, ϖ and Ω. */
    private static final double[][] PLANETS = {
        {22_031.868551, 0.38709927, 0.20563593, 7.00497902, 252.25032350, 77.45779628, 48.33076593},
        {324_858.592, 0.72333566, 0.00677672, 3.39467605, 181.97909950, 131.60246718, 76.67984255},
        {403_503.235625, 1.00000261, 0.01671123, -0.00001531, 100.46457166, 102.93768193, 0},
        {42_828.375816, 1.52371034, 0.09339410, 1.84969142, -4.55343205, -23.94362959, 49.55953891},
        {126_712_764.1, JUPITER_AXIS, 0.04838624, 1.30439695, JUPITER_LONGITUDE, 14.72847983, 100.47390909},
        {37_940_584.8418, 9.53667594, 0.05386179, 2.48599187, 49.95424423, 92.59887831, 113.66242448},
        {5_794_556.4, 19.18916464, 0.04725744, 0.77263783, 313.23810451, 170.95427630, 74.01692503},
        {6_836_527.10058, 30.06992276, 0.00859048, 1.77004347, -55.12002969, 44.96476227, 131.78422574},
        {975.5, 39.48211675, 0.24882730, 17.14001206, 238.92903833, 224.06891629, 110.30393684},
    };

    private SolarSystem() {}

    /**
     * The elements of an orbit.
     *
     * @param axis a [au]
     * @param inclination I [degrees]
     * @param longitude mean longitude L [degrees]
     * @param perihelion longitude of the perihelion ϖ [degrees]
     * @param node longitude of the ascending node Ω [degrees]
     */
    record Elements(
            double axis, double eccentricity, double inclination, double longitude, double perihelion, double node) {}

    /** @param count at least {@link #KNOWN}; in two dimensions all orbits lie in the ecliptic */
    static Bodies bodies(int dimensions, int count, BodyRandom chance) {
        Draft draft = new Draft(dimensions, count);
        draft.add(1, 0, new double[3], new double[3]);
        for (int planet = 0; planet < PLANETS.length; planet++) {
            double[] p = PLANETS[planet];
            Elements elements = new Elements(p[1], p[2], dimensions == 2 ? 0 : p[3], p[4], p[5], p[6]);
            add(draft, p[0] / SUN, 1 + planet, elements);
        }
        int asteroids = count - KNOWN;
        for (int asteroid = 0; asteroid < asteroids; asteroid++) {
            boolean trojan = asteroid % 5 == 4;
            Elements elements = trojan ? trojan(dimensions, chance) : belt(dimensions, chance);
            add(draft, BELT_MASS / asteroids, trojan ? TROJAN : BELT, elements);
        }
        return draft.finish();
    }

    private static Elements belt(int dimensions, BodyRandom chance) {
        return new Elements(
                chance.between(2.1, 3.3),
                chance.between(0, 0.2),
                dimensions == 2 ? 0 : Math.abs(8 * chance.normal()),
                chance.between(0, 360),
                chance.between(0, 360),
                chance.between(0, 360));
    }

    private static Elements trojan(int dimensions, BodyRandom chance) {
        double side = chance.uniform() < 0.5 ? -60 : 60;
        return new Elements(
                JUPITER_AXIS + chance.between(-0.05, 0.05),
                chance.between(0, 0.08),
                dimensions == 2 ? 0 : Math.abs(8 * chance.normal()),
                JUPITER_LONGITUDE + side + 9 * chance.normal(),
                chance.between(0, 360),
                chance.between(0, 360));
    }

    private static void add(Draft draft, double mass, int group, Elements elements) {
        double a = elements.axis();
        double e = elements.eccentricity();
        double anomaly = eccentricAnomaly(StrictMath.toRadians(elements.longitude() - elements.perihelion()), e);
        double cosine = StrictMath.cos(anomaly);
        double sine = StrictMath.sin(anomaly);
        double shorter = StrictMath.sqrt(1 - e * e);
        double rate = StrictMath.sqrt(GRAVITY * (1 + mass) / (a * a * a)) / (1 - e * cosine);
        double[] place = inSpace(elements, a * (cosine - e), a * shorter * sine);
        double[] velocity = inSpace(elements, -a * sine * rate, a * shorter * cosine * rate);
        draft.add(mass, group, place, velocity);
    }

    /** Solves Kepler's equation E − e sin E = M by Newton's method, which converges in a few steps for e < 0.9. */
    static double eccentricAnomaly(double mean, double eccentricity) {
        double anomaly = mean + eccentricity * StrictMath.sin(mean);
        for (int round = 0; round < 20; round++) {
            double wrong = anomaly - eccentricity * StrictMath.sin(anomaly) - mean;
            anomaly -= wrong / (1 - eccentricity * StrictMath.cos(anomaly));
        }
        return anomaly;
    }

    /** Rotates from the plane of the orbit, x toward the perihelion, to the ecliptic, x toward the equinox. */
    private static double[] inSpace(Elements elements, double x, double y) {
        double argument = StrictMath.toRadians(elements.perihelion() - elements.node());
        double node = StrictMath.toRadians(elements.node());
        double tilt = StrictMath.toRadians(elements.inclination());
        double fromNode = x * StrictMath.cos(argument) - y * StrictMath.sin(argument);
        double across = x * StrictMath.sin(argument) + y * StrictMath.cos(argument);
        double level = across * StrictMath.cos(tilt);
        return new double[] {
            fromNode * StrictMath.cos(node) - level * StrictMath.sin(node),
            fromNode * StrictMath.sin(node) + level * StrictMath.cos(node),
            across * StrictMath.sin(tilt)
        };
    }
}
