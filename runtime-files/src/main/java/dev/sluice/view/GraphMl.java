package dev.sluice.view;

import dev.sluice.model.flow.FlowSolution;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A view as GraphML: links and hosts are nodes, wires and ports are edges, directed up. Rates in bytes/s, latencies in
 * seconds, flows in units/s; a limit that there is not is left out.
 */
final class GraphMl {
    private final NetworkView view;
    private final @Nullable FlowSolution solution;
    private final StringBuilder out = new StringBuilder();

    GraphMl(NetworkView view, @Nullable FlowSolution solution) {
        this.view = view;
        this.solution = solution;
    }

    String write() {
        out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
                .append("<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n");
        keys("node", List.of("kind", "name", "role"), "string");
        keys("node", List.of("slots"), "int");
        keys("node", List.of("speed", "share"), "double");
        keys("edge", List.of("latency"), "double");
        keys("all", List.of("up", "down", "rate", "capacity"), "double");
        keys("all", List.of("duplex"), "string");
        out.append("  <graph id=\"").append(escaped(view.name())).append("\" edgedefault=\"directed\">\n");
        for (int l = 0; l < view.links().size(); l++) {
            link(l, view.links().get(l));
        }
        for (int h = 0; h < view.hosts().size(); h++) {
            host(h, view.hosts().get(h));
        }
        return out.append("  </graph>\n</graphml>\n").toString();
    }

    private void keys(String domain, List<String> names, String type) {
        for (String name : names) {
            out.append(String.format(
                    "  <key id=\"%s\" for=\"%s\" attr.name=\"%s\" attr.type=\"%s\"/>\n", name, domain, name, type));
        }
    }

    private void link(int index, Link link) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("kind", "link");
        data.put("name", link.name());
        if (link.wire().shared()) {
            data.put("duplex", "half");
            data.put("up", link.wire().upBytesPerSecond());
        }
        flow(data, index);
        element("node id=\"l" + index + "\"", "node", data);
        for (int parent : link.parents()) {
            Map<String, Object> wire = wire(link.wire());
            flow(wire, index);
            element("edge source=\"l" + index + "\" target=\"l" + parent + "\"", "edge", wire);
        }
    }

    private void flow(Map<String, Object> data, int link) {
        if (solution != null) {
            data.put("rate", solution.linkRate(link));
            data.put("capacity", solution.linkCapacity(link));
        }
    }

    private void host(int index, Host host) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("kind", "host");
        data.put("name", host.name());
        data.put("slots", host.slots());
        data.put("speed", host.speed());
        data.put("share", host.availability());
        if (solution != null) {
            data.put("role", solution.master() == index ? "master" : solution.hostRate(index) > 0 ? "worker" : "idle");
            data.put("rate", solution.hostRate(index));
        }
        element("node id=\"h" + index + "\"", "node", data);
        element("edge source=\"h" + index + "\" target=\"l" + host.link() + "\"", "edge", wire(host.port()));
    }

    private static Map<String, Object> wire(Wire wire) {
        Map<String, Object> data = new LinkedHashMap<>();
        data.put("up", wire.upBytesPerSecond());
        data.put("down", wire.downBytesPerSecond());
        data.put("duplex", wire.shared() ? "half" : "full");
        data.put("latency", wire.latencyNanos() / 1e9);
        return data;
    }

    private void element(String opening, String name, Map<String, Object> data) {
        out.append("    <").append(opening).append(">\n");
        data.forEach((key, value) -> {
            if (!value.equals(Double.POSITIVE_INFINITY)) {
                out.append("      <data key=\"")
                        .append(key)
                        .append("\">")
                        .append(escaped(String.valueOf(value)))
                        .append("</data>\n");
            }
        });
        out.append("    </").append(name).append(">\n");
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
