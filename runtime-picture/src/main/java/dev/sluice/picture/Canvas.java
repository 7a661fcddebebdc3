package dev.sluice.picture;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Writes SVG. What it is given as text is escaped, cut to its room and remembered with its box, so that no label leaves
 * the picture or covers another. Confined to one thread.
 */
final class Canvas {
    /** Stands for the picture's key in ids; no text can contain it, because XML cannot. */
    private static final char KEY = '\u0001';

    /** Where text lies: for the baseline, up by the type's height, down by what hangs below the line. */
    record Box(double left, double top, double right, double bottom) {
        boolean meets(Box other) {
            return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
        }
    }

    /** Which end of the text is at its x. */
    enum Anchor {
        START(""),
        MIDDLE(" m"),
        END(" e");

        private final String style;

        Anchor(String style) {
            this.style = style;
        }
    }

    /** How text is set: size, colour, side. */
    record Setting(Type type, String style, Anchor anchor) {
        Setting(Type type) {
            this(type, "ink", Anchor.START);
        }

        Setting muted() {
            return new Setting(type, "muted", anchor);
        }

        Setting style(String other) {
            return new Setting(type, other, anchor);
        }

        Setting middle() {
            return new Setting(type, style, Anchor.MIDDLE);
        }

        Setting end() {
            return new Setting(type, style, Anchor.END);
        }
    }

    private static final double ASCENT = 0.80;
    private static final double DESCENT = 0.22;

    private final double width;
    private double height;
    private final StringBuilder body = new StringBuilder();
    private final StringBuilder definitions = new StringBuilder();
    private final List<Box> labels = new ArrayList<>();
    private final List<Box> marks = new ArrayList<>();

    Canvas(double width) {
        this.width = width;
    }

    double width() {
        return width;
    }

    double height() {
        return height;
    }

    void height(double pixels) {
        height = pixels;
    }

    /** The boxes of all text. */
    List<Box> labels() {
        return Collections.unmodifiableList(labels);
    }

    /** A rectangle; one without area is left out. */
    void rect(double left, double top, double wide, double high, String style) {
        rect(left, top, wide, high, style, "");
    }

    /** A rectangle that says something when pointed at. */
    void rect(double left, double top, double wide, double high, String style, String tip) {
        rect(left, top, wide, high, 0, style, tip);
    }

    /** A rectangle with round corners. */
    void round(double left, double top, double wide, double high, String style) {
        rect(left, top, wide, high, Math.min(6, Math.min(wide, high) / 2), style, "");
    }

    private void rect(double left, double top, double wide, double high, double radius, String style, String tip) {
        if (wide <= 0 || high <= 0) {
            return;
        }
        body.append("<rect class=\"").append(style).append('"');
        attribute("x", left);
        attribute("y", top);
        attribute("width", wide);
        attribute("height", high);
        if (radius > 0) {
            attribute("rx", radius);
        }
        close("rect", tip);
    }

    /** A line. */
    void line(double fromX, double fromY, double toX, double toY, String style) {
        body.append("<line class=\"line ").append(style).append('"');
        attribute("x1", fromX);
        attribute("y1", fromY);
        attribute("x2", toX);
        attribute("y2", toY);
        close("line", "");
    }

    /** A circle. */
    void circle(double x, double y, double radius, String style) {
        body.append("<circle class=\"").append(style).append('"');
        attribute("cx", x);
        attribute("cy", y);
        attribute("r", radius);
        close("circle", "");
    }

    /** A path. */
    void path(Path path, String style) {
        path(path, style, "");
    }

    /** A path that says something when pointed at. */
    void path(Path path, String style, String tip) {
        body.append("<path class=\"")
                .append(style)
                .append("\" d=\"")
                .append(path.data())
                .append('"');
        close("path", tip);
    }

    /** A stroke along a path. */
    void stroke(Path path, double thickness, String style) {
        body.append("<path class=\"none ").append(style).append('"');
        attribute("stroke-width", thickness);
        body.append(" d=\"").append(path.data()).append('"');
        close("path", "");
    }

