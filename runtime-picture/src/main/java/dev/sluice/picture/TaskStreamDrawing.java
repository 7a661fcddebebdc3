package dev.sluice.picture;

import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.picture.Canvas.Setting;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;

/**
 * Draws a {@link TaskStream}: the ledger as a bar, then a row for each slot. With more spans than an eye can tell
 * apart, rows of several slots that show shares instead.
 */
final class TaskStreamDrawing {
    private static final double WIDTH = 1080;
    private static final double LABELS = 128;
    private static final double PLOT = WIDTH - LABELS - 2 * Heading.MARGIN;
    private static final double LEDGER = 28;
    private static final int MOST_SPANS = 20_000;
    private static final int MOST_TIPS = 4_000;
    private static final int MOST_LANES = 64;
    private static final int MOST_ROWS = 48;

    private final TaskStream stream;
    private final Canvas canvas = new Canvas(WIDTH);
    private final CauseTimes ledger;
    private final long spans;
    private final Scale time;

    private TaskStreamDrawing(TaskStream stream) {
        this.stream = stream;
        this.ledger = stream.ledger().total() > 0 ? stream.ledger() : sum(stream);
        this.spans =
                stream.lanes().stream().mapToLong(lane -> lane.spans().size()).sum();
        double left = Heading.MARGIN + LABELS;
        this.time = new Scale(0, Math.max(1, stream.endNanos()), false, left, left + PLOT);
    }

    static Picture of(TaskStream stream) {
        TaskStreamDrawing drawing = new TaskStreamDrawing(stream);
        drawing.draw();
        return new Picture(stream.title(), drawing.description(), drawing.canvas);
    }

    private static CauseTimes sum(TaskStream stream) {
        Map<Cause, Long> times = new EnumMap<>(Cause.class);
        for (TaskStream.Lane lane : stream.lanes()) {
            for (TaskStream.Span span : lane.spans()) {
                times.merge(span.cause(), span.toNanos() - span.fromNanos(), Long::sum);
            }
        }
        return CauseTimes.of(times);
    }

    private String description() {
        StringBuilder text = new StringBuilder(stream.summary()).append(' ');
        text.append(stream.lanes().size()).append(" slots over ").append(Figures.seconds(stream.endNanos() / 1e9));
        for (Cause cause : Cause.values()) {
            if (ledger.of(cause) > 0) {
                text.append("; ").append(Style.word(cause)).append(' ').append(Figures.percent(share(cause)));
            }
        }
        return text.append('.').toString();
    }

    private double share(Cause cause) {
        return ledger.total() > 0 ? (double) ledger.of(cause) / ledger.total() : 0;
    }

    private void draw() {
        double top = Heading.draw(canvas, stream.title(), stream.summary());
        double y = legend(bar(top));
        boolean together = spans > MOST_SPANS || stream.lanes().size() > MOST_LANES;
        int lanes = stream.lanes().size();
        int perRow = together ? Math.max(1, (lanes + MOST_ROWS - 1) / MOST_ROWS) : 1;
        int rows = (lanes + perRow - 1) / perRow;
        double high = together ? Math.max(12, Math.min(34, 420.0 / Math.max(1, rows))) : laneHeight(lanes);
        y += 8;
        canvas.height(y + rows * high + 54);
        axis(y, y + rows * high);
        for (int row = 0; row < rows; row++) {
            int from = row * perRow;
            int to = Math.min(lanes, from + perRow);
            name(from, to, y + row * high, high);
            if (together) {
                shares(from, to, y + row * high + 1, high - 2);
            } else {
                lane(stream.lanes().get(from), y + row * high, high);
            }
        }
        if (together) {
            Setting small = new Setting(Type.SMALL).muted();
            String note = String.format(
                    Locale.ROOT,
                    "%,d spans of %,d slots: each row shows, from left to right, the shares of %s",
                    spans,
                    lanes,
                    perRow == 1 ? "one slot's time" : perRow + " slots' time");
            canvas.text(WIDTH - Heading.MARGIN, y + rows * high + 38, note, small.end(), PLOT);
        }
    }

    private static double laneHeight(int lanes) {
        return Math.max(13, Math.min(30, 480.0 / Math.max(1, lanes)));
    }

    // ---- the ledger

    private double bar(double top) {
        double x = Heading.MARGIN;
        double wide = WIDTH - 2 * Heading.MARGIN;
        canvas.rect(x, top, wide, LEDGER, "channel");
        for (Cause cause : Cause.values()) {
            double part = wide * share(cause);
            canvas.rect(x, top, Math.max(0, part - 1), LEDGER, Style.of(cause), item(cause));
            x += part;
        }
        return top + LEDGER;
    }

