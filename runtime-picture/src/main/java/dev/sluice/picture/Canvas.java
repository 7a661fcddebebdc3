package dev.sluice.picture;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Writes SVG. What it is given as text is escaped, cut to its room and remembered with its box, so that no label leaves
 * the picture or covers another. Confined to one thread.
 */
public final class Canvas {
    /** Stands for the picture's key in ids; no text can contain it, because XML cannot. */
    private static final char KEY = '\u0001';

    /** The area of a text: from the baseline up by the type's height, and down to the lowest letters. */
    public record Box(double left, double top, double right, double bottom) {
        public boolean meets(Box other) {
            return left < other.right && other.left < right && top < other.bottom && other.top < bottom;
        }
    }

    /** Which end of the text is at its x. */
    public enum Anchor {
        START(""),
        MIDDLE(" m"),
        END(" e");

        private final String style;

        Anchor(String style) {
            this.style = style;
        }
    }

    /** How text is set: size, colour, side. */
    public record Setting(Type type, String style, Anchor anchor) {
        public Setting(Type type) {
            this(type, "ink", Anchor.START);
        }

        public Setting muted() {
            return new Setting(type, "muted", anchor);
        }

        public Setting style(String other) {
            return new Setting(type, other, anchor);
        }

        public Setting middle() {
            return new Setting(type, style, Anchor.MIDDLE);
        }

        public Setting end() {
            return new Setting(type, style, Anchor.END);
        }
    }

    private static final double ASCENT = 0.80;
    private static final double DESCENT = 0.22;

    private final double width;
    private double height;
    private final StringBuilder body = new StringBuilder();
    private String definitions = "";
    private final List<Box> labels = new ArrayList<>();
    private final List<Box> marks = new ArrayList<>();

    public Canvas(double width) {
        this.width = width;
    }

    public double width() {
        return width;
    }

    public double height() {
        return height;
    }

    public void height(double pixels) {
        height = pixels;
    }

    /** The boxes of all text. */
    List<Box> labels() {
        return Collections.unmodifiableList(labels);
    }

    /** A rectangle; one without area is left out. */
    public void rect(double left, double top, double wide, double high, String style) {
        rect(left, top, wide, high, style, "");
    }

    /** A rectangle that says something when pointed at. */
    public void rect(double left, double top, double wide, double high, String style, String tip) {
        if (wide > 0 && high > 0) {
            shape("rect", style, tip, "x", left, "y", top, "width", wide, "height", high);
        }
    }

    /** A rectangle with round corners. */
    void round(double left, double top, double wide, double high, String style) {
        double radius = Math.min(6, Math.min(wide, high) / 2);
        shape("rect", style, "", "x", left, "y", top, "width", wide, "height", high, "rx", radius);
    }

    /** A line. */
    public void line(double fromX, double fromY, double toX, double toY, String style) {
        shape("line", "line " + style, "", "x1", fromX, "y1", fromY, "x2", toX, "y2", toY);
    }

    /** A circle. */
    public void circle(double x, double y, double radius, String style) {
        shape("circle", style, "", "cx", x, "cy", y, "r", radius);
    }

    /** A path. */
    public void path(Path path, String style) {
        shape("path", style, "", "d", path.data());
    }

    /** A stroke along a path. */
    void stroke(Path path, double thickness, String style) {
        shape("path", "none " + style, "", "stroke-width", thickness, "d", path.data());
    }

    /** Fills an area with stripes, over what is there. */
    void stripes(double left, double top, double wide, double high) {
        definitions = """
                <pattern id="%s-stripes" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
                <line class="leader" x1="0" y1="0" x2="0" y2="7" stroke-width="1" stroke-opacity=".35"/></pattern>\
                """.formatted(KEY);
        if (wide > 0 && high > 0) {
            String fill = "url(#" + KEY + "-stripes)";
            shape("rect", "stripes", "", "fill", fill, "x", left, "y", top, "width", wide, "height", high);
        }
    }

    /** @param attributes names and values in turn; numbers are coordinates */
    private void shape(String element, String style, String tip, Object... attributes) {
        body.append('<').append(element);
        attribute("class", style);
        for (int i = 0; i < attributes.length; i += 2) {
            attribute(attributes[i], attributes[i + 1]);
        }
        if (tip.isEmpty()) {
            body.append("/>\n");
        } else {
            body.append("><title>")
                    .append(PictureText.escape(PictureText.line(tip)))
                    .append("</title></");
            body.append(element).append(">\n");
        }
    }

    private void attribute(Object name, Object value) {
        body.append(' ').append(name).append("=\"");
        body.append(value instanceof Double number ? Figures.coordinate(number) : value)
                .append('"');
    }

    /** Text on one line, cut to {@code most} [px]; what was cut is said when pointed at. Returns its width. */
    public double text(double x, double y, String text, Setting setting, double most) {
        String shown = PictureText.limit(text, setting.type(), most);
        if (shown.isEmpty()) {
            return 0;
        }
        Box box = box(x, y, shown, setting);
        labels.add(box);
        body.append("<text");
        attribute("class", setting.type().style() + ' ' + setting.style() + setting.anchor().style);
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

    /** Returns whether this box lies in the picture and covers neither text nor a mark. */
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

    /** The whole, with this key before its ids and this style sheet in it. */
    String element(String title, String description, String key, String sheet) {
        String style = sheet.isEmpty() ? "" : "<style>\n" + sheet + "</style>\n";
        String patterns = definitions.isEmpty() ? "" : "<defs>" + definitions + "</defs>\n";
        String head = """
                <svg xmlns="http://www.w3.org/2000/svg" class="pic" role="img" aria-labelledby="%1$s-title %1$s-desc" \
                width="%2$s" height="%3$s" viewBox="0 0 %2$s %3$s">
                <title id="%1$s-title">%4$s</title>
                <desc id="%1$s-desc">%5$s</desc>
                """.formatted(
                        KEY,
                        Figures.coordinate(width),
                        Figures.coordinate(height),
                        PictureText.escape(title),
                        PictureText.escape(description));
        String paper = "<rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n";
        return (head + style + patterns + paper + body + "</svg>\n").replace(String.valueOf(KEY), key);
    }
}
