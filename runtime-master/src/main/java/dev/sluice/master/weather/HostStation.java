package dev.sluice.master.weather;

import dev.sluice.model.forecast.ForecastSample;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.HostReport.Received;
import dev.sluice.net.message.SeriesWeather;
import dev.sluice.net.message.SeriesWeather.Quantity;
import dev.sluice.net.message.SizeClass;
import dev.sluice.net.session.SessionCounters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Measurements and forecasts of one worker's host and of the link to it. Transfers are measured where they arrive:
 * results here, inputs by the worker, which reports them. Each takes half a round trip plus the time from its first
 * byte to its last. Small ones consist mostly of the round trip, so sizes are kept apart. Transfers are summed, and
 * become one value of a series every few seconds. A series is made when it has a value. Confined to the master loop.
 */
public final class HostStation {
    private static final SizeClass[] SIZES = SizeClass.values();
    private static final int AVAILABLE = 0;
    private static final int ROUND_TRIP = 1;
    private static final int FREE_MEMORY = 2;
    private static final int IN = 3;
    private static final int OUT = IN + SIZES.length;
    private static final double NANOS = 1e9;

    /** Target duration of a probe, unless the round trip is long [s]. */
    private static final double PROBE_SECONDS = 0.05;

    /**
     * Target duration of a probe on a long link [round trips]. A connection that was idle does not reach the link's
     * bandwidth in fewer.
     */
    private static final double PROBE_ROUND_TRIPS = 4;

    /** Growth factor: a probe whose result asks for more than so many times its bytes was too small. */
    private static final double PROBE_GROWTH = 1.25;

    /** Size of a probe while nothing is known, and its minimum [bytes]. */
    public static final int LEAST_PROBE = 16 << 10;

    private @Nullable StampedSeries @Nullable [] series = new @Nullable StampedSeries[OUT + SIZES.length];

    /** Series of a departed worker, for which no more forecasts are made. */
    private List<SeriesWeather> left = List.of();

    private HostReport report = HostReport.NONE;
    private long reportedMillis;
    private final long[] transfers = new long[SIZES.length];
    private final long[] bytes = new long[SIZES.length];
    private final long[] arrivingNanos = new long[SIZES.length];
    private double roundTripNanos = Double.NaN;
    /** The shortest round trip, which queues delay least [ns]; NaN before the first. */
    private double leastRoundTripNanos = Double.NaN;
    /** Bandwidth of the last probe in the slower direction [bytes/s]; 0 before the first. */
    private double probedRate;

    private long probedMillis = Long.MIN_VALUE;
    private long probedBytes;
    private SessionCounters before = SessionCounters.ZERO;
    private long beforeNanos;
    private long bytesThere;
    private long arrivingNanosThere;
    private double inTraffic;
    private double outTraffic;
    private final PathMeter in = new PathMeter();
    private final PathMeter out = new PathMeter();
    private long roundTrips;
    private long beatMillis;

    /** @param nowNanos when the worker joined [ns, monotonic] */
    public HostStation(long nowNanos) {
        this.beforeNanos = nowNanos;
    }

    /** Adds received results to the sums; called with every message. */
    public void received(long size, long arrivedOverNanos) {
        if (size > 0) {
            int sizes = SizeClass.of(size).ordinal();
            transfers[sizes]++;
            bytes[sizes] += size;
            arrivingNanos[sizes] += Math.max(0, arrivedOverNanos);
            in.add(size, 1, arrivedOverNanos, beatMillis);
        }
    }

    /** Records the round trip of a heartbeat, without the time for which the worker held it [ns]. */
    public void roundTrip(long nanos, long timeMillis) {
        if (nanos >= 0) {
            roundTripNanos = nanos;
            roundTrips++;
            leastRoundTripNanos = leastRoundTripNanos <= nanos ? leastRoundTripNanos : nanos;
            addOfHost(ROUND_TRIP, Quantity.ROUND_TRIP, timeMillis, nanos / NANOS);
        }
    }

    /** Half of the newest round trip [ns]; 0 if it is not known. */
    public long halfTripNanos() {
        return Double.isNaN(roundTripNanos) ? 0 : (long) roundTripNanos / 2;
    }

    /** The newest round trip [s]; -1 if it is not known. */
    public double roundTripSeconds() {
        return Double.isNaN(roundTripNanos) ? -1 : roundTripNanos / NANOS;
    }

