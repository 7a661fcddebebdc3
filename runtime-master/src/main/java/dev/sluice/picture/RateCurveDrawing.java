package dev.sluice.picture;

/** Draws a {@link RateCurve}. */
final class RateCurveDrawing {
    private RateCurveDrawing() {}

    static Picture of(RateCurve given) {
        Canvas canvas = new Canvas(1040);
        canvas.height(Heading.draw(canvas, given.title(), given.summary()));
        return new Picture(given.title(), given.summary(), canvas);
    }
}
