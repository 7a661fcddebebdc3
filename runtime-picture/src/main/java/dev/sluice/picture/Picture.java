package dev.sluice.picture;

import java.util.List;

/**
 * A picture, drawn. Its text is well-formed XML whatever its names contained, and shows nothing that is not a number.
 * Immutable; any thread.
 */
public final class Picture {
    private final String title;
    private final String description;
    private final Canvas canvas;

    public Picture(String title, String description, Canvas canvas) {
        this.title = title;
        this.description = description;
        this.canvas = canvas;
    }

    /** A few words about the content. */
    public String title() {
        return title;
    }

    public double width() {
        return canvas.width();
    }

    public double height() {
        return canvas.height();
    }

    /** The areas of all text. */
    public List<Canvas.Box> labels() {
        return canvas.labels();
    }

    /** A file of its own: SVG with its style in it. */
    public String svg() {
        return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + canvas.element(title, description, "p", Style.SHEET);
    }

    /** The element for a page with {@link Style#SHEET}; {@code key} tells its ids from those of other pictures. */
    String inline(String key) {
        return canvas.element(title, description, key, "");
    }
}
