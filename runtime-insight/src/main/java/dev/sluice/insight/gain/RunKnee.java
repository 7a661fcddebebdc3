package dev.sluice.insight.gain;

import dev.sluice.model.flow.FlowSolution;
import dev.sluice.model.flow.Limit;
import dev.sluice.model.flow.Placement;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.pool.GainCurve;
import dev.sluice.model.simulate.World;
import java.util.Map;
import java.util.TreeMap;

/**
 * The knee of a running run by the flow model: how many slots like its own are useful to it, and what limits them. The
 * master's work, its link and the links to sites are as the run measured them. Any thread.
 *
 * @param slots 0 if the run shows no limit
 * @param limit "the master's link"; empty if there is none
 */
public record RunKnee(int slots, String limit) {
    /** The run shows no limit, or is not measured yet. */
    public static final RunKnee UNKNOWN = new RunKnee(0, "");

    /** The limit of a run whose results come faster than the master takes them. */
    static final String MASTER = "the master's work on results";

    /** A limit far beyond the present slots is none yet: the run learns of it when it has more. */
    private static final int TIMES = 8;

    private static final int LEAST_REACH = 128;
    private static final int MOST_SLOTS = 65_536;

    /** Fewer units say nothing. */
    private static final long FEWEST_UNITS = 20;

    /** A rate that grows more with the last doubling of slots has no limit in reach. */
    private static final double GROWS = 1.001;

    /**
     * Computes the knee.
     *
     * @param loopSeconds time of the master's loop for one result, where it is a limit; else 0 [s]
     * @param hosts that sent results at the same time. A link that one host has used may be its own, so that it does
     *     not limit others
     * @param minGain the rate at the knee is at most this part below the highest
     */
    public static RunKnee of(GainInput input, double loopSeconds, int hosts, double minGain) {
        GainWork work = input.work();
        boolean measured = !input.workers().isEmpty()
                && work.unitSeconds() > 0
                && work.doneUnits() >= FEWEST_UNITS
                && input.network().known();
        double resultSeconds = Math.max(work.acceptSeconds(), loopSeconds);
        if (!measured || resultSeconds <= 0 && input.world().isUnlimited()) {
            return UNKNOWN;
        }
        RunKnee knee = new Search(input, resultSeconds).knee(minGain);
        return hosts < 2 && !knee.limit().equals(MASTER) ? UNKNOWN : knee;
    }

    /** Rates of the run by number of slots. Used once. */
    private static final class Search {
        private final World world;
        private final GainInput input;
        private final UnitCosts costs;
        private final int mostSlots;
        private final Map<Integer, Double> rates = new TreeMap<>();

        Search(GainInput input, double resultSeconds) {
            this.input = input;
            this.world = input.world();
            UnitCosts known = input.work().costs();
            this.costs = new UnitCosts(
                    known.unitSeconds(), resultSeconds, known.inputBytes(), known.resultBytes(), known.setupBytes());
            this.mostSlots = Math.min(MOST_SLOTS, Math.max(LEAST_REACH, TIMES * Math.min(MOST_SLOTS, world.slots())));
        }

        RunKnee knee(double minGain) {
            double highest = rate(mostSlots);
            if (highest > GROWS * rate(mostSlots / 2)) {
                return UNKNOWN;
            }
            int below = 0;
            int above = mostSlots / 2;
            while (above - below > 1) {
                int middle = (below + above) >>> 1;
                if (rate(middle) >= (1 - minGain) * highest) {
                    above = middle;
                } else {
                    below = middle;
                }
            }
            GainCurve curve = GainCurve.of(
                    rates.keySet().stream().mapToInt(Integer::intValue).toArray(),
                    rates.values().stream().mapToDouble(Double::doubleValue).toArray());
            return new RunKnee(curve.knee(minGain), limit(flow(mostSlots)));
        }

        private double rate(int slots) {
            return rates.computeIfAbsent(slots, count -> flow(count).rate());
        }

        private FlowSolution flow(int slots) {
            World like = world.withSlots(slots);
            return Placement.solve(like.view(), costs).solution(0, like.hosts());
        }

        private String limit(FlowSolution flow) {
            if (flow.limits().isEmpty()) {
                return "";
            }
            Limit first = flow.limits().get(0);
            return switch (first.kind()) {
                case RESOURCE -> flow.name(first);
                case MASTER -> MASTER;
                case MASTER_PORT -> "the master's link";
                case LINK -> input.network().links().get(first.index()).name();
                case WORKER_PORT, WORKER, LATENCY -> "the link of its workers";
            };
        }
    }
}
