package dev.sluice.cli.process;

import java.lang.management.ManagementFactory;
import java.time.Instant;

/**
 * The time since the command began. It began with the process, unless a program that did something else before executes
 * the command, or the command began on another host, which started this process. Any thread.
 */
public final class CommandClock {
    /** The age of the command at the start of this process, from the host that started it [s]. */
    private static final String BEGAN = "sluice.began";

    private static volatile double began = -before();

    private CommandClock() {}

    /** A command begins in a process that runs already. */
    public static void begin() {
        began = uptime();
    }

    /** Time since the command began [s]. */
    public static double seconds() {
        return uptime() - began;
    }

    /** When the command began, by the clock of this machine; the same at each call. */
    public static Instant began() {
        return Instant.ofEpochMilli(ManagementFactory.getRuntimeMXBean().getStartTime() + Math.round(1e3 * began));
    }

    private static double before() {
        String seconds = System.getProperty(BEGAN, "");
        return seconds.matches("[0-9]{1,6}([.][0-9]{1,3})?") ? Double.parseDouble(seconds) : 0;
    }

    private static double uptime() {
        return ManagementFactory.getRuntimeMXBean().getUptime() / 1e3;
    }
}
