package dev.sluice.net.transport;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/** Finds the addresses at which workers of other hosts reach a listening master. */
public final class ReachableAddresses {
    private ReachableAddresses() {}

    /** The bound address; where that is the wildcard address, one address for each network interface and name. */
    public static List<InetSocketAddress> of(InetSocketAddress bound) {
        if (!bound.getAddress().isAnyLocalAddress()) {
            return List.of(bound);
        }
        List<InetSocketAddress> addresses = new ArrayList<>();
        try {
            for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
                if (each.isUp() && !each.isLoopback()) {
                    each.inetAddresses()
                            .filter(Inet4Address.class::isInstance)
                            .forEach(host -> addresses.add(new InetSocketAddress(host, bound.getPort())));
                }
            }
            addresses.add(InetSocketAddress.createUnresolved(
                    InetAddress.getLocalHost().getHostName(), bound.getPort()));
        } catch (SocketException | UnknownHostException e) {
            // the loopback address below is always there
        }
        addresses.add(new InetSocketAddress(InetAddress.getLoopbackAddress(), bound.getPort()));
        return addresses;
    }
}
