package dev.sluice.net.runfile;

import java.io.IOException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The machine that this process runs on. */
public final class ThisHost {
    private static final int MOST_ADDRESSES = 15;

    private ThisHost() {}

    /** The host's own name, the same in every process; {@code localhost} if it is unknown. */
    public static String name() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }

    /**
     * Identifies this machine since its start and the network that this process sees, so that a container or a network
     * namespace counts as a machine of its own. The host's name where the system does not tell.
     */
    public static String machine() {
        try {
            String boot =
                    Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
            return boot + "/" + Files.readSymbolicLink(Path.of("/proc/self/ns/net"));
        } catch (IOException | UnsupportedOperationException e) {
            return name();
        }
    }

    /** The addresses of this machine for others, at most 15. */
    public static List<String> addresses() {
        List<String> addresses = new ArrayList<>();
        try {
            for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
                if (each.isUp() && !each.isLoopback()) {
                    each.inetAddresses()
                            .filter(Inet4Address.class::isInstance)
                            .map(InetAddress::getHostAddress)
                            .forEach(addresses::add);
                }
            }
        } catch (SocketException e) {
            // others know one address of this machine
        }
        return addresses.subList(0, Math.min(addresses.size(), MOST_ADDRESSES));
    }

    /**
     * The number of the user of this process.
     *
     * @throws IOException where there is no {@code /proc}
     * @throws UnsupportedOperationException where the system has no numbers for users
     */
    public static Object user() throws IOException {
        return Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    }
}
