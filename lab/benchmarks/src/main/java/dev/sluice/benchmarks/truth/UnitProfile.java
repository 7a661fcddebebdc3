package dev.sluice.benchmarks.truth;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * An application: what its units cost, and how their results return.
 *
 * @param micros time of a unit on a host of speed 1 [us]
 * @param cpuShare share of this time in which a unit uses its processor
 * @param resultBytes of each unit's result, or of each worker's value if results are accumulated
 * @param units of each cycle
 */
record UnitProfile(
        long micros,
        double cpuShare,
        int inputBytes,
        int resultBytes,
        int setupBytes,
        Travel travel,
        int cycles,
        long units) {
    /** The way of results to the master. */
    enum Travel {
        EACH,
        DEFERRED,
        ACCUMULATED;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    double unitSeconds() {
        return micros * 1e-6;
    }

    /** The arguments of the application. */
    List<String> arguments(List<DrawnHost> hosts) {
        List<String> arguments = new ArrayList<>(List.of(
                "--cycles=" + cycles,
                "--units=" + units,
                "--micros=" + micros,
                String.format(Locale.ROOT, "--cpu-share=%.3f", cpuShare),
                "--input=" + inputBytes,
                "--result=" + resultBytes,
                "--setup=" + setupBytes,
                "--results=" + travel.word()));
        for (DrawnHost host : hosts) {
            if (host.speed() != 1) {
                arguments.add(String.format(Locale.ROOT, "--speed=%s=%.2f", host.name(), host.speed()));
            }
        }
        return arguments;
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%d cycles of %d units: %.1f ms, %.0f %% of it computing, %d B in, %d B out %s, setup %d B",
                cycles,
                units,
                micros * 1e-3,
                100 * cpuShare,
                inputBytes,
                resultBytes,
                travel.word(),
                setupBytes);
    }
}
