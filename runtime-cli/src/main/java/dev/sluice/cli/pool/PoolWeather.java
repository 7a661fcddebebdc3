package dev.sluice.cli.pool;

import dev.sluice.master.weather.HostStation;
import dev.sluice.master.weather.PathWeather;
import dev.sluice.master.weather.Weather;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.LinkProbe;
import dev.sluice.net.message.WorkerWeather;
import dev.sluice.net.runfile.ThisHost;
import dev.sluice.net.session.Session;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Reports of agents about their hosts, and results of probes of their links. An agent can neither choose a time nor
 * fill the memory: the pool stamps each report, and takes at most one a second from each of at most
 * {@value #MOST_HOSTS} hosts. Confined to the pool's loop.
 */
final class PoolWeather {
    /** Time between two probes, at least [ns]. */
    static final long BEAT_NANOS = TimeUnit.SECONDS.toNanos(2);

    static final int MOST_HOSTS = 4_096;

    private static final long LEAST_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** Age up to which a measurement of a link counts as fresh. */
    private static final long FRESH_MILLIS = TimeUnit.MINUTES.toMillis(5);

    /** Timeout of the answer to a probe [ns]. */
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    /** Bytes of all probes, in both directions together. */
    private static final double BYTES_PER_SECOND = (4 << 20) / 60.0;

    private static final double MOST_SAVED = 60 * BYTES_PER_SECOND;

    private final LongSupplier clock;
    private final LongSupplier wallMillis;
    private final Map<String, Place> places = new LinkedHashMap<>();
    private @Nullable Question asked;
    private long number;
    private double allowance = MOST_SAVED;
    private long filledNanos;

    /** One host. */
    private static final class Place {
        final HostStation station;

        @Nullable
        Session session;

        boolean reported;
        /** When the last report was taken [ns]. */
        long reportedNanos;

        /** True once a probe of a byte was sent: larger ones follow. */
        boolean tripAsked;

        /** No probe is sent before [ns]. */
        long nextNanos;

        Place(long nowNanos) {
            station = new HostStation(nowNanos);
            nextNanos = nowNanos;
        }
    }

    /** A probe that was sent. */
    private record Question(Place place, int bytes, long nanos) {}

    /**
     * Knows nothing yet.
     *
     * @param clock monotonic [ns]
     * @param wallMillis time of the measurements, since 1970 [ms]
     */
    PoolWeather(LongSupplier clock, LongSupplier wallMillis) {
        this.clock = clock;
        this.wallMillis = wallMillis;
        this.filledNanos = clock.getAsLong();
    }

    /** An agent has a session, or lost it. */
    void connected(String host, @Nullable Session session) {
        Place place = place(host);
        if (place != null) {
            place.session = session;
            Question open = asked;
            asked = open != null && open.place() == place ? null : open;
        }
    }

    private @Nullable Place place(String host) {
        Place place = places.get(host);
        if (place == null && (places.size() < MOST_HOSTS || forgetOne())) {
            place = new Place(clock.getAsLong());
            places.put(host, place);
        }
        return place;
    }

    /** Forgets the host that came first of those without a session; returns whether there is one. */
    private boolean forgetOne() {
        String first = places.entrySet().stream()
                .filter(each -> each.getValue().session == null)
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(null);
        return first != null && places.remove(first) != null;
    }

    /** Takes what an agent says of its host. */
    void sensed(String host, HostReport report) {
        Place place = place(host);
        long now = clock.getAsLong();
        if (place != null && report.sequence() > 0 && (!place.reported || now - place.reportedNanos >= LEAST_NANOS)) {
            place.reported = true;
            place.reportedNanos = now;
            place.station.reported(report.with(List.of()), wallMillis.getAsLong());
        }
    }

    /** Takes the answer of an agent to a probe. */
    void probed(String host, LinkProbe answer) {
        Question open = asked;
        if (open != null && open.place() == places.get(host) && answer.number() == number) {
            asked = null;
            long now = clock.getAsLong();
            HostStation station = open.place().station;
            if (open.bytes() == 1) {
                station.roundTrip(now - open.nanos(), wallMillis.getAsLong());
            } else if (answer.bytes().size() == open.bytes()) {
                station.probed(
                        open.bytes(), answer.arrivingNanos(), answer.bytes().arrivingNanos(), wallMillis.getAsLong());
            }
        }
        answer.release();
    }

    /** Sends the next probe if one is due; one at a time, so that probes do not disturb each other. */
    void beat() {
        long now = clock.getAsLong();
        allowance = Math.min(MOST_SAVED, allowance + BYTES_PER_SECOND * (now - filledNanos) / 1e9);
        filledNanos = now;
        Question open = asked;
        if (open != null && now - open.nanos() < PATIENCE_NANOS) {
            return;
        }
        asked = null;
        Place next = null;
        for (Place place : places.values()) {
            Session session = place.session;
            boolean free = session != null && !session.loopback() && session.writable();
            boolean due = free && now - place.nextNanos >= 0;
            if (due && (next == null || place.nextNanos - next.nextNanos < 0)) {
                next = place;
            }
        }
        if (next != null) {
            ask(next, now);
        }
    }

    /** A byte shows the round trip. Larger probes follow until the bandwidth is known. */
    private void ask(Place place, long now) {
        int bytes = place.tripAsked
                ? place.station.bytesToProbe(wallMillis.getAsLong() - FRESH_MILLIS, LinkProbe.MOST_BYTES)
                : 1;
        Session session = place.session;
        if (session == null || 2.0 * bytes > allowance) {
            return;
        }
        if (bytes == 0) {
            place.tripAsked = false;
            place.nextNanos = now + TimeUnit.MILLISECONDS.toNanos(FRESH_MILLIS);
            return;
        }
        place.tripAsked = true;
        place.nextNanos = now + BEAT_NANOS; // others come first
        asked = new Question(place, bytes, now);
        allowance -= 2.0 * bytes;
        session.send(LinkProbe.question(++number, bytes));
    }

    /** The weather now: hosts that have reported. */
    Weather now(String pool) {
        List<WorkerWeather> hosts = new ArrayList<>();
        List<PathWeather> paths = new ArrayList<>();
        places.forEach((name, place) -> {
            if (place.reported) {
                hosts.add(new WorkerWeather(
                        hosts.size() + 1,
                        name,
                        place.session != null,
                        place.station.reportedMillis(),
                        place.station.report(),
                        place.station.series(false)));
                paths.add(place.station.path(name));
            }
        });
        Instant time = Instant.ofEpochMilli(wallMillis.getAsLong());
        return new Weather(pool, false, time, hosts, ThisHost.name(), paths);
    }
}
