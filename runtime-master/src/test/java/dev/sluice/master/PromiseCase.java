package dev.sluice.master;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.Workloads;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.actor.Simulation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;

/**
 * A run whose finish time is asked for, drawn from a seed: its work, its hosts, and what happens to them. Times of what
 * happens are parts of the time that is foretold; what happens after 70 % of it is no case, because nobody could
 * announce it in time.
 *
 * @param cycles of the run
 * @param units of each cycle
 * @param unitSeconds mean time of a unit on a usual slot [s]
 * @param spread standard deviation of the logarithm of a unit's time
 * @param asked the time asked for over the one that is foretold
 * @param active hosts at work at first; 0 for all
 */
record PromiseCase(
        int cycles, int units, double unitSeconds, double spread, double asked, int active, List<DrawnHost> hosts) {
    /** The latest part of the foretold time at which something happens. */
    private static final double LATEST = 0.7;

    /** Limits of the time of a run without trouble [s]. */
    private static final double SHORTEST = 60;

    private static final double LONGEST = 1_800;

    private static final int SAMPLED = 32;

    /** Error of the speed of a host that ran this application before, as a logarithm. */
    private static final double SPEED_ERROR = 0.05;

    /** Tells apart draws with and without trouble, and with and without spare workers. */
    enum Kind {
        ALL(true, true),
        CALM(false, false),
        SPARES(false, true),
        TROUBLE(true, false);

        private final boolean trouble;
        private final boolean spares;

        Kind(boolean trouble, boolean spares) {
            this.trouble = trouble;
            this.spares = spares;
        }
    }

    /**
     * A host.
     *
     * @param slowness times of its units over those of a usual one
     * @param believed the same as the forecast takes it
     * @param late part of the foretold time at which it joins, although it was expected at once; 0 for none
     * @param lost part at which it is lost; infinite for never
     * @param stepFrom part from which its units take {@code step} times as long; infinite for never
     * @param stepTo part until which they do
     */
    record DrawnHost(
            int slots,
            double slowness,
            double believed,
            double late,
            double lost,
            double stepFrom,
            double stepTo,
            double step) {
        private String words() {
            return (late > 0 ? String.format(Locale.ROOT, " late %.2f", late) : "")
                    + (lost < 1 ? String.format(Locale.ROOT, " lost %.2f", lost) : "")
                    + (stepFrom < 1 ? String.format(Locale.ROOT, " load %.1f at %.2f", step, stepFrom) : "");
        }
    }

    static PromiseCase drawn(RandomGenerator random, Kind kind) {
        int count = 2 + random.nextInt(7);
        int disturbed = kind.trouble ? Math.max(0, random.nextInt(4) - 1) : 0; // none in every other run
        boolean late = disturbed > 0 && random.nextBoolean();
        boolean lost = disturbed == 2 && random.nextInt(3) == 0;
        boolean load = disturbed > 0 && (disturbed == 2 || !late);
        List<DrawnHost> hosts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            double slowness = Math.exp(uniform(random, -0.5, 0.5));
            boolean stepped = load && random.nextInt(3) == 0;
            double from = stepped ? uniform(random, 0.05, LATEST) : Double.POSITIVE_INFINITY;
            hosts.add(new DrawnHost(
                    1 + random.nextInt(4),
                    slowness,
                    slowness * Math.exp(SPEED_ERROR * random.nextGaussian()),
                    late && random.nextInt(3) == 0 ? uniform(random, 0.02, 0.3) : 0,
                    lost && i == 1 ? uniform(random, 0.05, LATEST) : Double.POSITIVE_INFINITY,
                    from,
                    random.nextBoolean() ? from + uniform(random, 0.1, 0.5) : Double.POSITIVE_INFINITY,
                    uniform(random, 1.3, 3)));
        }
        int active = kind.spares && random.nextInt(3) == 0 ? Math.max(1, count - 2) : count;
        int cycles = 1 + random.nextInt(4);
        int units = 200 + random.nextInt(600);
        double rate = hosts.subList(0, active).stream()
                .mapToDouble(host -> host.slots() / host.slowness())
                .sum();
        double length = Math.exp(uniform(random, Math.log(SHORTEST), Math.log(LONGEST)));
        return new PromiseCase(
                cycles,
                units,
                length * rate / (cycles * units),
                uniform(random, 0, 0.4),
                Math.exp(uniform(random, Math.log(0.8), Math.log(2))),
                active < count ? active : 0,
                hosts);
    }

    private static double uniform(RandomGenerator random, double from, double to) {
        return from + (to - from) * random.nextDouble();
    }

    /** Time of a unit on a usual slot [s]. */
    double seconds(long unit) {
        double normal = Math.sqrt(-2 * Math.log(hashed(2 * unit + 1))) * Math.cos(2 * Math.PI * hashed(2 * unit + 2));
        return unitSeconds * Math.exp(spread * normal - spread * spread / 2);
    }

    /** A number above 0 and at most 1 that follows from the other. */
    private static double hashed(long number) {
        long mixed = number * 0x9E3779B97F4A7C15L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return ((mixed ^ mixed >>> 31) >>> 11) * 0x1.0p-53 + 0x1.0p-54;
    }

    /** The units that are executed before the run: from as many places of the cycle. */
    private double[] sample() {
        return IntStream.range(0, SAMPLED)
                .mapToDouble(i -> seconds((long) i * units / SAMPLED))
                .toArray();
    }

    /** Standard deviation of the logarithm of the mean unit, by the sample. */
    double sampleError() {
        double[] sample = sample();
        double mean = IntStream.range(0, SAMPLED)
                .mapToDouble(i -> sample[i])
                .average()
                .orElseThrow();
        double squares = IntStream.range(0, SAMPLED)
                .mapToDouble(i -> Math.pow(sample[i] - mean, 2))
                .sum();
        return Math.sqrt(squares / (SAMPLED - 1) / SAMPLED) / mean;
    }

    /** The time of the run on the first of its hosts, as they are believed to be, as a prediction simulates it [s]. */
    double foretoldSeconds(int first) {
        List<Host> view = new ArrayList<>(List.of(new Host("master", 0)));
        for (DrawnHost host : hosts.subList(0, first)) {
            view.add(new Host("h" + view.size(), 0, Wire.UNLIMITED).withSlots(host.slots(), 1 / host.believed()));
        }
        int[] workers = IntStream.range(1, view.size()).toArray();
        double mean = IntStream.range(0, SAMPLED)
                .mapToDouble(i -> sample()[i])
                .average()
                .orElseThrow();
        World world = new World(NetworkView.star("drawn", view), 0, workers)
                .with(SimulationTerms.DEFAULT.with(Handout.DEFAULT.with(PolicyName.SS)));
        return Simulation.run(Workloads.constant(cycles, units, new UnitCosts(mean, 0, 100, 100, 100)), world)
                .seconds();
    }

    @Override
    public String toString() {
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < hosts.size(); i++) {
            String happens = hosts.get(i).words();
            words.append(happens.isEmpty() ? "" : ", h" + i + happens);
        }
        return String.format(
                Locale.ROOT,
                "%d × %d units of %.1f s on %d hosts%s%s",
                cycles,
                units,
                unitSeconds,
                hosts.size(),
                active > 0 ? ", " + (hosts.size() - active) + " spare" : "",
                words);
    }
}
