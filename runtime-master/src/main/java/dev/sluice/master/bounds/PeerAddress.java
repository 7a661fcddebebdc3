package dev.sluice.master.bounds;

import java.util.Arrays;
import java.util.List;

/**
 * Names the peer behind a worker by what it cannot choose: the address of its host. A peer without an address is on
 * this machine, proven to be of the same user, and counts as the process that it says to be.
 */
public final class PeerAddress {
    /** Groups of an IPv6 address that name the network; a host may choose the others freely. */
    private static final int NETWORK_GROUPS = 4;

    private PeerAddress() {}

    /**
     * The name of a peer.
     *
     * @param address of its host, without a port; empty if there is none
     * @param host that it names itself
     * @param pid that it names itself
     */
    public static String of(String address, String host, long pid) {
        return address.isEmpty() ? host + "/" + pid : network(address);
    }

    /**
     * The name of the host of a peer, by which it is excluded when units fail on it. Hosts behind one address differ by
     * the names that they give themselves; a sub-master stands for other hosts.
     *
     * @param peer its name
     * @param address of its host, without a port; empty if there is none
     * @param host that it names itself
     */
    public static String hostOf(String peer, String address, String host, boolean subMaster) {
        String name = address.isEmpty() ? host : peer + " " + host;
        return subMaster ? "below " + name : name;
    }

    /** The network that the address of a host shows: the first 24 bits of an IPv4, or 64 of an IPv6 address. */
    public static String site(String address, String host) {
        int last = address.lastIndexOf('.');
        return address.isEmpty() ? host : last > 0 ? address.substring(0, last) + ".0/24" : network(address);
    }

    /** The address, or the /64 network of an IPv6 address, whose groups are all written out. */
    private static String network(String address) {
        List<String> groups = Arrays.asList(address.split(":", -1));
        return groups.size() <= NETWORK_GROUPS ? address : String.join(":", groups.subList(0, NETWORK_GROUPS));
    }
}
