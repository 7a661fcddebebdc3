package dev.sluice.app.mandelbrot;

import java.nio.file.Path;

/**
 * The options, concluded.
 *
 * @param tiling of the samples: {@code oversample} times the pixels, both ways
 * @param verify whether the picture is compared with one computed serially
 */
record Settings(View view, Tiling tiling, int oversample, Palette palette, Path out, boolean verify) {}
