package dev.sluice.master;

import dev.sluice.master.weather.HostStation;
import dev.sluice.master.weather.PathWeather;
import dev.sluice.master.weather.Weather;
import dev.sluice.net.message.AskWeather;
import dev.sluice.net.message.HostReport;
import dev.sluice.net.message.LinkProbe;
import dev.sluice.net.message.WeatherAnswer;
import dev.sluice.net.message.WorkerBeat;
import dev.sluice.net.message.WorkerWeather;
import dev.sluice.net.runfile.ThisHost;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The weather of a run: passes the reports of workers to their stations, and answers questions. Times are the start
 * time plus the monotonic time since, so that setting the clock does not put them out of order. Confined to the master
 * loop.
 */
public final class RunWeather {
    /**
     * Longest time for which a worker may hold the answer to a heartbeat [ns]. A longer hold measures the difference of
     * the two clocks rather than the link.
     */
    private static final long LONGEST_HELD_NANOS = 50_000_000L;

    /** Number of departed workers that keep their whole history; earlier ones keep only their newest values. */
    private static final int GONE_WITH_HISTORY = 256;

    private static final int PAGE = 256;
    private static final int PAGE_WITH_HISTORY = 16;
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final RunCore core;
    private final long startMillis = System.currentTimeMillis();
    private final long startNanos;
    private final Deque<HostStation> gone = new ArrayDeque<>();
    private final LinkProbes probes;

    /** @param probeBytes that may be sent and received to measure links [bytes/min] */
    RunWeather(RunCore core, long probeBytes) {
        this.core = core;
        this.startNanos = core.nanoTime();
        this.probes = new LinkProbes(core, probeBytes);
    }

    private long millis(long nowNanos) {
        return startMillis + (nowNanos - startNanos) / NANOS_PER_MILLI;
    }

    /** Records a host's report. */
    void reported(WorkerConnection connection, HostReport report) {
        connection.entry.station.reported(report, millis(core.nanoTime()));
    }

    /** Records a round trip if the worker's beat answers one of the master's. */
    void answered(WorkerConnection connection, WorkerBeat.Echo echo) {
        long sent = connection.beatNanos(echo.tick());
        if (sent >= 0 && echo.heldNanos() <= LONGEST_HELD_NANOS && echo.tick() > connection.measuredTick) {
            connection.measuredTick = echo.tick();
            long now = core.nanoTime();
            long roundTrip = now - sent - echo.heldNanos();
            connection.entry.station.roundTrip(roundTrip, millis(now));
            core.grants().distance(connection, roundTrip);
            core.times().roundTrips().add(1, roundTrip);
        }
    }

    /** Records the answer to a probe. */
    void probed(WorkerConnection connection, LinkProbe answer) {
        probes.answered(connection, answer, millis(core.nanoTime()));
    }

    /** Probes links without recent measurements; called every two seconds. */
    void probe() {
        probes.beat(millis(core.nanoTime()));
    }

    /** Updates all stations; called every two seconds. */
    void beat() {
        long now = core.nanoTime();
        for (WorkerEntry entry : core.registry().entries()) {
            HostStation station = entry.station;
            if (station.isClosed()) {
                continue;
            }
            station.beat(entry.counters(), now, millis(now));
            if (entry.gone) {
                station.close();
                gone.add(station);
                if (gone.size() > GONE_WITH_HISTORY) {
                    gone.remove().forget();
                }
            }
        }
    }

    /** One page of the answer to an operator's question. */
    WeatherAnswer answer(AskWeather question) {
        int most = question.history() ? PAGE_WITH_HISTORY : PAGE;
        List<WorkerWeather> page = new ArrayList<>();
        int next = 0;
        for (WorkerEntry entry : core.registry().entries()) {
            if (entry.id.number() < question.fromWorker()) {
                continue;
            }
            if (page.size() == most) {
                next = entry.id.number();
                break;
            }
            page.add(weather(entry, question.history()));
        }
        boolean ending = core.over() || core.stopping();
        return new WeatherAnswer(millis(core.nanoTime()), next, ending, page);
    }

