package dev.sluice.picture;

import dev.sluice.picture.Canvas.Setting;
import java.util.List;
import java.util.function.DoubleFunction;

/** The axes that charts share: two scales between which values are drawn, with round numbers beside and below. */
public final class Plot {
    private static final Setting SMALL = new Setting(Type.SMALL).muted();

    private final Canvas canvas;
    private final double left;
    private final double right;
    private final Scale x;
    private final Scale y;

    /**
     * @param left where lines across the plot begin [px]
     * @param right where they end [px]
     * @param y from the bottom to the top
     */
    public Plot(Canvas canvas, double left, double right, Scale x, Scale y) {
        this.canvas = canvas;
        this.left = left;
        this.right = right;
        this.x = x;
        this.y = y;
    }

    /** Draws a line across the plot at each value, with the value to its left. */
    public void levels(List<Double> values, DoubleFunction<String> label, String style) {
        for (double value : values) {
            double at = y.at(value);
            canvas.line(left, at, right, at, value == 0 ? "axis" : style);
            canvas.text(left - 8, at + 4, label.apply(value), SMALL.end(), left - 12);
        }
    }

    /** Draws a line down from {@code top} at each value, with the value below it where there is room. */
    public void ticks(List<Double> values, DoubleFunction<String> label, double top, String style) {
        double free = 0;
        for (double value : values) {
            double at = x.at(value);
            String text = label.apply(value);
            double half = PictureText.width(text, Type.SMALL) / 2;
            canvas.line(at, top, at, y.from() + 5, style);
            if (at - half > free && at + half < canvas.width() - 4) {
                canvas.text(at, y.from() + 19, text, SMALL.middle(), 120);
                free = at + half + 8;
            }
        }
    }

    /** Names the axes, each with its unit. */
    public void titles(String horizontal, String vertical) {
        canvas.text((left + right) / 2, y.from() + 38, horizontal, SMALL.middle(), 300);
        canvas.text(left - 8, y.to() - 16, vertical, SMALL.end(), left - 12);
    }

    /** Draws a line through points, each an x and a y. */
    void line(List<double[]> points, String style) {
        Path path = new Path();
        points.forEach(point -> path.to(x.at(point[0]), y.at(point[1])));
        if (points.size() > 1) {
            canvas.path(path, style);
        }
    }

    /** Fills the area between two lines; each point is an x, a lower and an upper end. */
    void band(List<double[]> points, String style) {
        Path path = new Path();
        points.forEach(point -> path.to(x.at(point[0]), y.at(point[2])));
        for (int i = points.size() - 1; i >= 0; i--) {
            path.line(x.at(points.get(i)[0]), y.at(points.get(i)[1]));
        }
        if (points.size() > 1) {
            canvas.path(path.close(), style);
        }
    }
}
