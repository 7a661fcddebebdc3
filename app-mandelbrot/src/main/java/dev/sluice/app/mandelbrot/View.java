package dev.sluice.app.mandelbrot;

/**
 * The visible region: the setup of the run.
 *
 * @param left real part at the left edge of the picture
 * @param top imaginary part at its upper edge
 * @param step distance of two pixels in both directions
 * @param limit iterations after which a point counts as inside
 */
public record View(double left, double top, double step, int limit) {}
