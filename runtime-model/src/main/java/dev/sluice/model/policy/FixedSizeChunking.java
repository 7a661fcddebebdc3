package dev.sluice.model.policy;

/**
 * FSC (Kruskal, Weiss 1985): w·K with K = ⌈(√2·N·h / (σ·p·√ln p))^(2/3)⌉, where h is the overhead of one allocation and
 * σ the standard deviation of unit times. Both are measured; chunks are single units until they are known and 2p units
 * have been timed. A single slot gets K = N. K is at most ⌈N/p⌉, because larger chunks would leave slots without work.
 * The formula holds for much smaller K, and it is unbounded for σ = 0.
 */
final class FixedSizeChunking implements ChunkPolicy {
    @Override
    public long chunk(Allocation allocation) {
        return Portion.of(allocation.weight(), size(allocation), allocation);
    }

    private static long size(Allocation allocation) {
        int slots = allocation.slots();
        if (slots == 1) {
            return allocation.units();
        }
        Measured measured = allocation.measured();
        boolean known = !Double.isNaN(measured.overheadSeconds()) && !Double.isNaN(measured.deviationSeconds());
        if (!known || measured.units() < 2L * slots) {
            return 1;
        }
        return size(allocation.units(), slots, measured.overheadSeconds(), measured.deviationSeconds());
    }

    /** K for at least two slots. */
    static long size(long units, int slots, double overheadSeconds, double deviationSeconds) {
        double perSlot = Math.sqrt(2) * units * overheadSeconds;
        double size = Math.cbrt(Math.pow(perSlot / (deviationSeconds * slots * Math.sqrt(Math.log(slots))), 2));
        long share = (units - 1) / slots + 1;
        return size < share ? Math.max(1, (long) Math.ceil(size)) : share; // 0/0 (no cost, no spread) gives share
    }
}
