package dev.sluice.picture;

import dev.sluice.picture.Canvas.Setting;

/** The column of hosts of a {@link FlowTree}: name, what it could compute and how much of that it is given. */
final class HostRows {
    private static final double NAME = 146;
    private static final double COUNT = 54;
    private static final double BAR = 104;
    private static final double HALF = 5;
    private static final double FIGURES = 156;

    private final Canvas canvas;
    private final double x;
    private double fastest;

    HostRows(Canvas canvas, FlowTree tree, double x) {
        this.canvas = canvas;
        this.x = x;
        for (FlowTree.Host host : tree.hosts()) {
            if (Double.isFinite(host.mostUnitsPerSecond())) {
                fastest = Math.max(fastest, host.mostUnitsPerSecond());
            }
        }
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
            canvas.text(x, line, row.name(), name.muted(), NAME + COUNT + BAR);
        } else {
            canvas.text(x, line, row.name(), name, NAME - 8);
            canvas.text(x + NAME, line, count(row), small.muted(), COUNT - 6);
            bar(row, y);
        }
        canvas.text(x + NAME + COUNT + BAR + 8, line, figures(row), row.rate() > 0 ? small : small.muted(), FIGURES);
    }

    private void bar(FlowOutline.Row row, double y) {
        double left = x + NAME + COUNT;
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
        int slots = row.host().slots();
        return slots == 1 ? "1 slot" : slots + " slots";
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
        return "bar: what a host could compute; filled: what it is given; a stroke across it: what its own port lets through";
    }
}
