package dev.sluice.benchmarks.harness;

import java.io.IOException;
import java.nio.file.Path;
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
 * it or in methods that it called. Native code, the garbage collector and the compilers are not sampled. Not for
 * concurrent use.
 */
public final class FlameGraph {
    private static final int WIDTH = 1_200;
    private static final int ROW = 16;
    private static final int TOP = 40;

    /** The least width of a box [px]; narrower ones are left out, so that the file stays small. */
    private static final double LEAST = 3;

    private static final double CHARACTER = 6.2;

    /** A method below the same callers. */
    private static final class Box {
        final Map<String, Box> children = new TreeMap<>();
        long samples;

        Box child(String name) {
            return children.computeIfAbsent(name, unused -> new Box());
        }

        int depth(double pixelsPerSample) {
            int deepest = 0;
            for (Box child : children.values()) {
                if (child.samples * pixelsPerSample >= LEAST) {
                    deepest = Math.max(deepest, child.depth(pixelsPerSample));
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
        Box box = root.child(thread == null ? "?" : thread.replaceAll("[0-9]+", "N"));
        root.samples++;
        box.samples++;
        boolean found = false;
        List<RecordedFrame> frames = event.getStackTrace().getFrames();
        for (int i = frames.size() - 1; i >= 0; i--) {
            String type = frames.get(i).getMethod().getType().getName();
            String name = type.substring(type.lastIndexOf('.') + 1) + "."
                    + frames.get(i).getMethod().getName();
            found |= counted.test(name);
            box = box.child(name);
            box.samples++;
        }
        chosen += found ? 1 : 0;
    }

    public long samples() {
        return root.samples;
    }

    /** The fraction of samples that were counted apart. */
    public double countedShare() {
        return root.samples == 0 ? Double.NaN : (double) chosen / root.samples;
    }

    /** The picture as SVG. */
    public String svg(String title) {
        double scale = (double) WIDTH / Math.max(1, root.samples);
        int height = TOP + ROW * root.depth(scale) + 10;
        StringBuilder out = new StringBuilder();
        out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"").append(WIDTH);
        out.append("\" height=\"").append(height).append("\" font-family=\"sans-serif\" font-size=\"11\">\n");
        out.append("<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n<text x=\"8\" y=\"22\" font-size=\"14\">");
        out.append(escaped(title)).append("</text>\n");
        double x = 0;
        for (Map.Entry<String, Box> thread : root.children.entrySet()) {
            draw(out, thread.getKey(), thread.getValue(), x, height - 10 - ROW, scale);
            x += thread.getValue().samples * scale;
        }
        return out.append("</svg>\n").toString();
    }

    private static void draw(StringBuilder out, String name, Box box, double x, int y, double scale) {
        double width = box.samples * scale;
        if (width < LEAST) {
            return;
        }
        String share = String.format(Locale.ROOT, "%.1f %%", 100 * width / WIDTH);
        int hue = 15 + Math.floorMod(name.hashCode(), 40);
        out.append(String.format(
                Locale.ROOT,
                "<g><title>%s %s</title><rect x=\"%.1f\" y=\"%d\" width=\"%.1f\" height=\"%d\""
                        + " fill=\"hsl(%d,80%%,68%%)\" stroke=\"#fff\" stroke-width=\"0.5\"/>",
                escaped(name),
                share,
                x,
                y,
                width,
                ROW - 1,
                hue));
        int fits = (int) ((width - 4) / CHARACTER);
        if (fits >= 4) {
            String shown = name.length() <= fits ? name : name.substring(0, fits - 1) + "…";
            out.append(String.format(
                    Locale.ROOT, "<text x=\"%.1f\" y=\"%d\">%s</text>", x + 2, y + ROW - 4, escaped(shown)));
        }
        out.append("</g>\n");
        double left = x;
        for (Map.Entry<String, Box> child : box.children.entrySet()) {
            draw(out, child.getKey(), child.getValue(), left, y - ROW, scale);
            left += child.getValue().samples * scale;
        }
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
