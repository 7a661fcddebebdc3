package dev.sluice.testing;

/** The failure of a run of a {@link SeededTest}, with the seed that repeats it. */
final class SeededFailure extends AssertionError {
    private static final long serialVersionUID = 1L;

    SeededFailure(long seed, Throwable cause) {
        super("With seed " + seed + " (replay: -D" + SeededRuns.SEED_PROPERTY + "=" + seed + "): " + cause, cause);
        setStackTrace(cause.getStackTrace());
    }
}
