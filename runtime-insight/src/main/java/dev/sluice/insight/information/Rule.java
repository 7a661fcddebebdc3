package dev.sluice.insight.information;

import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Which of several answers counts. */
public enum Rule {
    /** What was widened least; of these the surest, of these the latest. */
    EXACT,
    /** The latest; of these what was widened least. */
    RECENT,
    /** The surest, relative to its value; of these what was widened least. */
    SURE;

    /** Clocks of hosts differ by less. */
    private static final Duration SKEW = Duration.ofMinutes(5);

    /** The answer that counts; empty when there is none. */
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

    /** What is not known sorts behind everything that is. */
    private static double relativeError(Answer answer) {
        double relative = answer.estimate()
                .map(number -> Math.abs(number.error() / number.value()))
                .orElse(0.0);
        return Double.isNaN(relative) ? Double.POSITIVE_INFINITY : relative;
    }

    /** A time that has not come yet is of a clock that was wrong: nobody knows how old that is. */
    static Instant recency(Instant time, Instant now) {
        return time.isAfter(now.plus(SKEW)) ? Instant.EPOCH : time;
    }
}
