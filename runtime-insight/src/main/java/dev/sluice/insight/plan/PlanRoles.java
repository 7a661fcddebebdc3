package dev.sluice.insight.plan;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.net.runfile.ThisHost;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which hosts of a view may do what.
 *
 * @param masters names of hosts that may have the master; empty: any
 * @param workers names of hosts that may have a worker; empty: any
 */
public record PlanRoles(Set<String> masters, Set<String> workers) {
    /** Every host may have the master and a worker. */
    public static final PlanRoles ANY = new PlanRoles(Set.of(), Set.of());

    public PlanRoles {
        masters = Collections.unmodifiableSet(new LinkedHashSet<>(masters));
        workers = Collections.unmodifiableSet(new LinkedHashSet<>(workers));
    }

    boolean isMaster(Host host) {
        return masters.isEmpty() || masters.contains(host.name());
    }

    boolean isWorker(Host host) {
        return workers.isEmpty() || workers.contains(host.name());
    }

    /**
     * The same without workers on other hosts than these.
     *
     * @throws SluiceException if no host is left for a worker
     */
    PlanRoles among(List<Host> hosts) {
        Set<String> left = hosts.stream().filter(this::isWorker).map(Host::name).collect(Collectors.toSet());
        if (left.isEmpty()) {
            throw new SluiceException(
                    ErrorCode.USAGE,
                    "the plan: no host may have a worker (expected: one that is not excluded, answers, and has memory"
                            + " for a unit)");
        }
        return new PlanRoles(masters, left);
    }

    /** The hosts of a view that are this machine, by name; none if it is not in the view. */
    public static Set<String> here(NetworkView view) {
        return view.hosts().stream()
                .filter(PlanRoles::isHere)
                .map(Host::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Tells whether a host of a view is this machine, by its name or its address. */
    public static boolean isHere(Host host) {
        if (host.name().equals(ThisHost.name())) {
            return true;
        }
        if (!host.address().matches("[0-9.]+|[0-9a-fA-F:]*:[0-9a-fA-F:.]*")) {
            return false;
        }
        try {
            InetAddress address = InetAddress.getByName(host.address());
            return !address.isLoopbackAddress() && NetworkInterface.getByInetAddress(address) != null;
        } catch (UnknownHostException | SocketException notHere) {
            return false;
        }
    }
}
