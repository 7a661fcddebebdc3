package dev.sluice.benchmarks.harness;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingFile;

/**
 * Samples of the Java threads of one process as a flame graph: each box is a method, its width the share of samples in
 * it or in methods that it called. Native code, the garbage collector and the compilers are not sampled. The picture is
 * small enough to be kept: a narrow box is merged into the method that called it. Not for concurrent use.
 */
public final class FlameGraph {
    private static final int WIDTH = 1_200;
    private static final int ROW = 16;
    private static final int TOP = 40;

    /** The least share of samples that a box is drawn for. */
    private static final double LEAST_SHARE = 0.005;

    /** The size above which a picture is drawn again with fewer boxes [bytes]. */
    static final int MOST_BYTES = 60_000;

    private static final double CHARACTER = 6.2;

    /** A method below the same callers. */
    private static final class Box {
        final Map<String, Box> children = new TreeMap<>();
        long samples;

        Box child(String name) {
            return children.computeIfAbsent(name, unused -> new Box());
        }

        int depth(double leastSamples) {
            int deepest = 0;
            for (Box child : children.values()) {
                if (child.samples >= leastSamples) {
                    deepest = Math.max(deepest, child.depth(leastSamples));
                }
            }
            return deepest + 1;
        }
    }

    private final Box root = new Box();
    private long chosen;

    /** Adds the samples of a recording; those in whose stack a method is {@code counted} are counted apart. */
    public void add(Path recording, Predicate<String> counted) throws IOException {
        try (RecordingFile file = new RecordingFile(recording)) {
            while (file.hasMoreEvents()) {
                RecordedEvent event = file.readEvent();
                if (event.getEventType().getName().equals("jdk.ExecutionSample") && event.getStackTrace() != null) {
                    add(event, counted);
                }
            }
        }
    }

    private void add(RecordedEvent event, Predicate<String> counted) {
        String thread = event.getThread("sampledThread").getJavaName();
        List<String> methods = new ArrayList<>();
        for (RecordedFrame frame : event.getStackTrace().getFrames()) {
            String type = frame.getMethod().getType().getName();
            methods.add(type.substring(type.lastIndexOf('.') + 1) + "."
                    + frame.getMethod().getName());
        }
        add(thread == null ? "?" : thread, methods, counted);
    }

    /** Adds one sample of a thread; {@code methods} begins with the innermost. */
    void add(String thread, List<String> methods, Predicate<String> counted) {
        Box box = root.child(thread.replaceAll("[0-9]+", "N"));
        root.samples++;
        box.samples++;
        for (int i = methods.size() - 1; i >= 0; i--) {
            box = box.child(methods.get(i));
            box.samples++;
        }
        chosen += methods.stream().anyMatch(counted) ? 1 : 0;
    }

    public long samples() {
        return root.samples;
    }

    /** The fraction of samples that were counted apart. */
    public double countedShare() {
        return root.samples == 0 ? Double.NaN : (double) chosen / root.samples;
    }

    /** The picture as SVG, without a script or another file. */
    public String svg(String title) {
        double share = LEAST_SHARE;
        String picture = svg(title, share);
        while (picture.getBytes(StandardCharsets.UTF_8).length > MOST_BYTES) {
            share *= 1.2;
            picture = svg(title, share);
        }
        return picture;
    }

    private String svg(String title, double leastShare) {
        double scale = (double) WIDTH / Math.max(1, root.samples);
        int height = TOP + ROW * root.depth(leastShare * root.samples) + 10;
        StringBuilder out = new StringBuilder();
        out.append(String.format(
                Locale.ROOT,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\""
                        + " font-family=\"sans-serif\" font-size=\"11\">\n"
                        + "<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n"
                        + "<text x=\"8\" y=\"22\" font-size=\"14\">%s (%,d samples; boxes from %.1f %%)</text>\n"
                        + "<g stroke=\"#fff\" stroke-width=\"0.5\">\n",
                WIDTH,
                height,
                WIDTH,
                height,
                escaped(title),
                root.samples,
                100 * leastShare));
        StringBuilder names = new StringBuilder();
        double x = 0;
        for (Map.Entry<String, Box> thread : root.children.entrySet()) {
            Box box = thread.getValue();
            draw(out, names, new Place(x, height - 10 - ROW, scale, leastShare * WIDTH), thread.getKey(), box);
            x += box.samples * scale;
        }
        return out.append("</g>\n<g pointer-events=\"none\">\n")
                .append(names)
                .append("</g>\n</svg>\n")
                .toString();
    }

    /**
     * The place of a box.
     *
     * @param x its left side [px]
     * @param y its upper side [px]
     * @param scale width of a sample [px]
     * @param least width below which there is no box [px]
     */
    private record Place(double x, int y, double scale, double least) {
        Place above(double left) {
            return new Place(left, y - ROW, scale, least);
        }
    }

    private static void draw(StringBuilder boxes, StringBuilder names, Place place, String name, Box box) {
        double width = box.samples * place.scale;
        if (width < place.least) {
            return;
        }
        int hue = 15 + Math.floorMod(name.hashCode(), 40);
        boxes.append(String.format(
                Locale.ROOT,
                "<rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"hsl(%d,80%%,68%%)\">"
                        + "<title>%s %.1f %%</title></rect>\n",
                place.x,
                place.y,
                width,
                ROW - 1,
                hue,
                escaped(name),
                100 * width / WIDTH));
        int fits = (int) ((width - 4) / CHARACTER);
        if (fits >= 4) {
            String shown = name.length() <= fits ? name : name.substring(0, fits - 1) + "…";
            names.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%.1f\" y=\"%d\">%s</text>\n",
                    place.x + 2,
                    place.y + ROW - 4,
                    escaped(shown)));
        }
        double left = place.x;
        for (Map.Entry<String, Box> child : box.children.entrySet()) {
            draw(boxes, names, place.above(left), child.getKey(), child.getValue());
            left += child.getValue().samples * place.scale;
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
