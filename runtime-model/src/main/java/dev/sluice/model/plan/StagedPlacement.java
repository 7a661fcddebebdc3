package dev.sluice.model.plan;

import dev.sluice.model.flow.FlowSolution;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.simulate.StagedFiles;
import dev.sluice.model.simulate.World;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Places the master of a run that begins with the transfer of files: on the host from which the run ends first, by the
 * flow model. Without files, or without a number of units, the highest rate decides.
 *
 * @param units number of units; 0 if unknown
 */
public record StagedPlacement(Placement placement, StagedFiles files, long units) {
    /** Limit of candidates, those with the highest rates. */
    private static final int MOST_CANDIDATES = 64;

    /** A difference below this fraction is a rounding error. */
    private static final double ROUNDING = 1e-9;

    private boolean isNone() {
        return files.isNone() || units == 0;
    }

    /** The master's host. */
    public int master() {
        int best = placement.best();
        if (isNone()) {
            return best;
        }
        double least = seconds(best);
        for (int host :
                Arrays.stream(placement.ranking()).limit(MOST_CANDIDATES).toArray()) {
            double seconds = seconds(host);
            if (seconds < least * (1 - ROUNDING)) {
                best = host;
                least = seconds;
            }
        }
        return best;
    }

    /** Time of the run with the master on this host and workers where the flow has them; infinite without any [s]. */
    public double seconds(int master) {
        FlowSolution flow = placement.solution(master);
        return staging(flow).runSeconds(units, rates(flow));
    }

    /** The hosts with workers in the flow to this master, in descending order of the units that they compute. */
    public int[] workers(int master) {
        FlowSolution flow = placement.solution(master);
        if (isNone()) {
            return flow.workers();
        }
        Staging staging = staging(flow);
        double end = staging.runSeconds(units, rates(flow));
        return Arrays.stream(flow.workers())
                .boxed()
                .sorted(Comparator.comparingDouble(
                        host -> -flow.hostRate(host) * Math.max(0, end - staging.seconds(host))))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    private Staging staging(FlowSolution flow) {
        return Staging.of(new World(placement.view(), flow.master(), flow.workers()), files);
    }

    private double[] rates(FlowSolution flow) {
        double[] rates = new double[placement.view().hosts().size()];
        for (int host : flow.workers()) {
            rates[host] = flow.hostRate(host);
        }
        return rates;
    }
}
