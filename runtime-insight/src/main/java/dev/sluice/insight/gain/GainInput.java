package dev.sluice.insight.gain;

import dev.sluice.model.Amounts;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.World.SubMaster;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

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

    /**
     * The world of the run, with the hand-out that held at last. Host 0 is the master's, then come those of the
     * workers, each of which starts when it could compute, and of the sub-masters.
     */
    World world() {
        return world(network);
    }

    /** The same in another network. */
    World world(GainNetwork in) {
        List<Host> hosts = new ArrayList<>();
        List<Long> starts = new ArrayList<>(List.of(World.USUAL_START));
        List<SubMaster> subs = new ArrayList<>();
        hosts.add(new Host("master", in.masterLink(), in.masterPort()));
        for (GainWorker worker : workers) {
            double speed = work.unitSeconds() / worker.unitSeconds();
            String name = "w" + hosts.size();
            hosts.add(new Host(
                    name,
                    worker.link(),
                    worker.port(),
                    worker.slots(),
                    speed,
                    1,
                    1,
                    worker.host(),
                    Amounts.parse(worker.resources())));
            starts.add(Math.round(worker.readySeconds() * 1e9));
        }
        for (int s = 0; s < in.subMasters().size(); s++) {
            GainNetwork.GainSubMaster sub = in.subMasters().get(s);
            subs.add(new SubMaster(hosts.size(), below(s)));
            hosts.add(new Host("s" + (s + 1), sub.link(), sub.port()));
            starts.add(Math.round(sub.readySeconds() * 1e9));
        }
        double ready =
                workers.stream().mapToDouble(GainWorker::readySeconds).average().orElse(0);
        Handout last = terms.handout();
        for (Script.SwitchPolicy change : terms.script().switches()) {
            last = change.from(last);
        }
        return new World(
                new NetworkView("run", in.links(), hosts),
                0,
                IntStream.rangeClosed(1, workers.size()).boxed().toList(),
                subs,
                starts,
                overheads.withStart(Math.round(ready * 1e9)), // so that the master expects all workers
                terms.with(last).withScript(Script.EMPTY));
    }

    /** Hosts of the workers below a sub-master. */
    private List<Integer> below(int subMaster) {
        return IntStream.rangeClosed(1, workers.size())
                .filter(host -> workers.get(host - 1).above() == subMaster)
                .boxed()
                .toList();
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
