package dev.sluice.benchmarks;

import dev.sluice.model.policy.PolicyName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * One way to run the emulator, how long its cycles really took, and how long the simulator says they take. The first
 * cycles do not count: in them the workers join, their code is compiled, and the policies that measure learn.
 */
final class ModelCase {
    /** Before those that count: one in which workers join, one with all of them. */
    static final int WARM_UP = 2;

    static final int COUNTED = 3;
    static final int CYCLES = WARM_UP + COUNTED;

    final Regime regime;
    final PolicyName policy;
    final int workers;
    final Load load;

    /** Times of each cycle that counts, one of each start [s]. */
    private final TreeMap<Integer, List<Double>> measured = new TreeMap<>();

    private double[] simulated = new double[0];

    ModelCase(Regime regime, PolicyName policy, int workers, int divisor) {
        this.regime = regime;
        this.policy = policy;
        this.workers = workers;
        this.load = regime.load(policy, workers).divided(divisor);
    }

    /** How long each cycle of one start took [s]; those that do not count are passed over. */
    void measured(double[] seconds) {
        for (int cycle = WARM_UP; cycle < CYCLES; cycle++) {
            measured.computeIfAbsent(cycle, key -> new ArrayList<>()).add(seconds[cycle]);
        }
    }

    /** How long each cycle takes in the model [s]. */
    void simulated(double[] seconds) {
        simulated = seconds.clone();
    }

    /** Of a cycle that counts, the median of all starts [s]. */
    private double measured(int cycle) {
        return Runs.median(measured.getOrDefault(cycle, List.of()));
    }

    /** Of the cycles that count together [s]. */
    double measuredSeconds() {
        return counted().mapToDouble(this::measured).sum();
    }

    /** Of the cycles that count together [s]. */
    double simulatedSeconds() {
        return counted().mapToDouble(cycle -> simulated[cycle]).sum();
    }

    /**
     * Of the model, relative to what was measured: the median of the cycles that count; above 0 when the model is slow.
     */
    double error() {
        return Runs.median(counted()
                .mapToObj(cycle -> simulated[cycle] / measured(cycle) - 1)
                .toList());
    }

    /**
     * By how much the measured cycles differ from start to start and from cycle to cycle, of those alike: (most −
     * least) / most.
     */
    double spread() {
        return counted()
                .mapToDouble(cycle -> {
                    List<Double> all = measured.getOrDefault(cycle, List.of());
                    double most = all.stream().mapToDouble(d -> d).max().orElse(1);
                    return 1 - all.stream().mapToDouble(d -> d).min().orElse(1) / most;
                })
                .max()
                .orElse(0);
    }

    private static IntStream counted() {
        return IntStream.range(WARM_UP, CYCLES);
    }

    /** Options of the master. */
    List<String> options() {
        return List.of("--policy", policy.name(), "--prefetch", load.prefetch());
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s-%s-%d", regime.title(), policy, workers);
    }
}
