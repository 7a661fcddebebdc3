package dev.sluice.model.simulate;

/**
 * The distribution of a quantity over units, in nanoseconds or bytes. The value of a unit is a pure function of seed,
 * purpose, cycle and unit; app-pep draws the same values from the same seed. Logarithms and similar functions are
 * {@link StrictMath}'s, which are identical on every machine.
 */
public sealed interface Distribution {
    /** The value of the unit with this key of random numbers. */
    double draw(long key);

    /** Expected value. */
    double mean();

    /** One value for all units. */
    record Fixed(double value) implements Distribution {
        @Override
        public double draw(long key) {
            return value;
        }

        @Override
        public double mean() {
            return value;
        }
    }

    /** All values from {@code least} to {@code most}, equally likely. */
    record Uniform(double least, double most) implements Distribution {
        @Override
        public double draw(long key) {
            return least + (most - least) * UnitRandom.uniform(key, 0);
        }

        @Override
        public double mean() {
            return (least + most) / 2;
        }
    }

    /** Many small values, few large ones; the standard deviation equals the mean. */
    record Exponential(double mean) implements Distribution {
        @Override
        public double draw(long key) {
            return -mean * StrictMath.log(UnitRandom.uniform(key, 0));
        }
    }

    /**
     * Values whose logarithm is normal. Mean m and standard deviation s are those of the values; the logarithm's are σ²
     * = ln(1 + s²/m²) and μ = ln m − σ²/2. Normal numbers by Box and Muller (1958).
     *
     * @param mean above 0
     */
    record LogNormal(double mean, double standardDeviation) implements Distribution {
        @Override
        public double draw(long key) {
            double ratio = standardDeviation / mean;
            double variance = StrictMath.log1p(ratio * ratio);
            double radius = StrictMath.sqrt(-2 * StrictMath.log(UnitRandom.uniform(key, 0)));
            double normal = radius * StrictMath.cos(2 * Math.PI * UnitRandom.uniform(key, 1));
            return mean * StrictMath.exp(StrictMath.sqrt(variance) * normal - variance / 2);
        }
    }

    /**
     * One of two values.
     *
     * @param share of the first value, 0 to 1
     */
    record Bimodal(double share, double first, double second) implements Distribution {
        @Override
        public double draw(long key) {
            return UnitRandom.uniform(key, 0) < share ? first : second;
        }

        @Override
        public double mean() {
            return share * first + (1 - share) * second;
        }
    }
}
