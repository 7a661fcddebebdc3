package dev.sluice.picture;

/** Draws a {@link FlowTree}. */
final class FlowTreeDrawing {
    private FlowTreeDrawing() {}

    static Picture of(FlowTree given) {
        Canvas canvas = new Canvas(1040);
        canvas.height(Heading.draw(canvas, given.title(), given.summary()));
        return new Picture(given.title(), given.summary(), canvas);
    }
}