    /** Fills an area with stripes, over what is there. */
    void stripes(double left, double top, double wide, double high) {
        if (definitions.isEmpty()) {
            definitions
                    .append("<pattern id=\"")
                    .append(KEY)
                    .append("-stripes\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\" ")
                    .append(
                            "patternTransform=\"rotate(45)\"><line class=\"leader\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"7\" ")
                    .append("stroke-width=\"1\" stroke-opacity=\".35\"/></pattern>");
        }
        if (wide > 0 && high > 0) {
            body.append("<rect fill=\"url(#").append(KEY).append("-stripes)\"");
            attribute("x", left);
            attribute("y", top);
            attribute("width", wide);
            attribute("height", high);
            close("rect", "");
        }
    }

    /** Text on one line, cut to {@code most} [px]; what was cut is said when pointed at. Returns its width. */
    double text(double x, double y, String text, Setting setting, double most) {
        String shown = PictureText.limit(text, setting.type(), most);
        if (shown.isEmpty()) {
            return 0;
        }
        Box box = box(x, y, shown, setting);
        labels.add(box);
        body.append("<text class=\"").append(setting.type().style());
        body.append(' ').append(setting.style()).append(setting.anchor().style).append('"');
        attribute("x", x);
        attribute("y", y);
        body.append('>').append(PictureText.escape(shown));
        if (!shown.equals(PictureText.line(text))) {
            body.append("<title>")
                    .append(PictureText.escape(PictureText.line(text)))
                    .append("</title>");
        }
        body.append("</text>\n");
        return box.right - box.left;
    }

    /** Text where it fits whole and covers no other; false when it does not. */
    boolean textIfFree(double x, double y, String text, Setting setting) {
        Box box = box(x, y, PictureText.line(text), setting);
        if (!free(box)) {
            return false;
        }
        text(x, y, text, setting, Double.MAX_VALUE);
        return true;
    }

    /** Whether this box lies in the picture and covers neither text nor a mark. */
    boolean free(Box box) {
        boolean inside = box.left >= 0 && box.right <= width && box.top >= 0 && (height == 0 || box.bottom <= height);
        return inside && labels.stream().noneMatch(box::meets) && marks.stream().noneMatch(box::meets);
    }

    /** Text that can lie elsewhere keeps clear of this. */
    void mark(Box box) {
        marks.add(box);
    }

    static Box box(double x, double y, String text, Setting setting) {
        double wide = PictureText.width(text, setting.type());
        double left = switch (setting.anchor()) {
            case START -> x;
            case MIDDLE -> x - wide / 2;
            case END -> x - wide;
        };
        double size = setting.type().size();
        return new Box(left, y - ASCENT * size, left + wide, y + DESCENT * size);
    }

    private void attribute(String name, double value) {
        body.append(' ')
                .append(name)
                .append("=\"")
                .append(Figures.coordinate(value))
                .append('"');
    }

    private void close(String element, String tip) {
        if (tip.isEmpty()) {
            body.append("/>\n");
        } else {
            body.append("><title>")
                    .append(PictureText.escape(PictureText.line(tip)))
                    .append("</title></");
            body.append(element).append(">\n");
        }
    }

    /** The whole, with this key before its ids and this style sheet in it. */
    String element(String title, String description, String key, String sheet) {
        StringBuilder svg = new StringBuilder(body.length() + sheet.length() + 1000);
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"pic\" role=\"img\" aria-labelledby=\"")
                .append(KEY)
                .append("-title ")
                .append(KEY)
                .append("-desc\" width=\"")
                .append(Figures.coordinate(width))
                .append("\" height=\"")
                .append(Figures.coordinate(height))
                .append("\" viewBox=\"0 0 ")
                .append(Figures.coordinate(width))
                .append(' ')
                .append(Figures.coordinate(height))
                .append("\">\n<title id=\"")
                .append(KEY)
                .append("-title\">")
                .append(PictureText.escape(title))
                .append("</title>\n<desc id=\"")
                .append(KEY)
                .append("-desc\">")
                .append(PictureText.escape(description))
                .append("</desc>\n");
        if (!sheet.isEmpty()) {
            svg.append("<style>\n").append(sheet).append("</style>\n");
        }
        if (!definitions.isEmpty()) {
            svg.append("<defs>").append(definitions).append("</defs>\n");
        }
        svg.append("<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n")
                .append(body)
                .append("</svg>\n");
        return svg.toString().replace(String.valueOf(KEY), key);
    }
}