    /** The newest bandwidth towards the master, or from it [bytes/s]; 0 if it is not known. */
    public double bytesPerSecond(boolean toMaster) {
        double rate = newest(toMaster ? IN : OUT);
        return Double.isFinite(rate) ? rate : 0;
    }

    /**
     * The rate at which large messages arrive here, or there: a bound of what the link carries for this worker; 0 if
     * too few have arrived [bytes/s].
     */
    public double arrivalRate(boolean toMaster) {
        return (toMaster ? in : out).arrivalRate();
    }

    /** Bytes of inputs and setups that have arrived there, as far as the worker has reported them. */
    public long bytesThere() {
        return bytesThere;
    }

    /** The time from the first byte of each of them to its last, summed [ns]. */
    public long arrivingNanosThere() {
        return arrivingNanosThere;
    }

    /** Records the host's report. */
    public void reported(HostReport said, long timeMillis) {
        report = said.processor().isPresent() ? said : said.with(report.processor());
        reportedMillis = timeMillis;
        said.availability().ifPresent(share -> addOfHost(AVAILABLE, Quantity.AVAILABILITY, timeMillis, share));
        if (said.memory().bytes() > 0) {
            addOfHost(
                    FREE_MEMORY, Quantity.FREE_MEMORY, timeMillis, said.memory().freeBytes());
        }
        for (Received one : said.received()) {
            bytesThere += one.bytes();
            arrivingNanosThere += one.arrivingNanos();
            out.add(one.bytes(), one.transfers(), one.arrivingNanos(), timeMillis);
            double nanos = nanos(one.transfers(), one.arrivingNanos());
            if (nanos > 0) {
                int index = OUT + one.sizes().ordinal();
                double rate = one.bytes() * NANOS / nanos;
                add(index, Quantity.BANDWIDTH_OUT, one.sizes(), timeMillis, rate, outTraffic);
            }
        }
    }

    /**
     * Turns the transfers since the last call into values; called every few seconds. {@code counters} are the worker's
     * own.
     */
    public void beat(SessionCounters counters, long nowNanos, long timeMillis) {
        double seconds = (nowNanos - beforeNanos) / NANOS;
        if (seconds > 0) {
            SessionCounters passed = counters.minus(before);
            inTraffic = passed.bytesReceived() / seconds;
            outTraffic = passed.bytesSent() / seconds;
            in.beat(inTraffic, timeMillis);
            out.beat(outTraffic, timeMillis);
        }
        beatMillis = timeMillis;
        before = counters;
        beforeNanos = nowNanos;
        for (SizeClass sizes : SIZES) {
            int i = sizes.ordinal();
            double nanos = nanos(transfers[i], arrivingNanos[i]);
            if (transfers[i] > 0 && nanos > 0) {
                double rate = bytes[i] * NANOS / nanos;
                add(IN + i, Quantity.BANDWIDTH_IN, sizes, timeMillis, rate, inTraffic);
                transfers[i] = 0;
                bytes[i] = 0;
                arrivingNanos[i] = 0;
            }
        }
    }

    /** Duration of these transfers [ns]; 0 while no round trip is known. */
    private double nanos(long count, long arriving) {
        return Double.isNaN(roundTripNanos) ? 0 : arriving + count * roundTripNanos / 2;
    }

    /**
     * Size of the next probe: bytes that would measure the link, of a size class for which a direction has no value
     * since {@code sinceMillis}. The target is 50 ms or four round trips at the known bandwidth; 0 when no probe is
     * needed. The shortest round trip counts: one that waited in a queue says nothing of the link, and would fill a
     * busy link for seconds. If that is few bytes, other transfers of the class show little more than the round trip,
     * so only a probe counts, unless its own result asks for more bytes.
     *
     * @param most that may be sent [bytes]
     */
    public int bytesToProbe(long sinceMillis, int most) {
        if (Double.isNaN(roundTripNanos)) {
            return 0;
        }
        double slower = Math.min(newest(IN), newest(OUT));
        double known = Double.isFinite(slower) ? Math.max(slower, probedRate) : probedRate;
        double seconds = Math.max(PROBE_SECONDS, PROBE_ROUND_TRIPS * leastRoundTripSeconds());
        int aim = (int) Math.min(most, Math.max(LEAST_PROBE, known * seconds));
        SizeClass sizes = SizeClass.of(aim);
        boolean fresh = sizes.compareTo(SizeClass.SMALL) <= 0
                ? probedMillis >= sinceMillis && aim <= PROBE_GROWTH * probedBytes
                : isFresh(IN, sizes, sinceMillis) && isFresh(OUT, sizes, sinceMillis);
        return fresh ? 0 : aim;
    }

