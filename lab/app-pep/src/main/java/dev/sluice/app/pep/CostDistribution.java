package dev.sluice.app.pep;

/**
 * The distribution of a quantity. Values, means and standard deviations are in nanoseconds or bytes. Logarithms and
 * similar functions are {@link StrictMath}'s, which are bit-identical on every machine.
 */
sealed interface CostDistribution
        permits CostDistribution.Bimodal,
                CostDistribution.Exponential,
                CostDistribution.Fixed,
                CostDistribution.LogNormal,
                CostDistribution.Trace,
                CostDistribution.Uniform,
                RecordedSeries {
    /** The value of one unit, from its own sequence of random numbers ({@link Chance}) or from its cycle and index. */
    double draw(long key, int cycle, long index);

    /** Expected value. */
    double mean();

    double standardDeviation();

    /** One value for all units. */
    record Fixed(double value) implements CostDistribution {
        @Override
        public double draw(long key, int cycle, long index) {
            return value;
        }

        @Override
        public double mean() {
            return value;
        }

        @Override
        public double standardDeviation() {
            return 0;
        }
    }

    /** All values from {@code least} to {@code most}, equally likely. */
    record Uniform(double least, double most) implements CostDistribution {
        @Override
        public double draw(long key, int cycle, long index) {
            return least + (most - least) * Chance.uniform(key, 0);
        }

        @Override
        public double mean() {
            return (least + most) / 2;
        }

        @Override
        public double standardDeviation() {
            return (most - least) / Math.sqrt(12);
        }
    }

    /** Many small values, few large ones; the standard deviation equals the mean. */
    record Exponential(double mean) implements CostDistribution {
        @Override
        public double draw(long key, int cycle, long index) {
            return -mean * StrictMath.log(Chance.uniform(key, 0));
        }

        @Override
        public double standardDeviation() {
            return mean;
        }
    }

    /**
     * Values whose logarithm is normal. Mean m and standard deviation s are those of the values; the logarithm's are σ²
     * = ln(1 + s²/m²) and μ = ln m − σ²/2. Normal numbers by Box and Muller (1958).
     *
     * @param mean above 0
     */
    record LogNormal(double mean, double standardDeviation) implements CostDistribution {
        @Override
        public double draw(long key, int cycle, long index) {
            double ratio = standardDeviation / mean;
            double variance = StrictMath.log1p(ratio * ratio);
            double radius = StrictMath.sqrt(-2 * StrictMath.log(Chance.uniform(key, 0)));
            double normal = radius * StrictMath.cos(2 * Math.PI * Chance.uniform(key, 1));
            return mean * StrictMath.exp(StrictMath.sqrt(variance) * normal - variance / 2);
        }
    }

    /**
     * One of two values.
     *
     * @param share of the first value, 0 to 1
     */
    record Bimodal(double share, double first, double second) implements CostDistribution {
        @Override
        public double draw(long key, int cycle, long index) {
            return Chance.uniform(key, 0) < share ? first : second;
        }

        @Override
        public double mean() {
            return share * first + (1 - share) * second;
        }

        @Override
        public double standardDeviation() {
            return Math.abs(first - second) * Math.sqrt(share * (1 - share));
        }
    }

    /** Values of a trace: unit i has value i, and the values repeat after the last. */
    final class Trace implements CostDistribution {
        private final long[] values;

        /** @param values one or more; must not be modified afterwards */
        Trace(long[] values) {
            this.values = values;
        }

        int length() {
            return values.length;
        }

        @Override
        public double draw(long key, int cycle, long index) {
            return values[(int) (index % values.length)];
        }

        @Override
        public double mean() {
            double sum = 0;
            for (long value : values) {
                sum += value;
            }
            return sum / values.length;
        }

        @Override
        public double standardDeviation() {
            double mean = mean();
            double squares = 0;
            for (long value : values) {
                squares += (value - mean) * (value - mean);
            }
            return Math.sqrt(squares / values.length);
        }
    }
}
