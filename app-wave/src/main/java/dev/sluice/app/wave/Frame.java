package dev.sluice.app.wave;

import java.util.Arrays;

/**
 * A strip in one picture of the animation.
 *
 * @param pixels rows × columns, row-major: heights from −1 to 1 as 0 to 255
 * @param bits hash of the heights
 */
public record Frame(byte[] pixels, int bits) {
    /** A strip in a step without a picture. */
    static final Frame NONE = new Frame(new byte[0], 0);

    static Frame of(double[][] heights) {
        byte[] pixels = new byte[heights.length * heights[0].length];
        for (int at = 0; at < pixels.length; at++) {
            double height = heights[at / heights[0].length][at % heights[0].length];
            pixels[at] = (byte) Math.max(0, Math.min(255, Math.round(128 + 100 * height)));
        }
        return new Frame(pixels, Arrays.deepHashCode(heights));
    }
}
