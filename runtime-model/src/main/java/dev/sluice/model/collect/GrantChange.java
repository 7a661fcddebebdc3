package dev.sluice.model.collect;

import dev.sluice.model.Written;

/**
 * A change of the number of grants.
 *
 * @param nanos time of the change, on the driver's clock
 * @param limit g after the change
 * @param way index of the desk among those of {@link GrantDesks}, the nearest first
 */
public record GrantChange(
        @Written(value = "seconds", per = 1e9) long nanos, int limit, Why why, int way) {
    /** A change at the only desk. */
    public GrantChange(long nanos, int limit, Why why) {
        this(nanos, limit, why, 0);
    }

    GrantChange of(int otherWay) {
        return new GrantChange(nanos, limit, why, otherWay);
    }

    /** The same change on a clock that starts at this time. */
    public GrantChange since(long startNanos) {
        return new GrantChange(nanos - startNanos, limit, why, way);
    }

    /** Reasons for a change. */
    public enum Why {
        START("the first offer"),
        CLIMB("trying more: fewer is worse, or not known to be better"),
        PROBE("trying another number, as is done now and then"),
        BACK("back from trying: it did not help"),
        BETTER("another number was better"),
        COLLAPSE("goodput collapsed"),
        STALL("a transfer stalled"),
        SENDERS("there are fewer senders");

        private final String sentence;

        Why(String sentence) {
            this.sentence = sentence;
        }

        /** The reason in words. */
        public String sentence() {
            return sentence;
        }
    }
}
