package dev.sluice.benchmarks.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** Kinds of series for testing forecasts. */
enum SeriesKind {
    /** Noise around a level. */
    STATIONARY(true) {
        @Override
        void fill(double[] values, RandomGenerator random) {
            Arrays.setAll(values, i -> 50 + 10 * random.nextGaussian());
        }
    },
    /** A linear trend with noise. */
    TRENDING(true) {
        @Override
        void fill(double[] values, RandomGenerator random) {
            Arrays.setAll(values, i -> 0.05 * i + random.nextGaussian());
        }
    },
    /** Levels between 0 and 100 that hold for 20 to 220 values. */
    STEPPING(true) {
        @Override
        void fill(double[] values, RandomGenerator random) {
            int next = 0;
            double level = 0;
            for (int i = 0; i < values.length; i++) {
                if (i == next) {
                    level = random.nextDouble(100);
                    next += random.nextInt(20, 220);
                }
                values[i] = level + 2 * random.nextGaussian();
            }
        }
    },
    /** Calm of 20 to 60 values, then five times the level for 5 to 25. */
    BURSTING(true) {
        @Override
        void fill(double[] values, RandomGenerator random) {
            bursts(values, random, new Bursts(20, 60, 5, 25));
        }
    },
    /** A sine with a period of 50 values, with noise. */
    PERIODIC(true) {
        @Override
        void fill(double[] values, RandomGenerator random) {
            double phase = random.nextDouble(2 * Math.PI);
            Arrays.setAll(values, i -> 50 + 30 * Math.sin(phase + 2 * Math.PI * i / 50) + 2 * random.nextGaussian());
        }
    },
    /** A first-order autoregression with coefficient 0.8 around a level. */
    CORRELATED(false) {
        @Override
        void fill(double[] values, RandomGenerator random) {
            double distance = 0;
            for (int i = 0; i < values.length; i++) {
                distance = 0.8 * distance + 10 * random.nextGaussian();
                values[i] = 50 + distance;
            }
        }
    },
    /** A random walk. */
    WANDERING(false) {
        @Override
        void fill(double[] values, RandomGenerator random) {
            double at = 0;
            for (int i = 0; i < values.length; i++) {
                at += random.nextGaussian();
                values[i] = at;
            }
        }
    },
    /** High for 25 values and low for 25. */
    SQUARE(false) {
        @Override
        void fill(double[] values, RandomGenerator random) {
            Arrays.setAll(values, i -> (i / 25 % 2 == 0 ? 10 : 90) + 2 * random.nextGaussian());
        }
    },
    /** High and low alternate. */
    ALTERNATING(false) {
        @Override
        void fill(double[] values, RandomGenerator random) {
            Arrays.setAll(values, i -> i % 2 + 0.1 * random.nextGaussian());
        }
    },
    /** Noise whose logarithm is normal. */
    SKEWED(false) {
        @Override
        void fill(double[] values, RandomGenerator random) {
            Arrays.setAll(values, i -> Math.exp(1.5 * random.nextGaussian()));
        }
    },
    /** One value in twenty is a random outlier. */
    SPIKY(false) {
        @Override
        void fill(double[] values, RandomGenerator random) {
            Arrays.setAll(values, i -> random.nextInt(20) == 0 ? random.nextDouble(100) : 5 + random.nextGaussian());
        }
    },
    /**
     * Calm of 10 to 70 values, then bursts of 1 to 5 values at five times the level, which end as soon as a predictor
     * adapts.
     */
    BRIEF_BURSTS(false) {
        @Override
        void fill(double[] values, RandomGenerator random) {
            bursts(values, random, new Bursts(10, 70, 1, 5));
        }
    },
    /** Noise around a level, and a random walk from the middle on. */
    CHANGING(false) {
        @Override
        void fill(double[] values, RandomGenerator random) {
            double at = 50;
            for (int i = 0; i < values.length; i++) {
                boolean wanders = i >= values.length / 2;
                at += wanders ? 5 * random.nextGaussian() : 0;
                values[i] = wanders ? at : 50 + 10 * random.nextGaussian();
            }
        }
    };

    private final boolean askedFor;

    SeriesKind(boolean askedFor) {
        this.askedFor = askedFor;
    }

    /** Lengths of calm and of bursts [values]. */
    private record Bursts(int calmFrom, int calmTo, int from, int to) {}

    /** True if forecasts must be within 5 % of the best member's for this kind; the other kinds are for information. */
    boolean askedFor() {
        return askedFor;
    }

    /** The name in figures. */
    String figure() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    double[] values(int length, RandomGenerator random) {
        double[] values = new double[length];
        fill(values, random);
        return values;
    }

    abstract void fill(double[] values, RandomGenerator random);

    private static void bursts(double[] values, RandomGenerator random, Bursts bursts) {
        int next = 0;
        boolean burst = true;
        for (int i = 0; i < values.length; i++) {
            if (i == next) {
                burst = !burst;
                next += burst
                        ? random.nextInt(bursts.from, bursts.to + 1)
                        : random.nextInt(bursts.calmFrom, bursts.calmTo + 1);
            }
            values[i] = burst ? 50 + 10 * random.nextGaussian() : 10 + 2 * random.nextGaussian();
        }
    }
}
