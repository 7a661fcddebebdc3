package dev.sluice.view;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The fields of a link or host as they are written: words, numbers, or lists of words; none that is the default. */
final class ViewFields {
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
