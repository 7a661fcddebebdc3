package dev.sluice.view;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.PrettyPrinter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.MinimalPrettyPrinter;
import dev.sluice.model.flow.FlowSolution;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes network views. What is written as YAML or JSON reads as the same view. */
public final class ViewWriter {
    private static final String PLAIN = "[A-Za-z0-9_.][A-Za-z0-9_./ +-]*";

    private ViewWriter() {}

    /** One line for each link and host. */
    public static String yaml(NetworkView view) {
        return yaml(view, "", List.of(), List.of());
    }

    /** The same of a view that was measured, with remarks before it and with what it leaves undecided. */
    public static String yaml(NetworkView view, Instant measured, List<String> remarks, List<String> undecided) {
        return yaml(view, measured.toString(), remarks, undecided);
    }

    private static String yaml(NetworkView view, String measured, List<String> remarks, List<String> undecided) {
        StringBuilder yaml = new StringBuilder();
        remarks.forEach(remark ->
                yaml.append("# ").append(remark.replaceAll("\\p{Cntrl}", " ")).append('\n'));
        yaml.append("name: ").append(yamlWord(view.name()));
        if (!measured.isEmpty()) {
            yaml.append("\nmeasured: ").append(yamlWord(measured));
        }
        if (!undecided.isEmpty()) {
            yaml.append("\nundecided:");
            undecided.forEach(each -> yaml.append("\n  - ").append(yamlWord(each)));
        }
        yaml.append("\nlinks:\n");
        view.links().forEach(link -> line(yaml, ViewFields.of(view, link)));
        yaml.append("hosts:\n");
        view.hosts().forEach(host -> line(yaml, ViewFields.of(view, host)));
        return yaml.toString();
    }

    private static void line(StringBuilder yaml, Map<String, Object> fields) {
        yaml.append("  - {");
        String between = "";
        for (Map.Entry<String, Object> field : fields.entrySet()) {
            yaml.append(between).append(field.getKey()).append(": ").append(yamlWord(field.getValue()));
            between = ", ";
        }
        yaml.append("}\n");
    }

    /** The same fields. */
    public static String json(NetworkView view) {
        return json(view, "", List.of());
    }

    /** The same of a view that was measured, with what it leaves undecided. */
    public static String json(NetworkView view, Instant measured, List<String> undecided) {
        return json(view, measured.toString(), undecided);
    }

    private static String json(NetworkView view, String measured, List<String> undecided) {
        return text(view, measured, undecided, new DefaultPrettyPrinter()) + "\n";
    }

    /** The view as an object within a larger document. */
    public static String line(NetworkView view, Instant measured, List<String> undecided) {
        return text(view, measured.toString(), undecided, new MinimalPrettyPrinter());
    }

