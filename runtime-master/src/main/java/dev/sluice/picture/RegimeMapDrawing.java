package dev.sluice.picture;

/** Draws a {@link RegimeMap}. */
final class RegimeMapDrawing {
    private RegimeMapDrawing() {}

    static Picture of(RegimeMap given) {
        Canvas canvas = new Canvas(1040);
        canvas.height(Heading.draw(canvas, given.title(), given.summary()));
        return new Picture(given.title(), given.summary(), canvas);
    }
}
