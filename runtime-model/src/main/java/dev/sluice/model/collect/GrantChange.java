package dev.sluice.model.collect;

/**
 * The number of grants changed.
 *
 * @param nanos when, on the clock of whoever drives the desk
 * @param limit g from then on
 * @param way of which desk of {@link GrantDesks}, the nearest first
 */
public record GrantChange(long nanos, int limit, Why why, int way) {
    /** On the only way there is. */
    public GrantChange(long nanos, int limit, Why why) {
        this(nanos, limit, why, 0);
    }

    GrantChange of(int otherWay) {
        return new GrantChange(nanos, limit, why, otherWay);
    }

    /** The same on a clock that began at this time. */
    public GrantChange since(long startNanos) {
        return new GrantChange(nanos - startNanos, limit, why, way);
    }

    /** Why it changed. */
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
