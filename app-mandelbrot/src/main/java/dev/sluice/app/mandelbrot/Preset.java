package dev.sluice.app.mandelbrot;

/**
 * Interesting places. The last ones are near the resolution limit of doubles: pixels closer than about 10⁻¹⁵ coincide.
 */
enum Preset {
    /** The whole set. */
    FULL(new Region(-0.7, 0, 3.3), 1_000, Palette.DUSK),
    /** The valley between the heart and the disk, with its double spirals. */
    SEAHORSE(new Region(-0.7463, 0.1102, 0.005), 2_000, Palette.DUSK),
    /** The cleft of the heart: trunks in a row. */
    ELEPHANT(new Region(0.2821, 0.0105, 0.012), 2_000, Palette.OCEAN),
    /** Snails along a shore. */
    SNAILS(new Region(-0.0885, 0.6545, 0.009), 2_000, Palette.FOREST),
    /** Two spirals wound around each other, and a fan. */
    SPIRAL(new Region(-0.76155134, -0.08487913, 6e-5), 4_000, Palette.EMBER),
    /** The surroundings of a copy of the set 60,000,000,000 times smaller: a Julia set in a wreath of spirals. */
    SATELLITE(new Region(-0.7436438870371587, 0.13182590420531197, 5e-11), 20_000, Palette.DUSK);

    private final Region region;
    private final int limit;
    private final Palette palette;

    Preset(Region region, int limit, Palette palette) {
        this.region = region;
        this.limit = limit;
        this.palette = palette;
    }

    Region region() {
        return region;
    }

    int limit() {
        return limit;
    }

    Palette palette() {
        return palette;
    }
}
