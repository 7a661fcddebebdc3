package dev.sluice.pool;

import dev.sluice.model.RunId;
import dev.sluice.net.message.AgentReport;
import dev.sluice.net.message.AgentReport.State;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;

/**
 * The hosts, runs and workers of a pool, and how they change by reports and by the division. Confined to the pool's
 * loop; it sends nothing.
 */
final class PoolState {
    /**
     * Workers of a run whose master is away stay for this time [ns]. The same holds for runs that have not come back
     * after a restart of the pool.
     */
    static final long AWAY_NANOS = TimeUnit.SECONDS.toNanos(60);

    final Map<String, PoolHost> hosts = new LinkedHashMap<>();
    final Map<RunId, PoolRun> runs = new LinkedHashMap<>();
    private final Division division;
    private final BiConsumer<RunId, String> news;
    private final Setbacks setbacks = new Setbacks();
    /** Runs of which only workers are known, and since when [ns]. */
    private final Map<RunId, Long> strangers = new HashMap<>();

    /** Runs that are over and still have workers. */
    private final Set<RunId> over = new HashSet<>();

    private long nextSeat;

    /**
     * Makes an empty state.
     *
     * @param firstSeat greater than each seat of an earlier process of the same pool
     * @param news receives lines for the user of a run
     */
    PoolState(Division division, long firstSeat, BiConsumer<RunId, String> news) {
        this.division = division;
        this.nextSeat = firstSeat;
        this.news = news;
    }

    // ---- reports

    /** Takes over what the agent of a host says. */
    void reported(PoolHost host, AgentReport report, long nowNanos) {
        boolean fresh = host.incarnation != report.incarnation();
        host.incarnation = report.incarnation();
        host.slots = report.slots();
        host.memoryBytes = report.memoryBytes();
        host.pid = report.pid();
        host.heardNanos = nowNanos;
        Set<Long> reported = report.seats().stream().map(AgentReport.Seat::id).collect(Collectors.toSet());
        host.seats.values().removeIf(seat -> !reported.contains(seat.id) && isGone(seat, fresh));
        for (AgentReport.Seat seat : report.seats()) {
            if (seat.state() == State.ENDED) {
                ended(host, seat, nowNanos);
            } else {
                living(host, seat);
            }
        }
    }

    /** A seat that the agent does not report is gone, unless the agent has not heard of it yet. */
    private static boolean isGone(PoolHost.Seat seat, boolean newAgent) {
        return seat.released || newAgent && seat.runFile.isEmpty();
    }

    private void living(PoolHost host, AgentReport.Seat reported) {
        PoolHost.Seat seat = host.seats.computeIfAbsent(
                reported.id(), id -> new PoolHost.Seat(id, reported.run(), reported.slots()));
        seat.runFile = "";
        seat.state = reported.state();
        seat.pid = reported.pid();
        nextSeat = Math.max(nextSeat, reported.id() + 1);
    }

    private void ended(PoolHost host, AgentReport.Seat reported, long nowNanos) {
        PoolHost.Seat seat = host.seats.remove(reported.id());
        if (seat == null) {
            return; // it was reported before
        }
        if (reported.exitCode() == 0 || seat.released) {
            setbacks.succeeded(host.name, seat.run);
            return;
        }
        String how = "a worker on " + host.name + " ended with " + reported.exitCode();
        String words = reported.lastWords().lines().reduce("", (all, line) -> line.isBlank() ? all : line);
        boolean late = setbacks.failed(host.name, seat.run, nowNanos);
        news.accept(seat.run, how + (words.isEmpty() ? "" : ": " + words));
        if (late) {
            news.accept(
                    seat.run, "no more workers on " + host.name + " for 10 minutes: five in a row have failed there");
        }
    }

    // ---- runs

    /** Removes a run; its workers leave with the next division. */
    void over(RunId run) {
        runs.remove(run);
        setbacks.forget(run);
        over.add(run);
    }

    /** Removes runs whose masters were away for too long; returns them. */
    List<RunId> overdue(long nowNanos) {
        List<RunId> overdue = runs.values().stream()
                .filter(run -> run.session == null && nowNanos - run.lostNanos > AWAY_NANOS)
                .map(run -> run.id)
                .toList();
        overdue.forEach(this::over);
        return overdue;
    }

