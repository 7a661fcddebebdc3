package dev.sluice.insight.gain;

import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.List;

/**
 * The measurements of a run, of which the model makes the same run and others. {@link GainMeasurement} takes them.
 *
 * @param seconds of the run so far
 * @param workers those that compute
 * @param terms how units were handed out and results came back
 * @param overheads of the runtime
 * @param ledger where the slots' time went
 */
public record GainInput(
        double seconds,
        GainWork work,
        List<GainWorker> workers,
        GainNetwork network,
        SimulationTerms terms,
        Overheads overheads,
        IdleLedger ledger) {
    public GainInput {
        workers = List.copyOf(workers);
    }

    /** The same run with other work and workers. */
    GainInput with(GainWork otherWork, List<GainWorker> otherWorkers) {
        return new GainInput(seconds, otherWork, otherWorkers, network, terms, overheads, ledger);
    }

    /** Mean time of the master per result, with decoding [s]; NaN without results. */
    public double acceptSeconds() {
        return work.doneUnits() == 0 ? Double.NaN : work.acceptSeconds();
    }

    /** Share of the slots' time, 0 to 1. */
    double share(IdleLedger.Line line) {
        return ledger.percent(line) / 100;
    }
}
