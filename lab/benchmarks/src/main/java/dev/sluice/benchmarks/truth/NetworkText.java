package dev.sluice.benchmarks.truth;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Writes a drawn network as a file of the lab, as a network view, and as a list of hosts. */
final class NetworkText {
    private final TruthCase drawn;

    NetworkText(TruthCase drawn) {
        this.drawn = drawn;
    }

    /** The file of the lab (lab/docs/network.md), which knows no speeds. */
    List<String> lab() {
        return lines(false);
    }

    /** The network view (docs/network-view.md) of the network as it is built. */
    List<String> view() {
        return lines(true);
    }

    private List<String> lines(boolean speeds) {
        List<String> lines = new ArrayList<>(List.of("name: truth", "links:"));
        drawn.sites().forEach(site -> lines.add("  - {" + link(site) + "}"));
        lines.add("hosts:");
        drawn.hosts().forEach(host -> lines.add("  - {" + host(host, speeds) + "}"));
        return lines;
    }

    /** The hosts without the user's own (docs/hosts.md). */
    List<String> hosts() {
        return drawn.others().stream()
                .map(host -> host.name() + " slots=" + host.slots())
                .toList();
    }

    private String link(DrawnSite site) {
        StringBuilder text = new StringBuilder("name: " + site.name());
        if (site.parent() >= 0) {
            text.append(", parent: ").append(drawn.sites().get(site.parent()).name());
        }
        if (site.half()) {
            text.append(", duplex: half");
        }
        text.append(rates(site.upMbit(), site.downMbit()));
        if (site.latencyMicros() > 0) {
            text.append(", latency: ").append(site.latencyMicros()).append(" us");
        }
        return text.toString();
    }

    private String host(DrawnHost host, boolean speeds) {
        StringBuilder text = new StringBuilder("name: " + host.name());
        text.append(", link: ").append(drawn.sites().get(host.site()).name());
        text.append(", address: ").append(host.address());
        text.append(", slots: ").append(host.slots());
        text.append(rates(host.upMbit(), host.downMbit()));
        if (host.processors() > 0) {
            text.append(String.format(Locale.ROOT, ", cpu: %.2f", host.processors()));
        }
        if (speeds && host.speed() != 1) {
            text.append(String.format(Locale.ROOT, ", speed: %.2f", host.speed()));
        }
        return text.toString();
    }

    private static String rates(double up, double down) {
        if (up == 0) {
            return "";
        }
        return up == down
                ? String.format(Locale.ROOT, ", rate: %.1f Mbit/s", up)
                : String.format(Locale.ROOT, ", rate-up: %.1f Mbit/s, rate-down: %.1f Mbit/s", up, down);
    }
}
