package dev.sluice.picture;

import dev.sluice.model.Plural;
import dev.sluice.picture.Canvas.Setting;
import java.util.Arrays;

/**
 * Draws a {@link FlowTree}: the master on the left, links as channels to its right in the order in which results cross
 * them, hosts at the ends. A channel is as high as its link is wide, and filled as far as it is used.
 */
final class FlowTreeDrawing {
    private static final double MASTER_WIDTH = 172;
    private static final double MASTER_HEIGHT = 112;
    private static final double CHANNEL_WIDTH = 158;
    private static final double GAP = 46;
    private static final double ROW = 26;
    private static final double BRANCH = 104;
    private static final double BETWEEN = 8;
    private static final double TO_HOSTS = 14;
    private static final double SMALLEST = 8;
    private static final double LARGEST = 30;
    private static final double LEGEND = 62;
    private static final double LINEAR_UP_TO = 6;

    private final FlowTree tree;
    private final FlowOutline.Branch root;
    private final Canvas canvas;
    private final double hostsX;
    private final HostRows hosts;
    /** Height of the middle of each shown link [px]. */
    private final double[] middles;

    /** Column of each link; -1 where it is not shown. */
    private final int[] columns;

    private double narrowest = Double.POSITIVE_INFINITY;
    private double widest;

    private FlowTreeDrawing(FlowTree tree) {
        this.tree = tree;
        this.root = FlowOutline.of(tree);
        this.middles = new double[tree.links().size()];
        this.columns = new int[tree.links().size()];
        Arrays.fill(columns, -1);
        hostsX = left(root.levels()) + TO_HOSTS;
        double names = HostRows.names(root);
        this.canvas = new Canvas(hostsX + names + HostRows.BESIDE_NAMES + Heading.MARGIN);
        this.hosts = new HostRows(canvas, tree, hostsX, names);
        for (FlowTree.Link link : tree.links()) {
            double capacity = link.capacityUnitsPerSecond();
            if (Double.isFinite(capacity) && capacity > 0) {
                narrowest = Math.min(narrowest, capacity);
                widest = Math.max(widest, capacity);
            }
        }
    }

    static Picture of(FlowTree tree) {
        FlowTreeDrawing drawing = new FlowTreeDrawing(tree);
        drawing.draw();
        return new Picture(tree.title(), drawing.description(), drawing.canvas);
    }

    private String description() {
        StringBuilder text = new StringBuilder(tree.summary()).append(" Master ");
        text.append(tree.hosts().get(tree.master()).name()).append(", ");
        text.append(Figures.rate(tree.rateUnitsPerSecond())).append(" in all.");
        tree.links().stream()
                .filter(FlowTree.Link::binding)
                .limit(5)
                .forEach(link -> text.append(" Link ").append(link.name()).append(" binds."));
        if (tree.hosts().get(tree.master()).binding()) {
            text.append(" The master binds.");
        }
        return text.toString();
    }

    private void draw() {
        double top = Heading.draw(canvas, tree.title(), tree.summary());
        double high = Math.max(height(root), MASTER_HEIGHT);
        canvas.height(top + high + LEGEND + 12);
        place(root, top + (high - height(root)) / 2);
        otherWays();
        double middle = middles[root.link];
        canvas.stroke(
                new Path().move(Heading.MARGIN + MASTER_WIDTH, middle).across(left(0)),
                Math.max(2, depth(tree.links().get(root.link))),
                stream(tree.links().get(root.link)));
        streams(root);
        channels(root);
        master(middle);
        legend(top + high + 16);
    }

    private static double left(int column) {
        return Heading.MARGIN + MASTER_WIDTH + GAP + column * (CHANNEL_WIDTH + GAP);
    }

    // ---- where things lie

    private static double height(FlowOutline.Branch branch) {
        return Math.max(BRANCH, inner(branch));
    }

    private static double inner(FlowOutline.Branch branch) {
        double sum = branch.rows.size() * ROW;
        for (FlowOutline.Branch each : branch.branches) {
            sum += BETWEEN + height(each);
        }
        return sum;
    }

    private void place(FlowOutline.Branch branch, double top) {
        middles[branch.link] = top + height(branch) / 2;
        columns[branch.link] = branch.depth;
        double y = inside(branch, top);
        for (FlowOutline.Branch each : branch.branches) {
            place(each, y + BETWEEN);
            y += BETWEEN + height(each);
        }
    }

    /** Below its rows. */
    private static double inside(FlowOutline.Branch branch, double top) {
        return top + (height(branch) - inner(branch)) / 2 + branch.rows.size() * ROW;
    }