    /** Slots of the run on each host, without workers that leave. */
    Map<String, Integer> held(RunId run) {
        Map<String, Integer> held = new TreeMap<>();
        for (PoolHost host : hosts.values()) {
            int slots = host.held().getOrDefault(run, 0);
            if (slots > 0) {
                held.put(host.name, slots);
            }
        }
        return held;
    }

    // ---- the division

    /** Divides the slots; returns the hosts whose workers shall change. */
    List<PoolHost> divide(long nowNanos) {
        List<Division.Host> open = new ArrayList<>();
        for (PoolHost host : hosts.values()) {
            int taken = reserved(host, nowNanos).values().stream()
                    .mapToInt(Integer::intValue)
                    .sum();
            if (host.offered() > taken) {
                open.add(new Division.Host(host.name, host.offered() - taken));
            }
        }
        List<Division.Run> asking = runs.values().stream()
                .filter(run -> run.session != null)
                .map(run -> run.view(held(run.id)))
                .toList();
        Map<RunId, Map<String, Integer>> shares = division.divide(open, asking, nowNanos);
        List<PoolHost> changed = new ArrayList<>();
        over.removeIf(run -> hosts.values().stream()
                .flatMap(host -> host.seats.values().stream())
                .noneMatch(seat -> seat.run.equals(run)));
        for (PoolHost host : hosts.values()) {
            if (host.isConnected() && seat(host, shares, nowNanos)) {
                changed.add(host);
            }
        }
        return changed;
    }

    /** Slots of workers that stay although their runs do not ask: their masters are away, and may come back. */
    private Map<RunId, Integer> reserved(PoolHost host, long nowNanos) {
        Map<RunId, Integer> reserved = new LinkedHashMap<>();
        if (host.drained || host.removed) {
            return reserved;
        }
        host.held().forEach((run, slots) -> {
            PoolRun known = runs.get(run);
            boolean stays = known == null
                    ? !over.contains(run) && nowNanos - strangers.computeIfAbsent(run, id -> nowNanos) <= AWAY_NANOS
                    : known.session == null;
            if (stays) {
                reserved.put(run, slots);
            }
        });
        return reserved;
    }

    private boolean seat(PoolHost host, Map<RunId, Map<String, Integer>> shares, long nowNanos) {
        Map<RunId, Integer> wanted = reserved(host, nowNanos);
        shares.forEach((run, slots) -> {
            int there = slots.getOrDefault(host.name, 0);
            if (there > 0 && host.offered() > 0) {
                wanted.put(run, there);
            }
        });
        Seating.Change change = Seating.of(host.slots, host.taken(), wanted);
        for (long id : change.leave()) {
            PoolHost.Seat seat = host.seats.get(id);
            if (seat != null) {
                seat.released = true;
            }
        }
        boolean changed = !change.leave().isEmpty();
        for (Map.Entry<RunId, Integer> begin : change.begin().entrySet()) {
            PoolRun run = runs.get(begin.getKey());
            if (run != null && run.session != null && !setbacks.holds(host.name, run.id, nowNanos)) {
                PoolHost.Seat seat = new PoolHost.Seat(nextSeat++, run.id, begin.getValue());
                seat.runFile = run.terms.runFile();
                host.seats.put(seat.id, seat);
                changed = true;
            }
        }
        return changed;
    }

    /** The run has said what it is: its workers are no strangers any more. */
    void known(RunId run) {
        strangers.remove(run);
        over.remove(run);
    }

    PoolView view() {
        List<PoolView.Host> shownHosts = hosts.values().stream()
                .map(host -> new PoolView.Host(
                        host.name,
                        host.isConnected(),
                        host.drained || host.removed,
                        host.slots,
                        host.memoryBytes,
                        host.pid,
                        host.seats.values().stream()
                                .map(seat -> new PoolView.Seat(seat.run, seat.slots, seat.word(), seat.pid))
                                .toList(),
                        host.weather))
                .toList();
        List<PoolView.Run> shownRuns = runs.values().stream()
                .map(run -> new PoolView.Run(
                        run.terms,
                        run.needs,
                        run.session != null,
                        held(run.id).values().stream()
                                .mapToInt(Integer::intValue)
                                .sum()))
                .toList();
        return new PoolView(shownHosts, shownRuns);
    }
}
