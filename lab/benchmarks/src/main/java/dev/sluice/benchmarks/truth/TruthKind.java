package dev.sluice.benchmarks.truth;

import java.util.Locale;

/** Tells where the workers of a case are. */
enum TruthKind {
    /** On hosts of a test network, which ssh reaches. */
    HOSTS,
    /** In the process of the master. */
    EMBEDDED,
    /** In processes on the master's machine. */
    LOCAL;

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
