package dev.sluice.insight.correct;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import java.util.ArrayList;
import java.util.List;

/**
 * The directions of all wires of a tree, numbered: of each host's port, then of each link. A shared wire has one number
 * for both directions.
 */
public final class Wires {
    private final NetworkView view;
    private final int hosts;
    private final double[] bytesPerSecond;

    /** @param view a tree */
    public Wires(NetworkView view) {
        this.view = view;
        this.hosts = view.hosts().size();
        this.bytesPerSecond = new double[2 * (hosts + view.links().size())];
        for (int wire = 0; wire < bytesPerSecond.length; wire++) {
            Wire of = wire(wire);
            bytesPerSecond[wire] = isUp(wire) ? of.upBytesPerSecond() : of.downBytesPerSecond();
        }
    }

    int count() {
        return bytesPerSecond.length;
    }

    public double rate(int wire) {
        return bytesPerSecond[wire];
    }

    public void set(int wire, double rate) {
        bytesPerSecond[wire] = rate;
        if (wire(wire).shared()) {
            bytesPerSecond[wire ^ 1] = rate;
        }
    }

    boolean isUp(int wire) {
        return wire % 2 == 1;
    }

    public boolean isPort(int wire) {
        return wire / 2 < hosts;
    }

    public boolean isShared(int wire) {
        return wire(wire).shared();
    }

    /** The name of the host or link that owns it. */
    public String name(int wire) {
        return isPort(wire)
                ? view.hosts().get(wire / 2).name()
                : view.links().get(wire / 2 - hosts).name();
    }

    /** The link that owns a wire which is no port, by its number in the view. */
    public int link(int wire) {
        return wire / 2 - hosts;
    }

    private Wire wire(int wire) {
        return isPort(wire)
                ? view.hosts().get(wire / 2).port()
                : view.links().get(wire / 2 - hosts).wire();
    }

    /** The wires of a transfer between two hosts, in the order of its way; empty if one of them is not in the view. */
    public List<Integer> way(String from, String to) {
        int source = view.host(from);
        int sink = view.host(to);
        if (source < 0 || sink < 0 || source == sink) {
            return List.of();
        }
        List<Integer> climb = view.upwards(view.hosts().get(source).link());
        List<Integer> descent = view.upwards(view.hosts().get(sink).link());
        int common = climb.stream().filter(descent::contains).findFirst().orElse(-1);
        List<Integer> way = new ArrayList<>();
        way.add(port(source, true));
        climb.subList(0, climb.indexOf(common)).forEach(link -> way.add(link(link, true)));
        if (common >= 0 && view.links().get(common).wire().shared()) {
            way.add(link(common, true));
        }
        for (int i = descent.indexOf(common) - 1; i >= 0; i--) {
            way.add(link(descent.get(i), false));
        }
        way.add(port(sink, false));
        return way;
    }

    private int port(int host, boolean up) {
        return 2 * host + (up && !view.hosts().get(host).port().shared() ? 1 : 0);
    }

    private int link(int link, boolean up) {
        return 2 * (hosts + link) + (up && !view.links().get(link).wire().shared() ? 1 : 0);
    }

    /** The view with the present rates, and with additional latency on wires. */
    public NetworkView view(long[] addedNanos) {
        List<Host> changedHosts = new ArrayList<>();
        for (int i = 0; i < hosts; i++) {
            Host host = view.hosts().get(i);
            changedHosts.add(host.at(host.link(), changed(host.port(), 2 * i, addedNanos[i])));
        }
        List<Link> links = new ArrayList<>();
        for (int i = 0; i < view.links().size(); i++) {
            Link link = view.links().get(i);
            links.add(link.with(changed(link.wire(), 2 * (hosts + i), addedNanos[hosts + i])));
        }
        return new NetworkView(view.name(), links, changedHosts);
    }

    private Wire changed(Wire wire, int down, long addedNanos) {
        return new Wire(
                bytesPerSecond[down],
                bytesPerSecond[down + 1],
                wire.shared(),
                Math.max(0, wire.latencyNanos() + addedNanos),
                wire.bufferBytes());
    }

    public long latencyNanos(int wire) {
        return wire(wire).latencyNanos();
    }
}
