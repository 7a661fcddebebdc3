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
 * One way to run the emulator, how long its cycles really took, and how long the simulator says they take. The first
 * cycles do not count: in them the workers join, their code is compiled, and the policies that measure learn.
 */
final class ModelCase {
    /** Before those that count: one in which workers join, one with all of them. */
    static final int WARM_UP = 2;

    static final int COUNTED = 3;
    static final int CYCLES = WARM_UP + COUNTED;

    final TestRegime regime;
    final PolicyName policy;
    final int workers;
    final Load load;

    /** Times of each cycle that counts, one of each start. */
    private final TreeMap<Integer, List<CycleTime>> measured = new TreeMap<>();

    private double[] simulated = new double[0];

    /** With units that take as long as they really took, on average. */
    private double[] simulatedLate = new double[0];

    ModelCase(TestRegime regime, PolicyName policy, int workers, int divisor) {
        this.regime = regime;
        this.policy = policy;
        this.workers = workers;
        this.load = regime.load(policy, workers).divided(divisor);
    }

    /** How long each cycle of one start took; those that do not count are passed over. */
    void measured(List<CycleTime> times) {
        for (int cycle = WARM_UP; cycle < CYCLES; cycle++) {
            measured.computeIfAbsent(cycle, key -> new ArrayList<>()).add(times.get(cycle));
        }
    }

    /**
     * How long each cycle takes in the model [s]: with units as asked for, and with units as late as they really were.
     */
    void simulated(double[] seconds, double[] withLateUnits) {
        simulated = seconds.clone();
        simulatedLate = withLateUnits.clone();
    }

    /** Of a cycle that counts, the median of all starts [s]. */
    private double measured(int cycle) {
        return median(cycle, CycleTime::seconds);
    }

    private double median(int cycle, ToDoubleFunction<CycleTime> figure) {
        return Runs.median(measured.getOrDefault(cycle, List.of()).stream()
                .map(figure::applyAsDouble)
                .toList());
    }

    /** By how much longer than asked a unit slept, on average over the cycles that count [s]. */
    double lateSeconds() {
        return counted()
                .mapToDouble(cycle -> median(cycle, CycleTime::lateSeconds))
                .average()
                .orElse(0);
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
        return error(simulated);
    }

    /** The same with units as late as they really were: without what timers are to blame for. */
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

    /** Real over simulated seconds of each cycle that counts. */
    String cycles() {
        return counted()
                .mapToObj(cycle -> String.format(Locale.ROOT, "%.3f/%.3f", measured(cycle), simulated[cycle]))
                .collect(Collectors.joining(" "));
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
