package dev.sluice.benchmarks.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** Kinds of series that forecasts are tried on. */
enum SeriesKind {
    /** Noise around a level. */
    STATIONARY(true) {
        @Override
        void fill(double[] values, RandomGenerator random) {
            Arrays.setAll(values, i -> 50 + 10 * random.nextGaussian());
        }
    },
    /** A slope in noise. */
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
    /** A sine of 50 values in noise. */
    PERIODIC(true) {
        @Override
        void fill(double[] values, RandomGenerator random) {
            double phase = random.nextDouble(2 * Math.PI);
            Arrays.setAll(values, i -> 50 + 30 * Math.sin(phase + 2 * Math.PI * i / 50) + 2 * random.nextGaussian());
        }
    },
    /** Each value is eight tenths of the one before it and new noise, around a level. */
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
    /** Each value is the one before it and new noise. */
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
    /** High and low in turn. */
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
    /** One value in twenty is anywhere. */
    SPIKY(false) {
        @Override
        void fill(double[] values, RandomGenerator random) {
            Arrays.setAll(values, i -> random.nextInt(20) == 0 ? random.nextDouble(100) : 5 + random.nextGaussian());
        }
    },
    /** Calm of 10 to 70 values, then five times the level for 1 to 5: as soon as one adapts it is over. */
    BRIEF_BURSTS(false) {
        @Override
        void fill(double[] values, RandomGenerator random) {
            bursts(values, random, new Bursts(10, 70, 1, 5));
        }
    },
    /** Noise around a level, and from the middle on each value is the one before it and new noise. */
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

    /** Lengths of calm and of bursts, from and to in values. */
    private record Bursts(int calmFrom, int calmTo, int from, int to) {}

    /** Whether forecasts of this kind shall be within 5 % of the best member's; the others show what else happens. */
    boolean askedFor() {
        return askedFor;
    }

    /** As figures are called. */
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
