package dev.sluice.insight.gain;

import dev.sluice.model.schedule.Event;
import dev.sluice.model.simulate.Growth;
import dev.sluice.model.simulate.RecordedWorkload;
import dev.sluice.model.simulate.Run;
import dev.sluice.model.simulate.Script;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.SizedWorkload;
import dev.sluice.model.simulate.Workload;
import dev.sluice.model.simulate.World;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A run that was, for the simulator: its machines, its units, and the way in which they were handed out. Immutable.
 *
 * @param run its units have times on a slot of speed 1; each worker starts when it could compute
 * @param unitSeconds mean time of a unit on a slot of speed 1 [s]
 */
public record RunReplica(Run run, double unitSeconds) {
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
        GainInput input = withSureSpeeds(levelled(loads.free(measured, recorded, units), units), units);
        int links = input.network().links().size();
        boolean port = input.terms().script().all(Script.Capacity.class).anyMatch(step -> step.link() >= links);
        World world = input.world(port ? input.network().withLinkOfMaster() : input.network());
        int hosts = world.view().hosts().size();
        if (input.terms().script().all(Script.OfHost.class).anyMatch(step -> step.host() >= hosts)) {
            throw new IllegalArgumentException("a change of a host that the run has not");
        }
        int all = world.view().links().size();
        if (input.terms().script().all(Script.Capacity.class).anyMatch(step -> step.link() >= all)) {
            throw new IllegalArgumentException("a change of a link that the run has not");
        }
        SimulationTerms terms = input.terms().withScript(input.terms().script().plus(loads.script()));
        return new RunReplica(
                new Run(world.with(input.overheads().withStart(0), terms), workload(input, units, seed)),
                input.work().unitSeconds());
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

    /**
     * The speeds of hosts by units of equal needs: a host with the long kinds is not slow. Measured if each unit has
     * its own time.
     */
    private static GainInput levelled(GainInput input, RecordedUnits units) {
        GainWork work = input.work();
        if (work.kinds().isEmpty() || !units.complete(work)) {
            return input;
        }
        Map<String, Double> expected = units.secondsByKind(work);
        Map<String, Double> taken = units.secondsOfWorkers();
        return input.with(
                work,
                input.workers().stream()
                        .map(worker -> {
                            double usual = expected.getOrDefault(worker.name(), 0.0);
                            double times = usual > 0 ? taken.getOrDefault(worker.name(), 0.0) / usual : 1;
                            return worker.withUnitSeconds(work.unitSeconds() * (times > 0 ? times : 1));
                        })
                        .toList());
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
        Workload recorded = new RecordedWorkload(rest.plain(1, Math.max(1, longest), seed), nanos);
        return work.kinds().isEmpty() && work.growth().isEmpty() ? recorded : sized(work, recorded);
    }

    /** The same units with their needs, and as they came. */
    private static Workload sized(GainWork work, Workload recorded) {
        List<List<Event.Sized>> kinds = new ArrayList<>();
        List<List<Growth>> growth = new ArrayList<>();
        for (int cycle = 0; cycle < recorded.cycles(); cycle++) {
            kinds.add(work.kindsOf(cycle, recorded.units(cycle)));
            growth.add(work.growthOf(cycle, recorded.units(cycle)));
        }
        return new SizedWorkload(recorded, kinds, growth);
    }
}
