package dev.sluice.model.schedule;

import java.util.List;

/**
 * Units that a worker brings under the attempts of another master of the run, usually a sub-master that died.
 *
 * @param cycle the cycle of the units
 * @param working units in work or queued
 * @param finished units whose results were not acknowledged
 * @param adopted the units among these that no master gave to this level. Only the worker that brings them can compute
 *     them here, because other workers have no inputs for them. Must not be modified after construction
 */
public record Brought(int cycle, List<HeldUnits> working, List<HeldUnits> finished, UnitRanges adopted) {
    /** A worker that brings no units. */
    public static final Brought NOTHING = new Brought(-1, List.of(), List.of());

    public Brought {
        working = List.copyOf(working);
        finished = List.copyOf(finished);
    }

    /** Brings units that were given to this level. */
    public Brought(int cycle, List<HeldUnits> working, List<HeldUnits> finished) {
        this(cycle, working, finished, new UnitRanges());
    }

    /** Returns a copy in which the given units are adopted. */
    public Brought adopting(UnitRanges units) {
        return new Brought(cycle, working, finished, units);
    }
}