    /** The newest bandwidth of transfers that are not all round trip; infinite if there were none [bytes/s]. */
    private double newest(int direction) {
        return newest(direction, SizeClass.SMALL).map(ForecastSample::value).orElse(Double.POSITIVE_INFINITY);
    }

    private boolean isFresh(int direction, SizeClass least, long sinceMillis) {
        return newest(direction, least)
                .filter(value -> value.timeMillis() >= sinceMillis)
                .isPresent();
    }

    /** The newest value of transfers of at least this size; if several classes have one, the one of the largest. */
    private Optional<ForecastSample> newest(int direction, SizeClass least) {
        @Nullable StampedSeries[] all = series;
        ForecastSample newest = null;
        for (int i = least.ordinal(); all != null && i < SIZES.length; i++) {
            StampedSeries one = all[direction + i];
            ForecastSample latest = one == null ? null : one.latest().orElse(null);
            if (latest != null && (newest == null || latest.timeMillis() >= newest.timeMillis())) {
                newest = latest;
            }
        }
        return Optional.ofNullable(newest);
    }

    /**
     * Records a probe of {@code size} bytes in each direction.
     *
     * @param outNanos from their first byte to their last, where they arrived there
     * @param inNanos the same here
     */
    public void probed(long size, long outNanos, long inNanos, long timeMillis) {
        SizeClass sizes = SizeClass.of(size);
        int i = sizes.ordinal();
        out.add(size, 1, outNanos, timeMillis);
        in.add(size, 1, inNanos, timeMillis);
        double away = nanos(1, outNanos);
        double back = nanos(1, inNanos);
        if (away > 0 && back > 0) {
            probedRate = size * NANOS / Math.max(away, back);
            probedMillis = timeMillis;
            probedBytes = size;
            add(OUT + i, Quantity.BANDWIDTH_OUT, sizes, timeMillis, size * NANOS / away, outTraffic);
            add(IN + i, Quantity.BANDWIDTH_IN, sizes, timeMillis, size * NANOS / back, inTraffic);
        }
    }

    /** Adds a value of a quantity without size classes. */
    private void addOfHost(int index, Quantity quantity, long timeMillis, double value) {
        add(index, quantity, SizeClass.TINY, timeMillis, value, inTraffic + outTraffic);
    }

    private void add(int index, Quantity quantity, SizeClass sizes, long timeMillis, double value, double traffic) {
        @Nullable StampedSeries[] all = series;
        if (all != null) {
            StampedSeries one = all[index];
            if (one == null) {
                one = new StampedSeries(quantity, sizes);
                all[index] = one;
            }
            one.add(timeMillis, value, traffic);
        }
    }

    /** Closes the station of a worker that will not come back: measurements stay, forecasters are released. */
    public void close() {
        left = series(true);
        series = null;
    }

    /** Tells whether {@link #close} was called. */
    public boolean isClosed() {
        return series == null;
    }

    /** Releases memory: a departed worker keeps only its newest values. */
    public void forget() {
        left = left.stream()
                .map(each ->
                        new SeriesWeather(each.quantity(), each.sizes(), each.newest(), each.forecast(), List.of()))
                .toList();
    }

    /** The newest report. */
    public HostReport report() {
        return report;
    }

    /** The shortest round trip so far [s]; NaN before the first. */
    public double leastRoundTripSeconds() {
        return leastRoundTripNanos / NANOS;
    }

    /** The path between the master and the worker on this host. */
    public PathWeather path(String host) {
        return new PathWeather(
                host,
                Double.isNaN(leastRoundTripNanos) ? 0 : leastRoundTripSeconds(),
                roundTrips,
                in.direction(),
                out.direction());
    }

    /** Arrival time of the newest report, since 1970; 0 for never [ms]. */
    public long reportedMillis() {
        return reportedMillis;
    }

    /** All series that have values; with {@code history} including recent measurements. */
    public List<SeriesWeather> series(boolean history) {
        @Nullable StampedSeries[] all = series;
        if (all == null) {
            return left;
        }
        List<SeriesWeather> weather = new ArrayList<>();
        for (StampedSeries one : all) {
            Optional<SeriesWeather> said = one == null ? Optional.empty() : one.weather(history);
            said.ifPresent(weather::add);
        }
        return weather;
    }
}
