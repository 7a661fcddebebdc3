package dev.sluice.insight.gain;

import dev.sluice.model.simulate.Machines;
import dev.sluice.model.simulate.RecordedWorkload;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A run that was, for the simulator: its machines, its units, and the way in which they were handed out. Immutable.
 *
 * @param workload its units, with times on a slot of speed 1
 * @param machines its hosts; each worker starts when it could compute
 * @param unitSeconds mean time of a unit on a slot of speed 1 [s]
 * @param resultSeconds time of the master for one result [s]
 */
public record RunReplica(
        Workload workload,
        Machines machines,
        Overheads overheads,
        SimulationTerms terms,
        double unitSeconds,
        double resultSeconds) {
    /** Times of more units are not kept one by one. */
    static final long MOST_UNITS = 4_000_000;

    /** Standard deviations by which a mean differs from another by more than chance. */
    private static final double DEVIATIONS = 2;

    /**
     * The replica of a run.
     *
     * @param measured of the run
     * @param units the recorded times of its units, as they took where they were computed
     */
    public static RunReplica of(GainInput measured, RecordedUnits units) {
        return of(measured, units, 1);
    }

    /**
     * The same for another draw of the units without a recorded time.
     *
     * @param seed equal seeds draw equal units
     */
    public static RunReplica of(GainInput measured, RecordedUnits recorded, long seed) {
        HostLoads loads = HostLoads.of(measured, recorded);
        RecordedUnits units = loads.free(recorded);
        GainInput input = withSureSpeeds(loads.free(measured, recorded, units), units);
        RunWorld world = RunWorld.of(input);
        int links = input.network().links().size();
        if (input.terms().script().all(Script.Capacity.class).anyMatch(step -> step.link() >= links)) {
            world = world.with(input.network().withLinkOfMaster());
        }
        Machines machines = world.allMachines(input.work().unitSeconds());
        long[] starts = new long[machines.view().hosts().size()];
        Arrays.fill(starts, Machines.USUAL_START);
        for (int i = 0; i < input.workers().size(); i++) {
            starts[i + 1] = Math.round(input.workers().get(i).readySeconds() * 1e9);
        }
        int sub = 1 + input.workers().size();
        for (GainNetwork.GainSubMaster each : input.network().subMasters()) {
            starts[sub++] = Math.round(each.readySeconds() * 1e9);
        }
        if (input.terms().script().all(Script.OfHost.class).anyMatch(step -> step.host() >= starts.length)) {
            throw new IllegalArgumentException("a change of a host that the run has not");
        }
        int all = machines.view().links().size();
        if (input.terms().script().all(Script.Capacity.class).anyMatch(step -> step.link() >= all)) {
            throw new IllegalArgumentException("a change of a link that the run has not");
        }
        return new RunReplica(
                workload(input, units, seed),
                machines.withStarts(starts),
                input.overheads().withStart(0),
                input.terms().withScript(input.terms().script().plus(loads.script())),
                input.work().unitSeconds(),
                input.work().acceptSeconds());
    }

    /**
     * Takes hosts for equally fast whose mean unit times differ no more than those of so many units differ by chance.
     * Another policy would else find the long units of a host on other hosts, shortened.
     */
    private static GainInput withSureSpeeds(GainInput input, RecordedUnits units) {
        GainWork work = input.work();
        double spread = work.spreadSeconds() / work.unitSeconds();
        double slots = input.workers().stream().mapToInt(GainWorker::slots).sum();
        Map<String, Long> known = units.complete(work) ? units.unitsOfWorkers() : null;
        List<GainWorker> workers = input.workers().stream()
                .map(worker -> {
                    double usual = work.doneUnits() * worker.slots() / slots;
                    double count = Math.max(1, known == null ? usual : known.getOrDefault(worker.name(), 0L));
                    double chance = DEVIATIONS * spread / Math.sqrt(count);
                    boolean sure = Math.abs(worker.unitSeconds() / work.unitSeconds() - 1) > chance;
                    return sure ? worker : worker.withUnitSeconds(work.unitSeconds());
                })
                .toList();
        return input.with(work, workers);
    }

    private static Workload workload(GainInput input, RecordedUnits units, long seed) {
        GainWork work = input.work();
        if (work.units() > MOST_UNITS) {
            return work.workload(work.cycles(), Math.round(work.unitsOfCycle()), seed);
        }
        long[][] nanos = units.nanos(input);
        long longest =
                Arrays.stream(nanos).mapToLong(cycle -> cycle.length).max().orElse(1);
        GainWork rest = units.rest(work, nanos);
        return new RecordedWorkload(rest.workload(1, Math.max(1, longest), seed), nanos);
    }
}
