package dev.sluice.insight.information;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Picks one of several answers. */
public enum Rule {
    /** The least generalized; among these the most certain, among these the latest. */
    EXACT,
    /** The latest; among these the least generalized. */
    RECENT,
    /** The most certain, relative to its value; among these the least generalized. */
    SURE;

    /** Upper bound of the difference between the clocks of hosts. */
    private static final Duration SKEW = Duration.ofMinutes(5);

    /** The picked answer; empty if there are none. */
    public Optional<Answer> pick(Collection<Answer> answers, Instant now) {
        return answers.stream().min(order(now));
    }

    private Comparator<Answer> order(Instant now) {
        Comparator<Answer> near = Comparator.comparing(Answer::kin).thenComparing(Answer::step);
        Comparator<Answer> sure = Comparator.comparingDouble(Rule::relativeError);
        Comparator<Answer> recent = Comparator.comparing(
                        (Answer answer) -> recency(answer.fact().time(), now))
                .reversed();
        return switch (this) {
            case EXACT -> near.thenComparing(sure).thenComparing(recent);
            case RECENT -> recent.thenComparing(near).thenComparing(sure);
            case SURE -> sure.thenComparing(near).thenComparing(recent);
        };
    }

    /** The relative error; infinite if unknown, so that it sorts last. */
    private static double relativeError(Answer answer) {
        double relative = answer.estimate()
                .map(number -> Math.abs(number.error() / number.value()))
                .orElse(0.0);
        return Double.isNaN(relative) ? Double.POSITIVE_INFINITY : relative;
    }

    /** The time for comparisons: a time in the future comes from a wrong clock and counts as the oldest. */
    static Instant recency(Instant time, Instant now) {
        return time.isAfter(now.plus(SKEW)) ? Instant.EPOCH : time;
    }
}
