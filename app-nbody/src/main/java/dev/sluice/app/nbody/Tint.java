package dev.sluice.app.nbody;

/**
 * The light of a group of bodies.
 *
 * @param colour colour as 0xRRGGBB
 * @param strength strength of its light, 1 for a common body
 * @param size size of its spot, 1 for a common body
 */
record Tint(int colour, float strength, float size) {
    static final Tint[] GALAXIES = {
        new Tint(0x5a9bff, 1, 1), new Tint(0xffe2b0, 0.7f, 1), new Tint(0xff8a4a, 1, 1), new Tint(0xffd8c8, 0.7f, 1)
    };

    static final Tint[] CLUSTER = {new Tint(0x9fc0ff, 1, 1)};

    /** The Sun, nine planets in their order, belt, Trojans. */
    static final Tint[] SOLAR = {
        new Tint(0xffd050, 30, 2.6f),
        new Tint(0xc8b8a8, 9, 1.2f),
        new Tint(0xffe8b0, 12, 1.5f),
        new Tint(0x60a8ff, 14, 1.5f),
        new Tint(0xff7040, 12, 1.3f),
        new Tint(0xffc890, 16, 2.2f),
        new Tint(0xf0d898, 12, 2),
        new Tint(0xa0f0f0, 12, 1.7f),
        new Tint(0x6080ff, 12, 1.7f),
        new Tint(0xd0b0a0, 10, 1.2f),
        new Tint(0xb09878, 0.8f, 0.9f),
        new Tint(0x70b090, 0.9f, 0.9f),
    };

    float red() {
        return (colour >> 16) / 255f;
    }

    float green() {
        return (colour >> 8 & 0xff) / 255f;
    }

    float blue() {
        return (colour & 0xff) / 255f;
    }

    /** The same light with a temperature colour: deep blue at 0, orange from 1 on. */
    Tint heated(double heat) {
        double at = Math.min(1, heat);
        int red = (int) (70 + 185 * Math.min(1, 1.6 * at));
        int green = (int) (110 + 60 * at);
        int blue = (int) (255 - 205 * at * at);
        return new Tint(red << 16 | green << 8 | blue, strength, size);
    }
}
