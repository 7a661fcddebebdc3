package dev.sluice.master.record;

import dev.sluice.model.record.RunSpreads;
import dev.sluice.net.message.SubMasterWorkers;
import java.util.function.Consumer;

/**
 * The times of a run whose quantiles are shown. Those of units arrive with their results, from below sub-masters too;
 * starts and round trips there are in the reports of the sub-masters. Confined to the master loop.
 */
public final class RunTimes {
    private final Durations units = new Durations();
    private final Durations starts = new Durations();
    private final Durations roundTrips = new Durations();
    private final Durations accepts = new Durations();
    private Consumer<Durations> accepted = to -> {};

    /** Sets from where the durations of {@code accept} are taken. */
    public void acceptedBy(Consumer<Durations> source) {
        accepted = source;
    }

    /** Computing times of units, by the clock of the worker. */
    public Durations units() {
        return units;
    }

    /** The time from the start of each worker until its slots were ready, as {@code starting} in the ledger. */
    public Durations starts() {
        return starts;
    }

    /** Round trips of heartbeats between a master and a worker or sub-master. */
    public Durations roundTrips() {
        return roundTrips;
    }

    /** Adds what a sub-master reports. */
    public void below(SubMasterWorkers.Times reported) {
        starts.add(reported.starts());
        roundTrips.add(reported.roundTrips());
    }

    /** Takes out what a sub-master has not reported yet. */
    public SubMasterWorkers.Times unreported() {
        return new SubMasterWorkers.Times(starts.take(), roundTrips.take());
    }

    /** The quantiles so far. */
    public RunSpreads spreads() {
        accepted.accept(accepts);
        return new RunSpreads(units.spread(), starts.spread(), roundTrips.spread(), accepts.spread());
    }
}
