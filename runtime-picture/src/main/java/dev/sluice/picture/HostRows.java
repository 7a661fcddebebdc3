package dev.sluice.picture;

import dev.sluice.model.Plural;
import dev.sluice.picture.Canvas.Setting;

/** The column of hosts of a {@link FlowTree}: name, what it could compute and how much of that it is given. */
final class HostRows {
    private static final double LEAST_NAME = 60;
    private static final double MOST_NAME = 150;
    private static final double COUNT = 54;
    private static final double BAR = 104;
    private static final double HALF = 5;
    private static final double FIGURES = 160;

    /** Width of a row without its name [px]. */
    static final double BESIDE_NAMES = COUNT + BAR + 8 + FIGURES;

    private final Canvas canvas;
    private final double x;
    private final double names;
    private double fastest;

    HostRows(Canvas canvas, FlowTree tree, double x, double names) {
        this.canvas = canvas;
        this.x = x;
        this.names = names;
        for (FlowTree.Host host : tree.hosts()) {
            if (Double.isFinite(host.mostUnitsPerSecond())) {
                fastest = Math.max(fastest, host.mostUnitsPerSecond());
            }
        }
    }

    /** How much room the names of hosts behind a branch need, within limits [px]. */
    static double names(FlowOutline.Branch branch) {
        double most = LEAST_NAME;
        for (FlowOutline.Row row : branch.rows) {
            most = Math.max(most, row.differ() ? 0 : PictureText.width(PictureText.line(row.name()), Type.STRONG) + 14);
        }
        for (FlowOutline.Branch each : branch.branches) {
            most = Math.max(most, names(each));
        }
        return Math.min(MOST_NAME, most);
    }

    /** How thick the line from a row is [px]. */
    double stream(FlowOutline.Row row) {
        double rate = row.differ() ? row.rate() / Math.max(1, row.count()) : row.rate();
        return rate > 0 && fastest > 0 ? 1 + 4 * Math.min(1, rate / fastest) : 1;
    }

    void draw(FlowOutline.Row row, double y) {
        double line = y + 4;
        Setting name = new Setting(row.binding() ? Type.STRONG : Type.LABEL);
        Setting small = new Setting(Type.SMALL);
        if (row.binding()) {
            name = name.style("alert-ink");
        } else if (row.rate() <= 0) {
            name = name.muted();
        }
        if (row.differ()) {
            canvas.text(x, line, row.name(), name.muted(), names + COUNT + BAR);
        } else {
            canvas.text(x, line, row.name(), name, names - 8);
            canvas.text(x + names, line, count(row), small.muted(), COUNT - 6);
            bar(row, y);
        }
        canvas.text(x + names + COUNT + BAR + 8, line, figures(row), row.rate() > 0 ? small : small.muted(), FIGURES);
    }

    private void bar(FlowOutline.Row row, double y) {
        double left = x + names + COUNT;
        double most = Double.isFinite(row.most()) && fastest > 0 ? Math.max(4, BAR * row.most() / fastest) : BAR;
        String tip = row.name() + ": " + figures(row);
        canvas.rect(left, y - HALF, most, 2 * HALF, "channel", tip);
        canvas.rect(left, y - HALF, most * share(row), 2 * HALF, row.binding() ? "alert" : "water");
        double port = row.host().portUnitsPerSecond();
        if (port < row.most() && fastest > 0) {
            double at = left + BAR * Math.min(1, port / fastest);
            canvas.line(at, y - HALF - 3, at, y + HALF + 3, "leader bold");
        }
    }

    private static double share(FlowOutline.Row row) {
        return row.most() > 0 && Double.isFinite(row.most()) ? Math.min(1, row.rate() / row.most()) : 0;
    }

    private static String count(FlowOutline.Row row) {
        if (row.count() > 1) {
            return "×" + row.count();
        }
        return Plural.of(row.host().slots(), "slot");
    }

    private static String figures(FlowOutline.Row row) {
        if (row.rate() <= 0) {
            return "not used";
        }
        String each = row.count() > 1 && !row.differ() ? "each " : row.differ() ? "together " : "";
        String of = Double.isFinite(row.most())
                ? " of " + Figures.rate(row.most()) + " · " + Figures.percent(share(row))
                : "";
        return each + Figures.rate(row.rate()) + of;
    }

    String legend() {
        return "bar: what a host could compute; filled: what it is given; a stroke across it: what its own port lets"
                + " through";
    }
}
