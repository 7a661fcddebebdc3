package dev.sluice.app.mandelbrot;

/**
 * A rectangle of pixels: one unit.
 *
 * @param x leftmost column
 * @param y uppermost row
 */
public record Tile(int x, int y, int columns, int rows) {}
