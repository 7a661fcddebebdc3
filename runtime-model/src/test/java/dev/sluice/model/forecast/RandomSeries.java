package dev.sluice.model.forecast;

import java.util.Arrays;
import java.util.random.RandomGenerator;

/**
 * Series of many kinds. All values are multiples of 2⁻¹⁰ and at most 2³⁰ in magnitude, so that their sums are exact in
 * any order.
 */
enum RandomSeries {
    CONSTANT {
        @Override
        void fill(double[] values, RandomGenerator random) {
            Arrays.fill(values, random.nextInt(-100, 100));
        }
    },
    NOISE {
        @Override
        void fill(double[] values, RandomGenerator random) {
            double level = random.nextDouble(-100, 100);
            Arrays.setAll(values, i -> level + 10 * random.nextGaussian());
        }
    },
    OFFSET {
        @Override
        void fill(double[] values, RandomGenerator random) {
            Arrays.setAll(values, i -> 1e8 + random.nextGaussian());
        }
    },
    TREND {
        @Override
        void fill(double[] values, RandomGenerator random) {
            double slope = random.nextDouble(-1, 1);
            Arrays.setAll(values, i -> slope * i + random.nextGaussian());
        }
    },
    STEPS {
        @Override
        void fill(double[] values, RandomGenerator random) {
            double level = 0;
            for (int i = 0; i < values.length; i++) {
                level = i == 0 || random.nextInt(80) == 0 ? random.nextDouble(100) : level;
                values[i] = level + 2 * random.nextGaussian();
            }
        }
    },
    BURSTS {
        @Override
        void fill(double[] values, RandomGenerator random) {
            boolean burst = false;
            for (int i = 0; i < values.length; i++) {
                burst ^= random.nextInt(burst ? 12 : 40) == 0;
                values[i] = (burst ? 50 : 10) * (1 + 0.2 * random.nextGaussian());
            }
        }
    },
    PERIODIC {
        @Override
        void fill(double[] values, RandomGenerator random) {
            double period = random.nextDouble(3, 100);
            Arrays.setAll(values, i -> 30 * Math.sin(2 * Math.PI * i / period) + 2 * random.nextGaussian());
        }
    },
    ALTERNATING {
        @Override
        void fill(double[] values, RandomGenerator random) {
            double noise = random.nextInt(2) * 0.1;
            Arrays.setAll(values, i -> i % 2 + noise * random.nextGaussian());
        }
    },
    WANDERING {
        @Override
        void fill(double[] values, RandomGenerator random) {
            double at = 0;
            for (int i = 0; i < values.length; i++) {
                at += random.nextGaussian();
                values[i] = at;
            }
        }
    },
    FEW_VALUES {
        @Override
        void fill(double[] values, RandomGenerator random) {
            int different = random.nextInt(2, 5);
            Arrays.setAll(values, i -> random.nextInt(different));
        }
    },
    SPIKES {
        @Override
        void fill(double[] values, RandomGenerator random) {
            double height = random.nextInt(4) == 0 ? 0x1p29 : 1_000;
            Arrays.setAll(values, i -> random.nextInt(30) == 0 ? height : random.nextGaussian());
        }
    };

    double[] values(int length, RandomGenerator random) {
        double[] values = new double[length];
        fill(values, random);
        Arrays.setAll(values, i -> Math.rint(values[i] * 0x1p10) * 0x1p-10);
        return values;
    }

    /** A series of a random kind. */
    static double[] any(int length, RandomGenerator random) {
        return values()[random.nextInt(values().length)].values(length, random);
    }

    abstract void fill(double[] values, RandomGenerator random);
}