    private double middle(FlowOutline.Branch branch) {
        return middles[branch.link];
    }

    // ---- what flows

    /** How high a channel is [px]. */
    private double thickness(FlowTree.Link link) {
        double capacity = link.capacityUnitsPerSecond();
        if (!Double.isFinite(capacity)) {
            return LARGEST;
        }
        if (capacity <= 0) {
            return 2;
        }
        double share = logarithmic()
                ? Math.log(capacity / narrowest) / Math.log(widest / narrowest)
                : (capacity / widest - SMALLEST / LARGEST) / (1 - SMALLEST / LARGEST);
        return SMALLEST + (LARGEST - SMALLEST) * Math.max(0, Math.min(1, share));
    }

    private boolean logarithmic() {
        return widest > LINEAR_UP_TO * narrowest;
    }

    private static double share(FlowTree.Link link) {
        double capacity = link.capacityUnitsPerSecond();
        return capacity > 0 && Double.isFinite(capacity) ? Math.min(1, link.usedUnitsPerSecond() / capacity) : 0;
    }

    /** How deep the water stands in its channel [px]. */
    private double depth(FlowTree.Link link) {
        if (link.usedUnitsPerSecond() <= 0) {
            return 0;
        }
        return Double.isFinite(link.capacityUnitsPerSecond())
                ? Math.max(1.5, thickness(link) * share(link))
                : Math.max(1.5, 0.12 * LARGEST);
    }

    private static String stream(FlowTree.Link link) {
        return link.binding() ? "alert-stream" : link.usedUnitsPerSecond() > 0 ? "stream" : "frame";
    }

    private void streams(FlowOutline.Branch branch) {
        double from = left(branch.depth) + CHANNEL_WIDTH;
        double y = middle(branch);
        for (FlowOutline.Branch each : branch.branches) {
            FlowTree.Link link = tree.links().get(each.link);
            canvas.stroke(
                    new Path().move(from, y).bend(from, y, left(each.depth), middle(each)),
                    Math.max(1, depth(link)),
                    stream(link));
            streams(each);
        }
        double row = middle(branch) - height(branch) / 2 + (height(branch) - inner(branch)) / 2 + ROW / 2;
        for (FlowOutline.Row each : branch.rows) {
            Path path = new Path().move(from, y).bend(from, y, from + GAP, row).across(hostsX - 8);
            canvas.stroke(path, hosts.stream(each), each.rate() > 0 ? "stream" : "frame");
            hosts.draw(each, row);
            row += ROW;
        }
    }

    /** Links that hang on several: the ways that the tree leaves out. */
    private void otherWays() {
        for (int link = 0; link < columns.length; link++) {
            for (int parent : tree.links().get(link).parents()) {
                if (columns[link] >= 0 && columns[parent] >= 0 && Math.abs(columns[link] - columns[parent]) != 1) {
                    double fromX = left(columns[link]) + CHANNEL_WIDTH / 2;
                    double toX = left(columns[parent]) + CHANNEL_WIDTH / 2;
                    Path way = new Path().move(fromX, middles[link]);
                    canvas.path(way.bend(fromX, middles[link], toX, middles[parent]), "line dash leader");
                }
            }
        }
    }

    // ---- channels

    private void channels(FlowOutline.Branch branch) {
        channel(branch);
        branch.branches.forEach(this::channels);
    }

    private void channel(FlowOutline.Branch branch) {
        FlowTree.Link link = tree.links().get(branch.link);
        double x = left(branch.depth);
        double y = middle(branch);
        double thick = thickness(link);
        boolean limited = Double.isFinite(link.capacityUnitsPerSecond());
        double water = depth(link);
        canvas.rect(x, y - thick / 2, CHANNEL_WIDTH, thick, "channel", tip(link));
        canvas.rect(x, y + thick / 2 - water, CHANNEL_WIDTH, water, link.binding() ? "alert" : "water");
        String bank = link.binding() ? "alert-line thick" : limited ? "axis" : "frame dash";
        canvas.line(x, y - thick / 2, x + CHANNEL_WIDTH, y - thick / 2, bank);
        canvas.line(x, y + thick / 2, x + CHANNEL_WIDTH, y + thick / 2, bank);
        double room = CHANNEL_WIDTH;
        Setting strong = new Setting(Type.STRONG);
        if (link.binding()) {
            strong = strong.style("alert-ink");
            room -= 6 + canvas.text(x + CHANNEL_WIDTH, y - thick / 2 - 8, "▲ binds", strong.end(), room);
        }
        if (branch.count > 1) {
            room -= 6 + canvas.text(x + room, y - thick / 2 - 8, "×" + branch.count, strong.end(), room);
        }
        canvas.text(x, y - thick / 2 - 8, branch.name, strong, room);
        Setting small = new Setting(Type.SMALL);
        canvas.text(x, y + thick / 2 + 15, use(link), small, CHANNEL_WIDTH + GAP - 10);
        canvas.text(x, y + thick / 2 + 29, terms(link), small.muted(), CHANNEL_WIDTH + GAP - 10);
    }

