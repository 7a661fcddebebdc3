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
import java.util.List;

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
}
