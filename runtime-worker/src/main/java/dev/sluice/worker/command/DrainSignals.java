package dev.sluice.worker.command;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import sun.misc.Signal;
import sun.misc.SignalHandler;

/**
 * SIGTERM and SIGINT: the first asks the worker to drain, the second ends the process at once with 128 and the signal's
 * number.
 */
final class DrainSignals {
    private static final int EXIT_BASE = 128;

    private DrainSignals() {}

    /** @param first receives the signal's name, on a thread of the platform */
    static void install(Consumer<String> first) {
        AtomicInteger seen = new AtomicInteger();
        for (String name : List.of("TERM", "INT")) {
            try {
                Signal.handle(new Signal(name), signal -> {
                    if (seen.getAndIncrement() == 0) {
                        first.accept("SIG" + signal.getName());
                    } else {
                        Runtime.getRuntime().halt(EXIT_BASE + signal.getNumber());
                    }
                });
            } catch (IllegalArgumentException e) {
                // the JVM was started with -Xrs: the operating system's own handling stays
                continue;
            }
        }
    }

    /** Survives the end of the terminal or the connection from which the worker was started. */
    static void ignoreHangup() {
        try {
            Signal.handle(new Signal("HUP"), SignalHandler.SIG_IGN);
        } catch (IllegalArgumentException e) {
            // the JVM was started with -Xrs: the operating system's own handling stays
        }
    }
}