    private static String use(FlowTree.Link link) {
        String used = Figures.rate(link.usedUnitsPerSecond());
        return Double.isFinite(link.capacityUnitsPerSecond())
                ? used + " of " + Figures.rate(link.capacityUnitsPerSecond()) + " · " + Figures.percent(share(link))
                : used + " · does not limit";
    }

    private static String terms(FlowTree.Link link) {
        String latency = link.latencyNanos() > 0 ? Figures.seconds(link.latencyNanos() / 1e9) + " one way" : "";
        return link.capacity() + (link.capacity().isEmpty() || latency.isEmpty() ? "" : " · ") + latency;
    }

    private static String tip(FlowTree.Link link) {
        return link.name() + ": " + use(link) + (terms(link).isEmpty() ? "" : "; " + terms(link));
    }

    // ---- the master and the legend

    private void master(double middle) {
        FlowTree.Host host = tree.hosts().get(tree.master());
        double x = Heading.MARGIN;
        double y = middle - MASTER_HEIGHT / 2;
        canvas.round(x, y, MASTER_WIDTH, MASTER_HEIGHT, "panel");
        if (host.binding()) {
            canvas.round(x, y, MASTER_WIDTH, MASTER_HEIGHT, "none alert-line bold");
        }
        double room = MASTER_WIDTH - 24;
        Setting tiny = new Setting(Type.TINY).muted();
        canvas.text(x + 12, y + 22, "MASTER", tiny, room);
        if (host.binding()) {
            Setting binds = new Setting(Type.STRONG).style("alert-ink").end();
            canvas.text(x + MASTER_WIDTH - 12, y + 22, "▲ binds", binds, room);
        }
        canvas.text(x + 12, y + 41, host.name(), new Setting(Type.STRONG), room);
        double share =
                host.mostUnitsPerSecond() > 0 ? Math.min(1, tree.rateUnitsPerSecond() / host.mostUnitsPerSecond()) : 0;
        canvas.rect(x + 12, y + 51, room, 8, "channel");
        canvas.rect(x + 12, y + 51, room * share, 8, host.binding() ? "alert" : "water");
        canvas.text(
                x + 12, y + 79, Figures.rate(tree.rateUnitsPerSecond()) + " in all", new Setting(Type.STRONG), room);
        String accepts = Double.isFinite(host.mostUnitsPerSecond())
                ? "accepts up to " + Figures.rate(host.mostUnitsPerSecond())
                : "accepts any rate";
        canvas.text(x + 12, y + 97, accepts, new Setting(Type.SMALL).muted(), room);
    }

    private void legend(double top) {
        Setting small = new Setting(Type.SMALL).muted();
        double most = canvas.width() - 2 * Heading.MARGIN;
        double x = Heading.MARGIN;
        canvas.line(x, top, x + most, top, "grid");
        double y = top + 24;
        x = sample(x, y, 24, 6, "water", 0.6);
        String scale = logarithmic() ? ", on a logarithmic scale" : "";
        x += canvas.text(x, y, "height: capacity of the link" + scale + "; filled: used", small, most) + 22;
        x = sample(x, y, 24, 6, "alert", 1);
        canvas.text(x, y, "▲ binds: with more of it, the rate would be higher", small, canvas.width() - x - 10);
        double second = y + 19;
        double bar = sample(Heading.MARGIN, second, 24, 4, "water", 0.6);
        canvas.text(bar, second, hosts.legend(), small, canvas.width() - bar - 10);
    }

    private double sample(double x, double y, double wide, double half, String style, double share) {
        canvas.rect(x, y - 4 - half, wide, 2 * half, "channel");
        canvas.rect(x, y - 4 + half - 2 * half * share, wide, 2 * half * share, style);
        return x + wide + 8;
    }

    /** The column of hosts of a {@link FlowTree}: name, what it could compute and how much of that it is given. */
    private static final class HostRows {
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
                most = Math.max(
                        most, row.differ() ? 0 : PictureText.width(PictureText.line(row.name()), Type.STRONG) + 14);
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
            canvas.text(
                    x + names + COUNT + BAR + 8, line, figures(row), row.rate() > 0 ? small : small.muted(), FIGURES);
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
}
