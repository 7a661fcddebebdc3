package dev.sluice.app.mandelbrot;

/** Colours along a closed path: the colours at 0 and 1 are equal. */
enum Palette {
    /** Night blue over ice to amber and back through wine. */
    DUSK(0x050a2a, 0x10307a, 0x3f8fd0, 0xd8f0f4, 0xffd47a, 0xe8862c, 0x8a2a3a, 0x2a0f3a),
    /** Deep water, surf, sand. */
    OCEAN(0x03101f, 0x06364f, 0x0f7f8c, 0x6fd3c0, 0xf4f7e0, 0xe0c48a, 0x5f7a6a, 0x0a2a3a),
    /** Coal, fire, white heat, ash. */
    EMBER(0x0a0404, 0x4a0a08, 0xb02a0a, 0xf07a10, 0xffd860, 0xfff8e0, 0xa07a78, 0x30202a),
    /** Pine, moss, lichen, bark. */
    FOREST(0x04140c, 0x0e3a20, 0x3a7a30, 0xa8c860, 0xf6f2c0, 0xc89a58, 0x6a4028, 0x1e1a14),
    /** Ink on paper. */
    INK(0x101014, 0x3a3a40, 0x8c8c90, 0xe0deda, 0xfdfbf6, 0xe0deda, 0x8c8c90, 0x3a3a40);

    /** Colour of points inside the set. */
    static final int INSIDE = 0x000000;

    /** Colour of pixels that were never computed. */
    static final int MISSING = 0x808080;

    private static final int SHADES = 1 << 12;

    private final int[] shades = new int[SHADES];

    Palette(int... stops) {
        for (int index = 0; index < SHADES; index++) {
            double at = (double) index * stops.length / SHADES;
            int stop = (int) at;
            shades[index] = mix(stops[stop], stops[(stop + 1) % stops.length], at - stop);
        }
    }

    /** The colour at a place on the path, as 0xRRGGBB; only the fraction counts. */
    int colour(double place) {
        return shades[(int) ((place - Math.floor(place)) * SHADES) & (SHADES - 1)];
    }

    private static int mix(int from, int to, double part) {
        return mixed(from >> 16, to >> 16, part) << 16 | mixed(from >> 8, to >> 8, part) << 8 | mixed(from, to, part);
    }

    private static int mixed(int from, int to, double part) {
        return (int) Math.round((from & 0xff) * (1 - part) + (to & 0xff) * part);
    }
}
