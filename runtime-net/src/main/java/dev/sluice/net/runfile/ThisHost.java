package dev.sluice.net.runfile;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The machine that this process runs on. */
public final class ThisHost {
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

    /**
     * The number of the user of this process.
     *
     * @throws IOException where there is no {@code /proc}
     * @throws UnsupportedOperationException where the system has no numbers for users
     */
    static Object user() throws IOException {
        return Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    }
}
