package dev.sluice.benchmarks.harness;

import dev.sluice.app.pep.UnitSeries;
import java.util.ArrayList;
import java.util.List;

/**
 * What the performance emulator is told to do: all that the simulator, too, knows of it.
 *
 * @param units of each cycle
 * @param time what a unit sleeps, as the emulator takes it; empty when units take no time
 * @param result encoded size of a result, as the emulator takes it
 * @param acceptNanos what the master spends on each result [ns]
 * @param prefetch chunks that a slot holds ahead, as the master takes it
 */
public record Load(long units, String time, String result, long acceptNanos, String prefetch) {
    static final int SEED = 1;

    /** Encoded size of a unit, the emulator's least [bytes]. */
    public static final int INPUT_BYTES = 24;

    /** Encoded size of the setup of a cycle, the emulator's least [bytes]. */
    public static final int SETUP_BYTES = 8;

    /** The same with a fraction of the units. */
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

    /** What each unit computes [ns]. */
    public UnitSeries times() {
        return UnitSeries.times(time.isEmpty() ? "fixed:0" : time, SEED);
    }

    /** Encoded size of each result [bytes]. */
    public UnitSeries resultSizes() {
        return UnitSeries.resultSizes(result, SEED);
    }
}
