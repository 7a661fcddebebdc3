package dev.sluice.app.mandelbrot;

import java.nio.file.Path;

/**
 * The validated options.
 *
 * @param tiling tiling of the samples: {@code oversample} times the pixels in both directions
 * @param verify true if the picture is compared with one computed serially
 */
record Settings(View view, Tiling tiling, int oversample, Palette palette, Path out, boolean verify) {}