    private String item(Cause cause) {
        return Style.word(cause) + " " + Figures.percent(share(cause));
    }

    private double legend(double top) {
        Legend legend = new Legend(canvas, Heading.MARGIN, top + 20);
        for (Cause cause : Cause.values()) {
            if (ledger.of(cause) > 0) {
                double high = 11 * tall(cause);
                legend.add(
                        11, item(cause), (x, middle) -> canvas.rect(x, middle - high / 2, 11, high, Style.of(cause)));
            }
        }
        return legend.bottom() + 8;
    }

    // ---- the rows

    private void axis(double top, double bottom) {
        Scale seconds = new Scale(0, time.high() / 1e9, false, time.from(), time.to());
        Plot plot = new Plot(canvas, time.from(), time.to(), seconds, new Scale(0, 1, false, bottom, top));
        plot.ticks(seconds.times(8), Figures::seconds, top - 4, "grid");
        canvas.line(time.from(), bottom, time.to(), bottom, "axis");
        canvas.text(time.from(), bottom + 38, "time since the start", new Setting(Type.SMALL).muted(), 160);
    }

    private void name(int from, int to, double top, double high) {
        String first = stream.lanes().get(from).name();
        Setting small = new Setting(high < 15 ? Type.TINY : Type.SMALL);
        if (to - from == 1) {
            canvas.text(time.from() - 8, top + high / 2 + 4, first, small.end(), LABELS - 8);
        } else {
            String count = " ×" + (to - from);
            double room = LABELS - 8 - PictureText.width(count, small.type());
            String name = PictureText.limit(first + " …", small.type(), room) + count;
            canvas.text(time.from() - 8, top + high / 2 + 4, name, small.end(), LABELS);
        }
    }

    /** How much of a row's height a cause takes: what is wasted stands lower than what is done. */
    private static double tall(Cause cause) {
        return switch (cause) {
            case COMPUTE -> 1;
            case RUNTIME -> 0.82;
            case MASTER, RESULTS_LINK, INPUTS_LINK, SETUP -> 0.62;
            case STARTING -> 0.4;
            case NO_WORK, PARKED -> 0.2;
        };
    }

    private void lane(TaskStream.Lane lane, double top, double high) {
        double inner = high - Math.min(4, high * 0.25);
        double middle = top + high / 2;
        Map<Cause, Path> paths = new EnumMap<>(Cause.class);
        for (TaskStream.Span span : lane.spans()) {
            double left = time.at(span.fromNanos());
            double wide = time.at(span.toNanos()) - left;
            double tall = inner * tall(span.cause());
            double gap = wide > 3 ? 0.6 : 0;
            if (spans <= MOST_TIPS) {
                String tip = span.label().isEmpty() ? Style.word(span.cause()) : span.label();
                canvas.rect(
                        left,
                        middle - tall / 2,
                        Math.max(0.2, wide - gap),
                        tall,
                        Style.of(span.cause()),
                        tip + ": " + Figures.seconds((span.toNanos() - span.fromNanos()) / 1e9));
            } else {
                paths.computeIfAbsent(span.cause(), unused -> new Path())
                        .move(left, middle - tall / 2)
                        .across(left + Math.max(0.2, wide - gap))
                        .down(middle + tall / 2)
                        .across(left)
                        .close();
            }
        }
        paths.forEach((cause, path) -> canvas.path(path, Style.of(cause)));
    }

    /** The shares of several slots in each stretch of time, one upon the other. */
    private void shares(int from, int to, double top, double high) {
        Shares shares = new Shares(time.high());
        stream.lanes().subList(from, to).forEach(lane -> lane.spans().forEach(shares::add));
        double[] below = new double[Shares.COLUMNS];
        double full = time.high() / Shares.COLUMNS * (to - from);
        double step = PLOT / Shares.COLUMNS;
        for (Cause cause : Cause.values()) {
            Path path = new Path();
            for (int column = 0; column < Shares.COLUMNS; ) {
                int first = column;
                double part = round(shares.of(cause, first) / full);
                double base = below[first];
                while (column < Shares.COLUMNS
                        && below[column] == base
                        && round(shares.of(cause, column) / full) == part) {
                    below[column] = Math.min(1, base + part);
                    column++;
                }
                if (part > 0) {
                    double bottom = top + high * (1 - base);
                    path.move(time.from() + first * step, bottom)
                            .across(time.from() + column * step)
                            .down(top + high * (1 - Math.min(1, base + part)))
                            .across(time.from() + first * step)
                            .close();
                }
            }
            if (!path.isEmpty()) {
                canvas.path(path, Style.of(cause) + " crisp");
            }
        }
    }

    /** To what a row can show. */
    private static double round(double share) {
        return Math.rint(share * 40) / 40;
    }
}
