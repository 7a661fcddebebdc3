package dev.sluice.net.transport;

/** System properties that Netty reads when its classes are loaded. A property that is set already is left alone. */
public final class NettySettings {
    static {
        // Otherwise Netty includes the address of a network card in the names of channels, which appear only in its own
        // log lines, and warns on a machine without a card.
        set("io.netty.machineId", "02:00:00:00:00:00");
        // Netty's events for the flight recorder would load the recorder, which takes 0.2 s.
        set("io.netty.jfr.enabled", "false");
    }

    private NettySettings() {}

    private static void set(String property, String value) {
        if (System.getProperty(property) == null) {
            System.setProperty(property, value);
        }
    }

    /** Sets the properties. Call before the first use of Netty; any thread. */
    public static void apply() {
        // the static initializer has done it
    }
}
