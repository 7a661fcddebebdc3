package dev.sluice.model.simulate;

import dev.sluice.model.ResultsKind;
import dev.sluice.model.flow.BalancedRates;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.policy.PlannedWeights;
import dev.sluice.model.policy.PlannedWeights.Rate;
import dev.sluice.model.policy.Weighting;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The planned weights of a run: the flow rates of its machines under the limits of the links and of the master, times
 * what is available of their processors. A sub-master weighs as much as all workers below it, and no more than its way
 * to the master carries.
 */
public final class PlannedShares {
    /** Units of the first cycle whose costs are averaged. */
    private static final long MOST_SAMPLED = 512;

    /** The compute time of units that take none [s]. */
    private static final double LEAST_SECONDS = 1e-12;

    private PlannedShares() {}

    /** The weights of a simulated run; those of its terms if they have any. */
    public static PlannedWeights of(World machines, Workload workload, SimulationTerms terms) {
        boolean planned = terms.handout().used() == Weighting.PLANNED
                || terms.script().steps().stream().anyMatch(PlannedShares::plans);
        if (!planned || !terms.planned().isNone() || workload.units(0) == 0) {
            return planned ? terms.planned() : PlannedWeights.NONE;
        }
        return of(machines, costs(workload), terms.results());
    }

    private static boolean plans(Script.Step step) {
        return step instanceof Script.SwitchPolicy to && to.weighting() == Weighting.PLANNED;
    }

    /**
     * The weights of a run of these machines.
     *
     * @param results results that travel when a cycle has ended slow down no unit
     */
    public static PlannedWeights of(World machines, UnitCosts costs, ResultsKind results) {
        UnitCosts steady = costs.withResults(results);
        Map<Integer, Integer> parents = new HashMap<>();
        for (World.SubMaster sub : machines.subMasters()) {
            sub.children().forEach(child -> parents.put(child, sub.host()));
        }
        int[] workers = machines.hosts();
        NetworkView view = machines.view();
        int master = machines.master();
        double[] rates = BalancedRates.of(view, steady, master, workers, host -> parents.getOrDefault(host, master));
        List<Host> hosts = view.hosts();
        Map<String, Rate> direct = new LinkedHashMap<>();
        for (int worker : workers) {
            direct.put(hosts.get(worker).name(), new Rate(hosts.get(worker).slots(), rates[worker]));
        }
        return PlannedWeights.of(direct, sums(machines, direct));
    }

    /** The sums of all workers below each sub-master; a sub-master comes after its own. */
    private static Map<String, Rate> sums(World machines, Map<String, Rate> workers) {
        List<Host> hosts = machines.view().hosts();
        List<World.SubMaster> subs = machines.subMasters();
        Map<String, Rate> sums = new LinkedHashMap<>();
        for (int i = subs.size() - 1; i >= 0; i--) {
            Rate sum = new Rate(0, 0);
            for (int child : subs.get(i).children()) {
                String name = hosts.get(child).name();
                Rate further = sums.get(name);
                sum = sum.plus(further == null ? workers.getOrDefault(name, new Rate(0, 0)) : further);
            }
            sums.put(hosts.get(subs.get(i).host()).name(), sum);
        }
        return sums;
    }

    /** The mean costs of some units of the first cycle, evenly spread. */
    private static UnitCosts costs(Workload workload) {
        long units = workload.units(0);
        long step = Math.max(1, units / MOST_SAMPLED);
        long count = 0;
        double compute = 0;
        double accept = 0;
        double input = 0;
        double result = 0;
        for (long unit = 0; unit < units; unit += step) {
            count++;
            compute += workload.computeNanos(0, unit);
            accept += workload.acceptNanos(0, unit);
            input += workload.inputBytes(0, unit);
            result += workload.resultBytes(0, unit);
        }
        return new UnitCosts(
                        Math.max(LEAST_SECONDS, compute / count * 1e-9),
                        accept / count * 1e-9,
                        input / count,
                        result / count,
                        workload.setupBytes(0))
                .withCpuShare(workload.cpuShare());
    }
}
