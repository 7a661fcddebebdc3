package dev.sluice.app.nbody;

/**
 * A picture as a sum of light: each body adds a soft spot, overlapping light turns white, and bright places glow.
 * Confined to the master's calls.
 */
final class LightCanvas {
    private static final int CHANNELS = 3;
    /** Fraction of a frame's light that remains in the next frame, so that bodies draw short tails. */
    private static final float LINGER = 0.55f;

    private static final float GLOW = 0.45f;
    /** Night sky. */
    private static final int[] DARK = {4, 5, 12};

    /** Tones at this distance look alike, and compress better. */
    private static final double GRAIN = 3;

    private static final int TONES = 1 << 12;
    private static final float BRIGHTEST = 6;

    private final int width;
    private final int height;
    /** Rows × columns × red, green, blue. */
    private final float[] light;

    private final byte[] tones = new byte[CHANNELS * TONES];

    LightCanvas(int width, int height) {
        this.width = width;
        this.height = height;
        this.light = new float[CHANNELS * width * height];
        for (int tone = 0; tone < TONES; tone++) {
            double exposed = 1 - StrictMath.exp(-(double) BRIGHTEST * tone / TONES);
            double shade = StrictMath.pow(exposed, 0.75);
            for (int channel = 0; channel < CHANNELS; channel++) {
                double value = DARK[channel] + (255 - DARK[channel]) * shade;
                tones[CHANNELS * tone + channel] = (byte) (GRAIN * Math.round(value / GRAIN));
            }
        }
    }

    /** Lets the light of earlier frames fade. */
    void fade() {
        for (int at = 0; at < light.length; at++) {
            light[at] *= LINGER;
        }
    }

    /**
     * Adds a spot whose brightness falls off as a Gaussian, clipped at the edge.
     *
     * @param deviation standard deviation of the Gaussian [pixels]
     */
    void add(double column, double row, Tint tint, float strength, double deviation) {
        int radius = (int) Math.ceil(3 * deviation);
        if (!(column > -radius && column < width + radius && row > -radius && row < height + radius)) {
            return;
        }
        int left = (int) Math.floor(column) - radius;
        int top = (int) Math.floor(row) - radius;
        float[] across = profile(column - left, radius, deviation);
        float[] down = profile(row - top, radius, deviation);
        float share = strength * tint.strength() * (1 - LINGER);
        for (int y = Math.max(0, -top); y < down.length && top + y < height; y++) {
            for (int x = Math.max(0, -left); x < across.length && left + x < width; x++) {
                int at = CHANNELS * ((top + y) * width + left + x);
                float spot = share * across[x] * down[y];
                light[at] += spot * tint.red();
                light[at + 1] += spot * tint.green();
                light[at + 2] += spot * tint.blue();
            }
        }
    }

    private static float[] profile(double centre, int radius, double deviation) {
        float[] profile = new float[2 * radius + 1];
        for (int index = 0; index < profile.length; index++) {
            double off = (index + 0.5 - centre) / deviation;
            profile[index] = (float) StrictMath.exp(-off * off / 2);
        }
        return profile;
    }

    /** The picture: rows × columns × red, green, blue. */
    byte[] develop() {
        float[] glow = glow();
        byte[] picture = new byte[light.length];
        for (int at = 0; at < picture.length; at++) {
            float bright = light[at] + GLOW * glow[at];
            int tone = Math.min(TONES - 1, (int) (bright * (TONES / BRIGHTEST)));
            picture[at] = tones[CHANNELS * tone + at % CHANNELS];
        }
        return picture;
    }

    /** The light, blurred by three passes of a running mean in each direction. */
    private float[] glow() {
        int radius = Math.max(2, height / 80);
        float[] from = light.clone();
        float[] to = new float[light.length];
        for (int pass = 0; pass < 3; pass++) {
            for (int row = 0; row < height; row++) {
                blur(from, to, CHANNELS * row * width, CHANNELS, width, radius);
            }
            for (int column = 0; column < width; column++) {
                blur(to, from, CHANNELS * column, CHANNELS * width, height, radius);
            }
        }
        return from;
    }

    /** Running mean of {@code count} pixels from {@code first} on, {@code stride} apart, dark beyond the edges. */
    private static void blur(float[] from, float[] to, int first, int stride, int count, int radius) {
        double[] sums = new double[CHANNELS];
        double share = 1.0 / (2 * radius + 1);
        for (int index = -radius; index < count; index++) {
            for (int channel = 0; channel < CHANNELS; channel++) {
                int at = first + channel;
                if (index + radius < count) {
                    sums[channel] += from[at + (index + radius) * stride];
                }
                if (index - radius > 0) {
                    sums[channel] -= from[at + (index - radius - 1) * stride];
                }
                if (index >= 0) {
                    to[at + index * stride] = (float) Math.max(0, sums[channel] * share);
                }
            }
        }
    }
}
