package dev.sluice.model.tune;

import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Routes;
import dev.sluice.model.flow.UnitCosts;
import dev.sluice.model.flow.Wire;
import dev.sluice.model.simulate.World;
import dev.sluice.model.simulate.cost.Overheads;
import java.util.BitSet;

/**
 * The time of a cycle by the number of its workers, in closed form (Morajko, César et al. 2006, equations 1, 2, 5 to
 * 9). All workers are equally fast, and all data pass the master's link. Equations 3 and 4 describe a master that waits
 * for each message to arrive; Sluice never does. Immutable.
 *
 * @param messageSeconds t_l: fixed time of a message on its way [s]
 * @param secondsPerByte λ: inverse bandwidth of what all data pass [s/byte]
 * @param toEachBytes V_m: data that each worker gets whole, such as a setup [bytes]
 * @param inputBytes pV where V_m is 0: data that are divided among the workers [bytes]
 * @param resultBytes V_w: data that all workers together return [bytes]
 * @param computeSeconds T_c: compute time of all units on one worker [s]
 */
public record MateModel(
        double messageSeconds,
        double secondsPerByte,
        double toEachBytes,
        double inputBytes,
        double resultBytes,
        double computeSeconds) {
    public MateModel {
        if (!(messageSeconds >= 0
                && secondsPerByte >= 0
                && toEachBytes >= 0
                && inputBytes >= 0
                && resultBytes >= 0
                && computeSeconds >= 0)) {
            throw new IllegalArgumentException("message of " + messageSeconds + " s, " + secondsPerByte
                    + " s/byte, data of " + toEachBytes + ", " + inputBytes + " and " + resultBytes + " bytes, "
                    + computeSeconds + " s of computing (expected: none negative)");
        }
    }

    /**
     * The closed form of a cycle on these machines.
     *
     * @param costs mean costs of its units on the mean host
     */
    public static MateModel of(World world, UnitCosts costs, double units) {
        double slots =
                world.computing().stream().mapToInt(Host::slots).average().orElse(1);
        MateWay way = MateWay.of(world);
        Overheads of = world.costs();
        double message = of.masterSends().messageNanos()
                + of.workerReceives().messageNanos()
                + of.travel().delayNanos();
        return new MateModel(
                way.latencySeconds() + message / 1e9,
                of.travel().wireBytes() / way.bytesPerSecond(),
                costs.setupBytes(),
                costs.inputBytes() * units,
                costs.valueBytes() > 0 ? costs.valueBytes() * world.workers() : costs.resultBytes() * units,
                costs.unitSeconds() * units / slots);
    }

    /** Time of a cycle with this number of workers [s]. */
    public double seconds(int workers) {
        return isBoundByBytes(workers)
                ? 2 * messageSeconds
                        + sent(workers * toEachBytes + inputBytes)
                        + (computeSeconds + sent(resultBytes)) / workers
                : (workers + 1) * messageSeconds
                        + sent(toEachBytes)
                        + (computeSeconds + sent(inputBytes + resultBytes)) / workers;
    }

    /** Time in which the setups of so many workers leave [s]. */
    double setupSeconds(int workers) {
        return sent(workers * toEachBytes);
    }

    /** Number of the paper's equation for {@link #seconds}: 1 or 6 if bytes are the bottleneck, 2 or 7 if messages. */
    public int equation(int workers) {
        boolean bytes = isBoundByBytes(workers);
        return toEachBytes > 0 ? (bytes ? 6 : 7) : (bytes ? 1 : 2);
    }

    /** The number of workers with the shortest cycle. */
    public int best(int most) {
        double bound = divisionBound();
        int best = 1;
        for (int workers = 2; workers <= most; workers++) {
            boolean useless = equation(workers) == 1 && workers > bound;
            if (!useless && seconds(workers) < seconds(best)) {
                best = workers;
            }
        }
        return best;
    }

    /** The root of the derivative, or the bound where there is none; infinite if every worker shortens the cycle. */
    public double optimum() {
        double bytes = bytesOptimum();
        return isBoundByBytes(bytes) ? bytes : messageOptimum();
    }

    /** Number of the paper's equation for {@link #optimum}: 9, 8 or 5; 1 for the bound of equation 1. */
    public int optimumEquation() {
        if (toEachBytes > 0) {
            return isBoundByBytes(bytesOptimum()) ? 9 : 8;
        }
        return isBoundByBytes(bytesOptimum()) ? 1 : 5;
    }

    /** Equation 9, or the bound of equation 1. */
    private double bytesOptimum() {
        return toEachBytes > 0 ? Math.sqrt((sent(resultBytes) + computeSeconds) / sent(toEachBytes)) : divisionBound();
    }

    /** Equations 5 and 8. */
    private double messageOptimum() {
        return messageSeconds > 0
                ? Math.sqrt((sent(inputBytes + resultBytes) + computeSeconds) / messageSeconds)
                : Double.POSITIVE_INFINITY;
    }

    /** Workers beyond it are still waiting for their data when the first one is done with its part. */
    private double divisionBound() {
        double sending = sent(inputBytes) - messageSeconds;
        return sending > 0
                ? Math.ceil((sent(inputBytes + resultBytes) + computeSeconds) / sending)
                : Double.POSITIVE_INFINITY;
    }

    /** The data of one worker take longer to send than a message is on its way. */
    private boolean isBoundByBytes(double workers) {
        return sent(toEachBytes + inputBytes / workers) >= messageSeconds && sent(toEachBytes + inputBytes) > 0;
    }

    private double sent(double bytes) {
        return bytes == 0 ? 0 : secondsPerByte * bytes;
    }

    /**
     * The way to the workers as MATE's model knows it. Immutable.
     *
     * @param latencySeconds the shortest way to a worker [s]
     * @param bytesPerSecond the narrowest wire that data for every worker pass [bytes/s]
     */
    private record MateWay(double latencySeconds, double bytesPerSecond) {
        /** The way to the workers of these machines. */
        public static MateWay of(World machines) {
            Routes routes = Routes.to(machines.view(), machines.master());
            long latency = machines.places().stream()
                    .mapToLong(routes::latencyNanos)
                    .min()
                    .orElse(0);
            return new MateWay(latency / 1e9, commonBytesPerSecond(machines, routes));
        }

        private static double commonBytesPerSecond(World machines, Routes routes) {
            NetworkView view = machines.view();
            BitSet common = new BitSet();
            common.set(0, view.links().size());
            for (Host worker : machines.computing()) {
                BitSet passed = new BitSet();
                for (int link = worker.link(); link >= 0; link = routes.next(link)) {
                    passed.set(link);
                }
                common.and(passed);
            }
            double least = view.hosts().get(machines.master()).port().upBytesPerSecond();
            for (int link = common.nextSetBit(0); link >= 0; link = common.nextSetBit(link + 1)) {
                least = Math.min(least, bytesPerSecond(view, routes, link));
            }
            return least;
        }

        private static double bytesPerSecond(NetworkView view, Routes routes, int link) {
            Link own = view.links().get(link);
            double medium = own.wire().shared() ? own.wire().downBytesPerSecond() : Double.POSITIVE_INFINITY;
            if (routes.wire(link) < 0) {
                return medium;
            }
            Wire next = view.links().get(routes.wire(link)).wire();
            return Math.min(medium, routes.climbs(link) ? next.downBytesPerSecond() : next.upBytesPerSecond());
        }
    }
}
