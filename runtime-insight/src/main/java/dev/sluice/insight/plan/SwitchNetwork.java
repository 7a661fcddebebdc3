package dev.sluice.insight.plan;

import dev.sluice.hosts.HostList;
import dev.sluice.hosts.HostSpec;
import dev.sluice.model.Amounts;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Hosts around one switch. */
public final class SwitchNetwork {
    private static final String MASTER = "master";

    /** The place of the master among named hosts. */
    public enum Master {
        /** One of them. */
        AMONG_HOSTS,
        /** A machine of its own, {@code master}, unless one of the hosts has this name. */
        BESIDE_HOSTS
    }

    private final Wire port;
    private final int slots;

    /**
     * @param bytesPerSecond of each port and direction
     * @param nanos one way between two hosts
     * @param slots default of a host
     */
    public SwitchNetwork(double bytesPerSecond, long nanos, int slots) {
        this.port = new Wire(bytesPerSecond, bytesPerSecond, false, Math.round(nanos / 2.0), 0);
        this.slots = slots;
    }

    /** A master, and hosts h1, h2 and so on. */
    public NetworkView of(int hosts) {
        List<Host> all = new ArrayList<>(hosts + 1);
        all.add(new Host(MASTER, 0, port));
        for (int i = 1; i <= hosts; i++) {
            all.add(new Host("h" + i, 0, port).withSlots(slots, 1));
        }
        return view(hosts + " hosts around a switch", all);
    }

    /** The hosts of a file. */
    public NetworkView of(HostList hosts, Master master) {
        return of(hosts.source(), hosts.hosts(), master == Master.BESIDE_HOSTS ? MASTER : null);
    }

    /**
     * The network of these hosts.
     *
     * @param source of the hosts
     * @param beside an additional machine, which comes first, unless a host has this name; null for none
     */
    public NetworkView of(String source, List<HostSpec> hosts, @Nullable String beside) {
        List<Host> all = new ArrayList<>();
        Set<String> names = new HashSet<>();
        if (beside != null && hosts.stream().noneMatch(host -> host.name().equals(beside))) {
            all.add(new Host(beside, 0, port));
        }
        for (HostSpec host : hosts) {
            String name = names.add(host.name()) ? host.name() : host.destination() + ":" + host.port();
            names.add(name);
            all.add(new Host(name, 0, port)
                    .withSlots(host.slots() == 0 ? slots : host.slots(), 1)
                    .offering(resources(host)));
        }
        return view(source + ": " + hosts.size() + " hosts around a switch", all);
    }

    private static Amounts resources(HostSpec host) {
        Amounts named = Amounts.parse(host.resources());
        String gpus = host.gpus();
        return gpus == null
                ? named
                : named.with(
                        Amounts.GPUS, gpus.matches("[0-9]{1,9}") ? Long.parseLong(gpus) : gpus.split(",", -1).length);
    }

    private static NetworkView view(String name, List<Host> hosts) {
        return NetworkView.star(name, hosts);
    }
}
