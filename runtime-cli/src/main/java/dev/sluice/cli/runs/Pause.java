package dev.sluice.cli.runs;

import java.util.concurrent.TimeUnit;

/** Passes the time between two looks at a run. Tests let the run change instead. */
@FunctionalInterface
interface Pause {
    /** Time between two looks [ms]: short beside the time in which a person notices a delay. */
    long LOOK_MILLIS = 200;

    void pause() throws InterruptedException;

    /** The pause of commands. */
    static Pause real() {
        return () -> TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
    }
}