    private static String text(NetworkView view, String measured, List<String> undecided, PrettyPrinter printer) {
        StringWriter text = new StringWriter();
        try (JsonGenerator json = new JsonFactory().createGenerator(text)) {
            json.setPrettyPrinter(printer);
            write(json, view, measured, undecided);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return text.toString();
    }

    private static void write(JsonGenerator json, NetworkView view, String measured, List<String> undecided)
            throws IOException {
        json.writeStartObject();
        json.writeStringField("name", view.name());
        if (!measured.isEmpty()) {
            json.writeStringField("measured", measured);
        }
        if (!undecided.isEmpty()) {
            json.writeArrayFieldStart("undecided");
            for (String each : undecided) {
                json.writeString(each);
            }
            json.writeEndArray();
        }
        json.writeArrayFieldStart("links");
        for (var link : view.links()) {
            json(json, ViewFields.of(view, link));
        }
        json.writeEndArray();
        json.writeArrayFieldStart("hosts");
        for (var host : view.hosts()) {
            json(json, ViewFields.of(view, host));
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private static void json(JsonGenerator json, Map<String, Object> fields) throws IOException {
        json.writeStartObject();
        for (Map.Entry<String, Object> field : fields.entrySet()) {
            json.writeFieldName(field.getKey());
            value(json, field.getValue());
        }
        json.writeEndObject();
    }

    private static void value(JsonGenerator json, Object value) throws IOException {
        if (value instanceof List<?> list) {
            json.writeStartArray();
            for (Object element : list) {
                value(json, element);
            }
            json.writeEndArray();
        } else if (value instanceof Number number) {
            json.writeNumber(yamlWord(number));
        } else {
            json.writeString(String.valueOf(value));
        }
    }

    /** Writes GraphML for graph tools, with the rates and link use of a solution if one is given. */
    public static String graphMl(NetworkView view, @Nullable FlowSolution solution) {
        return new GraphMl(view, solution).write();
    }

    /**
     * Writes DOT for Graphviz, with the rates and link use of a solution if one is given.
     *
     * @param undecided what the measurement of the view did not decide; sentences below the graph
     */
    public static String dot(NetworkView view, @Nullable FlowSolution solution, List<String> undecided) {
        return new Dot(view, solution, undecided).write();
    }

    /** A word or number inside a mapping in braces, quoted where YAML would read something else. */
    private static String yamlWord(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(ViewWriter::yamlWord).collect(Collectors.joining(", ", "[", "]"));
        }
        String text = String.valueOf(value);
        boolean plain = text.matches(PLAIN) && !text.endsWith(" ") && !text.equalsIgnoreCase("null");
        return plain ? text : quoted(text);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(point -> {
            if (point == '"' || point == '\\') {
                quoted.append('\\').appendCodePoint(point);
            } else if (Character.isISOControl(point)) {
                quoted.append(String.format("\\u%04x", point));
            } else {
                quoted.appendCodePoint(point);
            }
        });
        return quoted.append('"').toString();
    }

    /**
     * The fields of a link or host as they are written: words, numbers, or lists of words; none that is the default.
     */
    private static final class ViewFields {
        private ViewFields() {}

        static Map<String, Object> of(NetworkView view, Link link) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("name", link.name());
            List<String> parents = link.parents().stream()
                    .map(parent -> view.links().get(parent).name())
                    .toList();
            if (parents.size() == 1) {
                fields.put("parent", parents.get(0));
            } else if (parents.size() > 1) {
                fields.put("parent", parents);
            }
            wire(fields, link.wire());
            return fields;
        }

        static Map<String, Object> of(NetworkView view, Host host) {
            Map<String, Object> fields = new LinkedHashMap<>();
            fields.put("name", host.name());
            fields.put("link", view.links().get(host.link()).name());
            if (!host.address().isEmpty()) {
                fields.put("address", host.address());
            }
            if (host.slots() != 1) {
                fields.put("slots", host.slots());
            }
            if (host.availability() != 1) {
                fields.put("cpu", host.availability() * host.slots());
            }
            if (host.speed() != 1) {
                fields.put("speed", host.speed());
            }
            if (host.masterSpeed() != host.speed()) {
                fields.put("result-speed", host.masterSpeed());
            }
            if (!host.resources().isEmpty()) {
                fields.put("resources", host.resources().written());
            }
            wire(fields, host.port());
            return fields;
        }

        private static void wire(Map<String, Object> fields, Wire wire) {
            if (wire.shared()) {
                fields.put("duplex", "half");
            }
            if (wire.upBytesPerSecond() == wire.downBytesPerSecond()) {
                rate(fields, "rate", wire.upBytesPerSecond());
            } else {
                rate(fields, "rate-up", wire.upBytesPerSecond());
                rate(fields, "rate-down", wire.downBytesPerSecond());
            }
            if (wire.latencyNanos() > 0) {
                fields.put("latency", Quantity.TIME.exact(wire.latencyNanos() / 1e9));
            }
            if (wire.bufferBytes() > 0) {
                fields.put("buffer", Quantity.SIZE.exact(wire.bufferBytes()));
            }
        }

        private static void rate(Map<String, Object> fields, String key, double bytesPerSecond) {
            if (bytesPerSecond < Double.POSITIVE_INFINITY) {
                fields.put(key, Quantity.RATE.exact(bytesPerSecond));
            }
        }
    }
}
