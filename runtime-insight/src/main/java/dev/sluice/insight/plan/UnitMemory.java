package dev.sluice.insight.plan;

import dev.sluice.insight.knowledge.HostBelief;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The slots for which hosts have memory. Each unit in progress needs some, and a host gives at most nine tenths of what
 * is free. A host whose free memory is unknown keeps its slots.
 *
 * @param bytes of a unit; 0: any number of units fits
 */
public record UnitMemory(long bytes) {
    /** Share of a free memory that units may use. */
    static final double USABLE = 0.9;

    /**
     * Free memory of a host.
     *
     * @param source how it is known: "forecast" or "seen now"
     */
    public record Free(double bytes, String source) {
        /** The beliefs about the hosts of which anything is known, by name. */
        static Map<String, Free> of(Map<String, HostBelief> hosts) {
            Map<String, Free> free = new HashMap<>();
            hosts.forEach((name, host) -> host.freeBytes()
                    .ifPresent(bytes -> free.put(name, new Free(bytes, host.seen() ? "seen now" : "forecast"))));
            return free;
        }
    }

    /**
     * Hosts that may compute.
     *
     * @param hosts with the slots for which there is memory
     * @param words about hosts that have fewer slots, or that are left out
     */
    public record Fitting(List<Host> hosts, List<String> words) {
        /** The view with these slots; hosts without room for a unit keep theirs, as they may have the master. */
        NetworkView in(NetworkView view) {
            Map<String, Host> fit = new HashMap<>();
            hosts.forEach(host -> fit.put(host.name(), host));
            return words.isEmpty()
                    ? view
                    : view.withHosts(view.hosts().stream()
                            .map(host -> fit.getOrDefault(host.name(), host))
                            .toList());
        }
    }

    /** The hosts with as many slots as fit into their free memory; hosts without room for a unit are missing. */
    public Fitting of(List<Host> hosts, Map<String, Free> free) {
        List<Host> kept = new ArrayList<>();
        List<String> words = new ArrayList<>();
        for (Host host : hosts) {
            Free there = free.get(host.name());
            int slots = there == null ? host.slots() : slots(host.slots(), there.bytes());
            if (there != null && slots < host.slots()) {
                words.add(words(host, slots, there));
            }
            if (slots > 0) {
                kept.add(slots == host.slots() ? host : host.withSlots(slots));
            }
        }
        return new Fitting(kept, words);
    }

    /** The number of slots for which there is memory. */
    int slots(int slots, double freeBytes) {
        return bytes <= 0 ? slots : (int) Math.min(slots, Math.floor(USABLE * Math.max(0, freeBytes) / bytes));
    }

    private String words(Host host, int slots, Free there) {
        String needs = "a unit needs " + size(bytes) + ", " + size(USABLE * there.bytes())
                + " may be used (90 % of free memory, " + there.source() + ")";
        return slots == 0
                ? "no worker on " + host.name() + ": " + needs
                : slots + " of " + host.slots() + " slots on " + host.name() + ": " + needs;
    }

    /** A size with a fixed unit, so that two can be compared: "2.8 GiB". */
    private static String size(double bytes) {
        return bytes >= 1L << 30
                ? String.format(Locale.ROOT, "%.1f GiB", bytes / (1L << 30))
                : String.format(Locale.ROOT, "%.0f MiB", bytes / (1L << 20));
    }
}
