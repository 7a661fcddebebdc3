package dev.sluice.api.unit;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The processors of a unit, for the processes that compute units on this host. A worker says how many slots share the
 * host; before, one unit has all processors. Any thread.
 */
public final class UnitProcessors {
    /** The variables by which libraries learn how many threads to start. */
    private static final List<String> THREADS = List.of(
            "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS", "RAYON_NUM_THREADS");

    /** The system property by which a run that starts several workers on this host tells them how many there are. */
    public static final String WORKERS_PROPERTY = "sluice.host-workers";

    private record Shares(int slots, boolean pinned) {}

    private static volatile Shares shares = new Shares(1, false);

    private UnitProcessors() {}

    /**
     * Sets how units share the processors of this process. For workers.
     *
     * @param slots units computed at a time
     * @param pinned whether each process that computes units has processors of its own
     */
    public static void share(int slots, boolean pinned) {
        shares = new Shares(Math.max(1, slots), pinned);
    }

    /** Processors of a unit that does not say how many it needs: an equal part of those of this host, at least 1. */
    public static int each() {
        return Math.max(1, Runtime.getRuntime().availableProcessors() / shares.slots / workersHere());
    }

    /** The workers of a run that share this host. */
    public static int workersHere() {
        return Math.max(1, Integer.getInteger(WORKERS_PROPERTY, 1));
    }

    /** Tells whether each process that computes units has processors of its own. */
    static boolean pinned() {
        return shares.pinned;
    }

    /**
     * Variables that let the libraries of a unit start a thread for each of its processors.
     *
     * @param processors their number, or a text that becomes it
     * @param environment of this process, whose variables stay as the user has set them
     */
    public static Map<String, String> threads(String processors, Map<String, String> environment) {
        Map<String, String> variables = new TreeMap<>();
        for (String name : THREADS) {
            if (!environment.containsKey(name)) {
                variables.put(name, processors);
            }
        }
        return variables;
    }
}
