package dev.sluice.model.record;

import dev.sluice.model.Written;

/**
 * An interval of a run with one bottleneck. Loads are means over the interval, from 0 to 1.
 *
 * @param fromSeconds begin, since the start of the run
 * @param toSeconds end
 * @param regime {@link #COMPUTATION}, {@link #COMMUNICATION}, {@link #OVERHEAD}, {@link #MIXED}, {@link #STARTING} or
 *     {@link #ENDING}
 * @param resource name of the bottleneck, such as "computing", "link wan" or "the master"; empty while too few slots
 *     are busy
 * @param computation share of the busy slot time in compute
 * @param communication use of the busiest link, or share of the busy slot time spent waiting for links
 * @param overhead use of the master, or share of the busy slot time spent around units or waiting for the master
 */
public record RegimeSlice(
        double fromSeconds,
        double toSeconds,
        String regime,
        String resource,
        @Written(digits = 4) double computation,
        @Written(digits = 4) double communication,
        @Written(digits = 4) double overhead) {
    /** The slots are the bottleneck. */
    public static final String COMPUTATION = "computation";
    /** A link is the bottleneck. */
    public static final String COMMUNICATION = "communication";
    /** The master or the cost of each unit is the bottleneck. */
    public static final String OVERHEAD = "overhead";
    /** Two loads are nearly equal. */
    public static final String MIXED = "mixed";
    /** Too few slots have work, because workers are starting. */
    public static final String STARTING = "starting";
    /** Too few slots have work, because a cycle or the run is ending. */
    public static final String ENDING = "ending";

    /** Tells whether slots were busy enough to show a bottleneck. */
    public boolean isKnown() {
        return !regime.equals(STARTING) && !regime.equals(ENDING);
    }

    /** Tells whether both have the same bottleneck. */
    public boolean isLike(RegimeSlice other) {
        return regime.equals(other.regime) && resource.equals(other.resource);
    }

    public double seconds() {
        return toSeconds - fromSeconds;
    }

    /** Both together; the bottleneck is that of the longer one. */
    public RegimeSlice with(RegimeSlice next) {
        double all = Math.max(1e-9, seconds() + next.seconds());
        double part = next.seconds() / all;
        RegimeSlice longer = next.seconds() > seconds() ? next : this;
        return new RegimeSlice(
                fromSeconds,
                next.toSeconds,
                longer.regime,
                longer.resource,
                computation + part * (next.computation - computation),
                communication + part * (next.communication - communication),
                overhead + part * (next.overhead - overhead));
    }
}
