package dev.sluice.picture;

import dev.sluice.picture.Canvas.Setting;

/** Symbols and their meanings in lines from left to right. Confined to one thread. */
public final class Legend {
    /** Draws a symbol from this x on, around this height. */
    public interface Symbol {
        void draw(double x, double middle);
    }

    private static final double LINE = 19;

    private final Canvas canvas;
    private final double left;
    private double x;
    private double y;

    public Legend(Canvas canvas, double left, double y) {
        this.canvas = canvas;
        this.left = left;
        this.x = left;
        this.y = y;
    }

    /** Adds a symbol of this width, on the next line where it does not fit. */
    public void add(double wide, String text, Symbol symbol) {
        double need = wide + 6 + PictureText.width(text, Type.SMALL);
        if (x > left && x + need > canvas.width() - Heading.MARGIN) {
            x = left;
            y += LINE;
        }
        symbol.draw(x, y - 4);
        canvas.text(x + wide + 6, y, text, new Setting(Type.SMALL), canvas.width() - x - wide - 10);
        x += need + 20;
    }

    /** The baseline of the last line. */
    public double bottom() {
        return y;
    }
}
