package dev.sluice.net.runfile;

import java.net.InetAddress;
import java.net.UnknownHostException;

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
}
