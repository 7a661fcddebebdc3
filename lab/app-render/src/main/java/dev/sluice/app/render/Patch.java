package dev.sluice.app.render;

/**
 * A tile of the picture: a unit.
 *
 * @param x column of the left edge, from 0
 * @param y row of the upper edge, from 0
 * @param columns at least 1
 * @param rows at least 1
 */
public record Patch(int x, int y, int columns, int rows) {
    /** The number of bytes of its pixels. */
    int bytes() {
        return 3 * columns * rows;
    }
}
