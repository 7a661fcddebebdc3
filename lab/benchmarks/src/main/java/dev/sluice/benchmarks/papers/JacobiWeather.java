package dev.sluice.benchmarks.papers;

import dev.sluice.model.forecast.Forecaster;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * The shares that other people leave of the processors and segments of a site: a share for each ten seconds, drawn from
 * a seed. Each has a mean of its own, around which its share wanders. The first ten minutes are history, from which the
 * forecasters of {@code sluice hosts weather} foretell the next value. Immutable.
 */
final class JacobiWeather {
    /** Seconds between two values. */
    static final double STEP = 10;

    private static final int HISTORY = 60;
    private static final int STEPS = 1_500;

    /** Means of shares are drawn between these; a good user knows the middle. */
    private static final double LEAST_MEAN = 0.3;

    private static final double MOST_MEAN = 0.95;
    private static final double MIDDLE = (LEAST_MEAN + MOST_MEAN) / 2;

    private static final double LEAST = 0.05;
    private static final double PERSISTENCE = 0.9;
    private static final double SHOCK = 0.06;

    /** A failed gateway leaves another route with so much of its capacity, and failed two minutes before the run. */
    private static final double FAILED = 0.02;

    private static final int FAILED_BEFORE = 12;

    private final JacobiSite site;
    private final double[][] hosts;
    private final double[][] segments;
    private final double[] hostForecasts;
    private final double[] segmentForecasts;

    private JacobiWeather(JacobiSite site, double[][] hosts, double[][] segments) {
        this.site = site;
        this.hosts = hosts;
        this.segments = segments;
        this.hostForecasts =
                Arrays.stream(hosts).mapToDouble(JacobiWeather::forecast).toArray();
        this.segmentForecasts =
                Arrays.stream(segments).mapToDouble(JacobiWeather::forecast).toArray();
    }

    private static double forecast(double[] shares) {
        Forecaster forecaster = new Forecaster();
        for (int i = 0; i < HISTORY; i++) {
            forecaster.add(shares[i]);
        }
        double value = forecaster.forecast().orElseThrow().value();
        return Math.max(FAILED * LEAST, Math.min(1, value));
    }

    static JacobiWeather of(JacobiSite site, long seed) {
        RandomGenerator random = new SplittableRandom(seed);
        double[][] hosts = new double[site.hosts().size()][];
        double[][] segments = new double[site.segments().size()][];
        Arrays.setAll(hosts, i -> series(random, site.hosts().get(i).dedicated()));
        Arrays.setAll(segments, i -> series(random, site.segments().get(i).dedicated()));
        return new JacobiWeather(site, hosts, segments);
    }

    private static double[] series(RandomGenerator random, boolean dedicated) {
        double mean = LEAST_MEAN + (MOST_MEAN - LEAST_MEAN) * random.nextDouble();
        double[] shares = new double[HISTORY + STEPS];
        double now = mean;
        for (int i = 0; i < shares.length; i++) {
            now = mean + PERSISTENCE * (now - mean) + SHOCK * random.nextGaussian();
            now = Math.max(LEAST, Math.min(1, now));
            shares[i] = dedicated ? 1 : now;
        }
        return shares;
    }

    /** The same weather, in which the gateway between the campuses has failed shortly before the run. */
    JacobiWeather withoutGateway() {
        double[][] others = segments.clone();
        double[] failed = segments[JacobiSite.GATEWAY].clone();
        for (int i = HISTORY - FAILED_BEFORE; i < failed.length; i++) {
            failed[i] *= FAILED;
        }
        others[JacobiSite.GATEWAY] = failed;
        return new JacobiWeather(site, hosts, others);
    }

    /** Time of a cell on a host [s], so many seconds after the beginning of the run. */
    double cellSeconds(int host, double at) {
        return site.hosts().get(host).cellSeconds() / now(hosts[host], at);
    }

    /** The rate that a segment carries at a time [bytes/s]. */
    double bytesPerSecond(int segment, double at) {
        return site.segments().get(segment).bytesPerSecond() * now(segments[segment], at);
    }

    private static double now(double[] shares, double at) {
        return shares[HISTORY + (int) (at / STEP) % STEPS];
    }

    /** The time of a cell as forecast, or as a good user estimates it without forecasts [s]. */
    double expectedCellSeconds(int host, boolean forecast) {
        JacobiSite.Workstation machine = site.hosts().get(host);
        return machine.cellSeconds() / expected(hostForecasts[host], forecast, machine.dedicated());
    }

    /** The rate that the way between two hosts carries, as forecast or estimated [bytes/s]. */
    double expectedBytesPerSecond(int from, int to, boolean forecast) {
        double least = Double.POSITIVE_INFINITY;
        for (int segment : site.path(from, to)) {
            least = Math.min(least, expectedBytesPerSecond(segment, forecast));
        }
        return least;
    }

    /** The rate that a segment carries, as forecast or estimated [bytes/s]. */
    double expectedBytesPerSecond(int segment, boolean forecast) {
        JacobiSite.Segment medium = site.segments().get(segment);
        return medium.bytesPerSecond() * expected(segmentForecasts[segment], forecast, medium.dedicated());
    }

    private static double expected(double foretold, boolean forecast, boolean dedicated) {
        if (dedicated) {
            return 1;
        }
        return forecast ? foretold : MIDDLE;
    }
}
