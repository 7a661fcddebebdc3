package dev.sluice.benchmarks.harness;

import dev.sluice.app.pep.UnitSeries;
import java.util.ArrayList;
import java.util.List;

/**
 * The options of the performance emulator, which are also the simulator's input.
 *
 * @param units units of each cycle
 * @param time sleep time of a unit, in the emulator's notation; empty if units take no time
 * @param result encoded size of a result, in the emulator's notation
 * @param acceptNanos the master's work for each result [ns]
 * @param prefetch chunks that a slot holds ahead, in the master's notation
 */
public record Load(long units, String time, String result, long acceptNanos, String prefetch) {
    static final int SEED = 1;

    /** Encoded size of a unit, the emulator's minimum [bytes]. */
    public static final int INPUT_BYTES = 24;

    /** Encoded size of the setup of a cycle, the emulator's minimum [bytes]. */
    public static final int SETUP_BYTES = 8;

    /** Copies the load with a fraction of the units. */
    public Load divided(int divisor) {
        return new Load(Math.max(4, units / divisor), time, result, acceptNanos, prefetch);
    }

    /** The emulator's own options. */
    public List<String> arguments(int cycles) {
        List<String> arguments = new ArrayList<>(
                List.of("--cycles=" + cycles, "--units=" + units, "--result=" + result, "--seed=" + SEED));
        if (acceptNanos > 0) {
            arguments.add("--accept=" + acceptNanos + "ns");
        }
        if (time.isEmpty()) {
            arguments.add("--compute=none");
        } else {
            arguments.addAll(List.of("--compute=sleep", "--time=" + time));
        }
        return arguments;
    }

    /** Compute times of the units [ns]. */
    public UnitSeries times() {
        return UnitSeries.times(time.isEmpty() ? "fixed:0" : time, SEED);
    }

    /** Encoded size of each result [bytes]. */
    public UnitSeries resultSizes() {
        return UnitSeries.resultSizes(result, SEED);
    }
}
