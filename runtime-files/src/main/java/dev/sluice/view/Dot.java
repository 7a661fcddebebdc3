package dev.sluice.view;

import dev.sluice.model.flow.FlowSolution;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A view for Graphviz: links are boxes, hosts ellipses; with a solution the master is double and flows are thick. */
final class Dot {
    private static final double THICKEST = 8;

    private final NetworkView view;
    private final @Nullable FlowSolution solution;
    private final StringBuilder out = new StringBuilder();

    private final List<String> undecided;

    Dot(NetworkView view, @Nullable FlowSolution solution, List<String> undecided) {
        this.view = view;
        this.solution = solution;
        this.undecided = undecided;
    }

    String write() {
        out.append("graph ")
                .append(quoted(view.name()))
                .append(" {\n  rankdir=TB;\n  node [fontname=\"sans-serif\"];\n");
        if (!undecided.isEmpty()) {
            out.append("  label=").append(quoted(String.join("\n", undecided))).append(";\n");
        }
        for (int l = 0; l < view.links().size(); l++) {
            link(l, view.links().get(l));
        }
        for (int h = 0; h < view.hosts().size(); h++) {
            host(h, view.hosts().get(h));
        }
        return out.append("}\n").toString();
    }

    private void link(int index, Link link) {
        boolean shared = link.wire().shared();
        String label = link.name() + (shared ? "\n" + rate(link.wire()) + " shared" : "");
        out.append("  l")
                .append(index)
                .append(" [shape=box, label=")
                .append(quoted(label))
                .append("];\n");
        double rate = solution == null ? 0 : solution.linkRate(index);
        for (int parent : link.parents()) {
            edge("l" + parent, "l" + index, shared ? "" : rate(link.wire()), rate);
        }
    }

    private void host(int index, Host host) {
        boolean master = solution != null && solution.master() == index;
        double rate = solution == null ? 0 : solution.hostRate(index);
        String label = host.name() + (solution == null ? "" : master ? "\nmaster" : "\n" + number(rate) + " units/s");
        out.append("  h").append(index).append(" [label=").append(quoted(label));
        out.append(master ? ", peripheries=2, style=bold" : solution != null && rate == 0 ? ", color=gray" : "");
        out.append("];\n");
        edge("l" + host.link(), "h" + index, rate(host.port()), master && solution != null ? solution.rate() : rate);
    }

    private void edge(String from, String to, String label, double rate) {
        out.append("  ").append(from).append(" -- ").append(to);
        double whole = solution == null ? 0 : solution.rate();
        double width = whole > 0 ? 1 + (THICKEST - 1) * rate / whole : 1;
        out.append(" [label=").append(quoted(label));
        out.append(String.format(Locale.ROOT, ", penwidth=%.1f];%n", width).replace(System.lineSeparator(), "\n"));
    }

    private static String rate(Wire wire) {
        if (wire.unlimited()) {
            return "";
        }
        String down = Quantity.RATE.rounded(wire.downBytesPerSecond());
        String up = Quantity.RATE.rounded(wire.upBytesPerSecond());
        return down.equals(up) ? down : "down " + down + "\nup " + up;
    }

    private static String number(double value) {
        return String.format(Locale.ROOT, value >= 100 ? "%,.0f" : "%.3g", value);
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + '"';
    }
}