    /** The whole weather, for the run's directory. */
    public Weather all(String run) {
        beat();
        List<WorkerWeather> workers = new ArrayList<>();
        List<PathWeather> paths = new ArrayList<>();
        for (WorkerEntry entry : core.registry().entries()) {
            workers.add(weather(entry, true));
            paths.add(entry.station.path(entry.host));
        }
        Instant time = Instant.ofEpochMilli(millis(core.nanoTime()));
        return new Weather(run, false, time, workers, ThisHost.name(), paths);
    }

    private static WorkerWeather weather(WorkerEntry entry, boolean history) {
        HostStation station = entry.station;
        return new WorkerWeather(
                entry.id.number(),
                entry.host,
                entry.connection != null,
                station.reportedMillis(),
                station.report(),
                station.series(history));
    }

    /**
     * Measures links that carried nothing large lately. It sends bytes to a worker and back: one probe at a time, to
     * one worker of each host, within a budget. Confined to the master loop.
     */
    private static final class LinkProbes {
        /** Age up to which a measurement counts as fresh [ms]. */
        private static final long FRESH_MILLIS = 300_000;

        /** Timeout of an answer [ns]. */
        private static final long PATIENCE_NANOS = 30_000_000_000L;

        private static final double NANOS_PER_MINUTE = 60e9;

        /** A probe that was sent or may be sent. */
        private record Question(WorkerConnection connection, int bytes, long nanos) {}

        private final RunCore core;
        private final long bytesPerMinute;
        private double allowance;
        private long filledNanos;
        private @Nullable Question asked;
        private long number;
        private int last;

        LinkProbes(RunCore core, long bytesPerMinute) {
            this.core = core;
            this.bytesPerMinute = bytesPerMinute;
            this.allowance = bytesPerMinute;
            this.filledNanos = core.nanoTime();
        }

        /**
         * Sends the next probe if one is due; called every two seconds. {@code nowMillis} is the time of the run's
         * weather.
         */
        void beat(long nowMillis) {
            long now = core.nanoTime();
            allowance = Math.min(bytesPerMinute, allowance + bytesPerMinute * ((now - filledNanos) / NANOS_PER_MINUTE));
            filledNanos = now;
            Question open = asked;
            if (bytesPerMinute == 0 || open != null && open.connection.open && now - open.nanos < PATIENCE_NANOS) {
                return;
            }
            asked = null;
            int most = (int) Math.min(LinkProbe.MOST_BYTES, bytesPerMinute / 2);
            Set<String> hosts = new HashSet<>();
            Question first = null;
            Question next = null;
            for (WorkerConnection connection : core.registry().connections()) {
                if (!hosts.add(connection.entry.host)
                        || connection.session.loopback()
                        || !connection.session.writable()) {
                    continue;
                }
                int bytes = connection.entry.station.bytesToProbe(nowMillis - FRESH_MILLIS, most);
                if (bytes > 0 && 2.0 * bytes <= allowance) {
                    Question question = new Question(connection, bytes, now);
                    first = first == null ? question : first;
                    next = next == null && connection.entry.id.number() > last ? question : next;
                }
            }
            if (first != null) {
                ask(next == null ? first : next);
            }
        }

        private void ask(Question question) {
            asked = question;
            last = question.connection.entry.id.number();
            allowance -= 2.0 * question.bytes;
            question.connection.session.send(LinkProbe.question(++number, question.bytes));
        }

        /** Records the answer of a worker to a probe. */
        void answered(WorkerConnection connection, LinkProbe answer, long nowMillis) {
            Question open = asked;
            if (open != null && connection == open.connection && answer.number() == number) {
                asked = null;
                if (answer.bytes().size() == open.bytes) {
                    long arrivingNanos = answer.bytes().arrivingNanos();
                    connection.entry.station.probed(open.bytes, answer.arrivingNanos(), arrivingNanos, nowMillis);
                }
            }
            answer.release();
        }
    }
}
