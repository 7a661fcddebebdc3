package dev.sluice.model.simulate;

/** Units whose values are drawn from distributions. A fixed value is rounded only once. */
final class DrawnWorkload implements Workload {
    private final Workloads.Shape shape;
    private final Series compute;
    private final Series input;
    private final Series result;
    private final Series accept;

    DrawnWorkload(Workloads.Shape shape, Workloads.Spreads spreads, long seed) {
        this.shape = shape;
        this.compute = new Series(spreads.computeNanos(), seed, UnitRandom.TIME);
        this.input = new Series(spreads.inputBytes(), seed, UnitRandom.INPUT_SIZE);
        this.result = new Series(spreads.resultBytes(), seed, UnitRandom.RESULT_SIZE);
        this.accept = new Series(spreads.acceptNanos(), seed, UnitRandom.ACCEPT_TIME);
    }

    /** One number per unit; the part of its key that all units of a cycle share is cached. */
    private static final class Series {
        private final Distribution distribution;
        private final long seed;
        private final int purpose;
        private final boolean fixed;
        private final long value;
        private int cycle = -1;
        private long series;

        Series(Distribution distribution, long seed, int purpose) {
            this.distribution = distribution;
            this.seed = seed;
            this.purpose = purpose;
            this.fixed = distribution instanceof Distribution.Fixed;
            this.value = Math.max(0, Math.round(distribution.mean()));
        }

        long value(int ofCycle, long unit) {
            if (fixed) {
                return value;
            }
            if (ofCycle != cycle) {
                cycle = ofCycle;
                series = UnitRandom.series(seed, purpose, ofCycle);
            }
            return Math.max(0, Math.round(distribution.draw(UnitRandom.key(series, unit))));
        }
    }

    @Override
    public int cycles() {
        return shape.cycles();
    }

    @Override
    public long units(int cycle) {
        return shape.units();
    }

    @Override
    public long setupBytes(int cycle) {
        return shape.setupBytes();
    }

    @Override
    public long computeNanos(int cycle, long unit) {
        return compute.value(cycle, unit);
    }

    @Override
    public long inputBytes(int cycle, long unit) {
        return input.value(cycle, unit);
    }

    @Override
    public long resultBytes(int cycle, long unit) {
        return result.value(cycle, unit);
    }

    @Override
    public long acceptNanos(int cycle, long unit) {
        return accept.value(cycle, unit);
    }
}
