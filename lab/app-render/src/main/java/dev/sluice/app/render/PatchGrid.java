package dev.sluice.app.render;

/** A picture cut into tiles, numbered row by row. Tiles at the right and lower edge may be smaller. */
record PatchGrid(int width, int height, int columns, int rows) {
    long count() {
        return (long) across() * (1 + (height - 1) / rows);
    }

    private int across() {
        return 1 + (width - 1) / columns;
    }

    /** @param index 0 ≤ index < count */
    Patch patch(long index) {
        int x = Math.toIntExact(index % across()) * columns;
        int y = Math.toIntExact(index / across()) * rows;
        return new Patch(x, y, Math.min(columns, width - x), Math.min(rows, height - y));
    }
}
