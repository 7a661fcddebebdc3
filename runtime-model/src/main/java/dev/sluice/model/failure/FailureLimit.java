package dev.sluice.model.failure;

import dev.sluice.model.ErrorCode;

/**
 * The number of failed units at which a run stops. A unit has failed if it failed on every worker that tried it.
 *
 * @param kind the rule
 * @param amount units, or percent; not used by the other rules
 */
public record FailureLimit(Kind kind, double amount) {
    /** Units that have ended before a share of them counts. */
    private static final long LEAST_ENDED = 20;

    /** The rules. */
    public enum Kind {
        /**
         * Twenty units have failed, or one for lack of a class, which the others need as well; and none has succeeded.
         */
        ALL_OF_TWENTY,
        /** The given number of units has failed. */
        UNITS,
        /** More than the given percentage of the ended units has failed, and twenty or more have ended. */
        PERCENT,
        /** The run never stops because of failed units. */
        OFF
    }

    /** The rule where the user names none. */
    public static final FailureLimit USUAL = new FailureLimit(Kind.ALL_OF_TWENTY, 0);

    public static final FailureLimit NONE = new FailureLimit(Kind.OFF, 0);

    /**
     * Tells whether the run stops now.
     *
     * @param failed units that failed, over all cycles
     * @param succeeded units whose results were accepted, over all cycles
     * @param latest why the latest unit failed
     */
    public boolean isReached(long failed, long succeeded, ErrorCode latest) {
        return switch (kind) {
            case ALL_OF_TWENTY -> succeeded == 0 && (failed >= LEAST_ENDED || latest == ErrorCode.CLASS_MISSING);
            case UNITS -> failed >= amount;
            case PERCENT -> failed + succeeded >= LEAST_ENDED && 100.0 * failed > amount * (failed + succeeded);
            case OFF -> false;
        };
    }
}
