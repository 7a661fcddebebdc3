package dev.sluice.app.each.output;

import dev.sluice.app.each.job.Outcome;
import java.util.function.LongSupplier;

/**
 * Counts outcomes and decides when a run stops and with which exit code. Pure: no clock, no file. Confined to one
 * thread; any may read the number of failures.
 */
final class HaltState {
    /** A run without any success stops after this number of failures, unless the user gives a rule. */
    static final int HOPELESS = 20;

    private static final int MANY_FAILURES = 101;
    private static final int OTHER_ERROR = 255;

    private final HaltRule rule;
    private final long maxFailures;
    private final boolean stopHopeless;
    private final LongSupplier inputs;

    private long succeeded;
    private volatile long failed;
    private boolean untried;
    private int exitCode = -1;
    private HaltDecision decision = HaltDecision.CONTINUE;
    private String reason = "";

    /** @param inputs number of inputs, to which percentages refer; negative as long as it is unknown */
    HaltState(OutputSettings settings, LongSupplier inputs) {
        this.rule = settings.haltRule();
        this.maxFailures = settings.maxFailures();
        this.stopHopeless = settings.halt().isEmpty() && maxFailures == 0;
        this.inputs = inputs;
    }

    /** Counts an outcome; once the decision is to stop, it stays so. */
    HaltDecision add(Outcome outcome) {
        return add(
                outcome.succeeded(), outcome.signal() > 0 ? 128 + outcome.signal() : Math.max(1, outcome.exitCode()));
    }

    /** Counts an input whose command could not be tried. */
    HaltDecision addUntried() {
        untried = true;
        return add(false, OTHER_ERROR);
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // one thread writes
    private HaltDecision add(boolean success, int code) {
        if (success) {
            succeeded++;
        } else {
            failed++;
        }
        if (decision == HaltDecision.CONTINUE) {
            decide(success, code);
        }
        return decision;
    }

    private void decide(boolean success, int code) {
        if (rule.decision() != HaltDecision.CONTINUE && counts(success) && reached()) {
            decision = rule.decision();
            reason = "--halt " + rule;
            exitCode = codeOfRule(success ? 0 : code);
        } else if (maxFailures > 0 && failed >= maxFailures) {
            decision = HaltDecision.STOP_SOON;
            reason = "--max-failures " + maxFailures;
        } else if (stopHopeless && succeeded == 0 && failed >= HOPELESS) {
            decision = HaltDecision.STOP_SOON;
            reason = "the first " + HOPELESS + " commands failed (--halt never continues in spite of that)";
        }
    }

    private boolean counts(boolean success) {
        return switch (rule.counted()) {
            case FAIL -> !success;
            case SUCCESS -> success;
            case DONE -> true;
        };
    }

    private boolean reached() {
        long counted = switch (rule.counted()) {
            case FAIL -> failed;
            case SUCCESS -> succeeded;
            case DONE -> failed + succeeded;
        };
        long all = inputs.getAsLong();
        return rule.percent() ? all >= 0 && counted * 100 >= all * rule.limit() : counted >= rule.limit();
    }

    private int codeOfRule(int code) {
        if (rule.counted() == HaltRule.Counted.SUCCESS) {
            return 0;
        }
        if (!rule.percent() && rule.limit() == 1) {
            return code;
        }
        return rule.percent() ? percentFailed(inputs.getAsLong()) : failures();
    }

    private int percentFailed(long all) {
        return (int) Math.min(100, (failed * 100 + Math.max(1, all) - 1) / Math.max(1, all));
    }

    private int failures() {
        return (int) Math.min(failed, MANY_FAILURES);
    }

    /**
     * Returns the exit code as GNU parallel does: number of failures, 101 for more than 100; with a rule, what the rule
     * says. A command that could not be tried is an error of another kind.
     */
    int exitCode() {
        if (untried) {
            return OTHER_ERROR;
        }
        if (exitCode >= 0) {
            return exitCode;
        }
        boolean percent = rule.decision() != HaltDecision.CONTINUE && rule.percent();
        return percent ? percentFailed(succeeded + failed) : failures();
    }

    long succeeded() {
        return succeeded;
    }

    long failed() {
        return failed;
    }

    /** Why the run stops early; empty if it does not. */
    String reason() {
        return reason;
    }
}
