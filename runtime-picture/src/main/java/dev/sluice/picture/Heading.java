package dev.sluice.picture;

import dev.sluice.picture.Canvas.Setting;

/** Title and summary, at the top of each picture. */
public final class Heading {
    /** Room at the sides [px]. */
    public static final double MARGIN = 28;

    private static final double TITLE_LINE = 38;
    private static final double LINE = 19;
    private static final int MOST_LINES = 3;

    private Heading() {}

    /** Draws both; returns where the picture below may begin [px]. */
    public static double draw(Canvas canvas, String title, String summary) {
        double most = canvas.width() - 2 * MARGIN;
        canvas.text(MARGIN, TITLE_LINE, title, new Setting(Type.TITLE), most);
        double y = TITLE_LINE + 6;
        for (String line : PictureText.wrap(summary, Type.SUMMARY, most, MOST_LINES)) {
            y += LINE;
            canvas.text(MARGIN, y, line, new Setting(Type.SUMMARY).muted(), most);
        }
        return y + 18;
    }
}
