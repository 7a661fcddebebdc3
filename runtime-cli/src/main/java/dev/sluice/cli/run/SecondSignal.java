package dev.sluice.cli.run;

import java.util.concurrent.TimeUnit;

/** The second Ctrl-C: whatever hangs, the process ends. */
final class SecondSignal {
    private static final long MILLIS = 2_000;

    private SecondSignal() {}

    /** Ends the process in a few seconds, if it has not ended by itself. */
    static void haltLater(Launchers launchers, int exitCode) {
        Thread killer = new Thread(
                () -> {
                    try {
                        launchers.awaitEnd(MILLIS);
                        TimeUnit.MILLISECONDS.sleep(MILLIS);
                        Runtime.getRuntime().halt(exitCode);
                    } catch (InterruptedException over) {
                        Runtime.getRuntime().halt(exitCode);
                    }
                },
                "sluice-halt");
        killer.setDaemon(true);
        killer.start();
    }
}
