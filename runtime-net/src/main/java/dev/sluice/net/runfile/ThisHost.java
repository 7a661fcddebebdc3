package dev.sluice.net.runfile;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** The machine that this process runs on. */
public final class ThisHost {
    private ThisHost() {}

    /** What it calls itself, the same in every process; {@code localhost} where it does not know its name. */
    public static String name() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
