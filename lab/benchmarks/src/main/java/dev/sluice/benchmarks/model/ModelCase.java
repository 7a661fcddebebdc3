package dev.sluice.benchmarks.model;

import dev.sluice.benchmarks.harness.Load;
import dev.sluice.benchmarks.harness.Runs;
import dev.sluice.model.policy.PolicyName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * One configuration of the emulator, with its real and its simulated cycle times. The first cycles do not count: in
 * them workers join, JIT warm-up takes place, and adaptive policies learn.
 */
final class ModelCase {
    /** Cycles before those that count: one in which workers join, one with all of them. */
    static final int WARM_UP = 2;

    static final int COUNTED = 3;
    static final int CYCLES = WARM_UP + COUNTED;

    final TestRegime regime;
    final PolicyName policy;
    final int workers;
    final Load load;

    /** Times of each counted cycle, one per start. */
    private final TreeMap<Integer, List<CycleTime>> measured = new TreeMap<>();

    private double[] simulated = new double[0];

    /** Simulated cycle times with units as late as measured. */
    private double[] simulatedLate = new double[0];

    ModelCase(TestRegime regime, PolicyName policy, int workers, int divisor) {
        this.regime = regime;
        this.policy = policy;
        this.workers = workers;
        this.load = regime.load(policy, workers).divided(divisor);
    }

    /** Adds the cycle times of one start; cycles that do not count are skipped. */
    void measured(List<CycleTime> times) {
        for (int cycle = WARM_UP; cycle < CYCLES; cycle++) {
            measured.computeIfAbsent(cycle, key -> new ArrayList<>()).add(times.get(cycle));
        }
    }

    /** Sets the simulated cycle times [s]: with the requested unit times, and with units as late as measured. */
    void simulated(double[] seconds, double[] withLateUnits) {
        simulated = seconds.clone();
        simulatedLate = withLateUnits.clone();
    }

    /** Median time of a counted cycle over all starts [s]. */
    private double measured(int cycle) {
        return median(cycle, CycleTime::seconds);
    }

    private double median(int cycle, ToDoubleFunction<CycleTime> figure) {
        return Runs.median(measured.getOrDefault(cycle, List.of()).stream()
                .map(figure::applyAsDouble)
                .toList());
    }

    /** Mean excess of a unit's sleep over the requested time, over the counted cycles [s]. */
    double lateSeconds() {
        return counted()
                .mapToDouble(cycle -> median(cycle, CycleTime::lateSeconds))
                .average()
                .orElse(0);
    }

    /** Measured time of the counted cycles together [s]. */
    double measuredSeconds() {
        return counted().mapToDouble(this::measured).sum();
    }

    /** Simulated time of the counted cycles together [s]. */
    double simulatedSeconds() {
        return counted().mapToDouble(cycle -> simulated[cycle]).sum();
    }

    /** Relative error of the model: the median over the counted cycles; positive if the model is slow. */
    double error() {
        return error(simulated);
    }

    /** The same error with units as late as measured, which excludes the error of timers. */
    double errorWithLateUnits() {
        return error(simulatedLate);
    }

    private double error(double[] model) {
        return Runs.median(
                counted().mapToObj(cycle -> model[cycle] / measured(cycle) - 1).toList());
    }

    private static IntStream counted() {
        return IntStream.range(WARM_UP, CYCLES);
    }

    /** Measured and simulated seconds of each counted cycle. */
    String cycles() {
        return counted()
                .mapToObj(cycle -> String.format(Locale.ROOT, "%.3f/%.3f", measured(cycle), simulated[cycle]))
                .collect(Collectors.joining(" "));
    }

    /** Options of the master. */
    List<String> options() {
        return List.of("--policy", policy.name(), "--delivery", "prefetch=" + load.prefetch());
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%s-%s-%d", regime.title(), policy, workers);
    }
}
