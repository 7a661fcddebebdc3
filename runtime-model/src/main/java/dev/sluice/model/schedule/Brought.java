package dev.sluice.model.schedule;

import java.util.List;

/**
 * What a worker has that another master of the run gave it, mostly a sub-master that died: under that master's
 * attempts.
 *
 * @param cycle to which it belongs
 * @param working units in work or queued
 * @param finished units whose results are there and were not acknowledged
 * @param adopted of these units, those that no master gave to this level: they come with the worker, and only who has
 *     them already can compute them here, since their inputs are elsewhere. Not changed any more
 */
public record Brought(int cycle, List<HeldUnits> working, List<HeldUnits> finished, UnitRanges adopted) {
    /** Nothing. */
    public static final Brought NOTHING = new Brought(-1, List.of(), List.of());

    public Brought {
        working = List.copyOf(working);
        finished = List.copyOf(finished);
    }

    /** Of units that this level was given. */
    public Brought(int cycle, List<HeldUnits> working, List<HeldUnits> finished) {
        this(cycle, working, finished, new UnitRanges());
    }

    /** The same, of which these are adopted. */
    public Brought adopting(UnitRanges units) {
        return new Brought(cycle, working, finished, units);
    }
}
