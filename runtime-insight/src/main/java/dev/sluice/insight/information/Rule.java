package dev.sluice.insight.information;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Picks one of several answers: the least generalized; among these the most certain, among these the latest. */
final class Rule {
    /** Upper bound of the difference between the clocks of hosts. */
    private static final Duration SKEW = Duration.ofMinutes(5);

    private Rule() {}

    /** The picked answer; empty if there are none. */
    static Optional<Answer> pick(Collection<Answer> answers, Instant now) {
        return answers.stream().min(order(now));
    }

    private static Comparator<Answer> order(Instant now) {
        Comparator<Answer> recent = Comparator.comparing(
                        (Answer answer) -> recency(answer.fact().time(), now))
                .reversed();
        return Comparator.comparing(Answer::kin)
                .thenComparing(Answer::step)
                .thenComparingDouble(Rule::relativeError)
                .thenComparing(recent);
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
