package dev.sluice.cli.process;

import java.lang.management.ManagementFactory;

/**
 * The time since the command began. It began with the process, unless a program that did something else before executes
 * the command. Any thread.
 */
public final class CommandClock {
    private static volatile double began;

    private CommandClock() {}

    /** A command begins in a process that runs already. */
    public static void begin() {
        began = uptime();
    }

    /** Time since the command began [s]. */
    public static double seconds() {
        return uptime() - began;
    }

    private static double uptime() {
        return ManagementFactory.getRuntimeMXBean().getUptime() / 1e3;
    }
}
