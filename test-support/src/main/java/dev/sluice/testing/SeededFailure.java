package dev.sluice.testing;

/** What a run of a {@link SeededTest} threw, with the seed that brings it back. */
final class SeededFailure extends AssertionError {
    private static final long serialVersionUID = 1L;

    SeededFailure(long seed, Throwable cause) {
        super("With seed " + seed + " (replay: -D" + SeededRuns.SEED_PROPERTY + "=" + seed + "): " + cause, cause);
        setStackTrace(cause.getStackTrace());
    }
}
