package dev.sluice.picture;

/** Draws a {@link TaskStream}. */
final class TaskStreamDrawing {
    private TaskStreamDrawing() {}

    static Picture of(TaskStream given) {
        Canvas canvas = new Canvas(1040);
        canvas.height(Heading.draw(canvas, given.title(), given.summary()));
        return new Picture(given.title(), given.summary(), canvas);
    }
}
