package dev.sluice.pool;

import dev.sluice.model.RunId;
import dev.sluice.model.pool.DivisionTerms;
import dev.sluice.model.pool.PoolDecision;
import dev.sluice.model.pool.PoolHolding;
import dev.sluice.model.pool.PoolHost;
import dev.sluice.model.pool.PoolRun;
import dev.sluice.model.pool.SlotDivision;
import dev.sluice.model.pool.SlotGrant;
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

    final Map<String, AgentHost> hosts = new LinkedHashMap<>();
    final Map<RunId, JoinedRun> runs = new LinkedHashMap<>();
    /** Names of hosts that take no workers, whether or not their agents have joined. */
    final Set<String> retired = new HashSet<>();

    private final SlotDivision division = new SlotDivision(DivisionTerms.DEFAULT);
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
    PoolState(long firstSeat, BiConsumer<RunId, String> news) {
        this.nextSeat = firstSeat;
        this.news = news;
    }

    // ---- reports

    /** Takes over what the agent of a host says. Tells whether slots or workers changed. */
    boolean reported(AgentHost host, AgentReport report, long nowNanos) {
        boolean fresh = host.incarnation != report.incarnation();
        int slots = host.slots;
        List<Seating.Taken> taken = host.taken();
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
        return fresh || slots != host.slots || !taken.equals(host.taken());
    }

    /** A seat that the agent does not report is gone, unless the agent has not heard of it yet. */
    private static boolean isGone(AgentHost.Seat seat, boolean newAgent) {
        return seat.released || newAgent && seat.runFile.isEmpty();
    }

    private void living(AgentHost host, AgentReport.Seat reported) {
        AgentHost.Seat seat = host.seats.computeIfAbsent(
                reported.id(), id -> new AgentHost.Seat(id, reported.run(), reported.slots()));
        seat.runFile = "";
        seat.state = reported.state();
        seat.pid = reported.pid();
        nextSeat = Math.max(nextSeat, reported.id() + 1);
    }

    private void ended(AgentHost host, AgentReport.Seat reported, long nowNanos) {
        AgentHost.Seat seat = host.seats.remove(reported.id());
        if (seat == null) {
            return; // it was reported before
        }
        if (reported.exitCode() == 0 || seat.released) {
            setbacks.succeeded(host.name, seat.run);
            return;
        }
        String how = "a worker on " + host.name + " ended with " + reported.exitCode();
        String words = reported.lastWords();
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
        for (AgentHost host : hosts.values()) {
            int slots = host.held().getOrDefault(run, 0);
            if (slots > 0) {
                held.put(host.name, slots);
            }
        }
        return held;
    }

    // ---- the division

    /** Divides the slots; returns the hosts whose workers shall change. */
    List<AgentHost> divide(long nowNanos) {
        over.removeIf(run -> hosts.values().stream()
                .flatMap(host -> host.seats.values().stream())
                .noneMatch(seat -> seat.run.equals(run)));
        List<AgentHost> connected =
                hosts.values().stream().filter(AgentHost::isConnected).toList();
        List<PoolHost> open = connected.stream()
                .map(host -> new PoolHost(host.name, host.slots, 1, 1, host.isClosed()))
                .toList();
        List<PoolHolding> holdings = new ArrayList<>();
        connected.forEach(host -> holdings.addAll(host.holdings()));
        PoolDecision decision = division.decide(nowNanos, open, asking(holdings, nowNanos), holdings);
        Map<String, Map<RunId, Integer>> wanted = new HashMap<>();
        for (SlotGrant grant : decision.grants()) {
            wanted.computeIfAbsent(grant.host(), host -> new LinkedHashMap<>())
                    .put(new RunId(grant.run()), grant.slots());
        }
        return connected.stream()
                .filter(host -> seat(host, wanted.getOrDefault(host.name, Map.of()), nowNanos))
                .toList();
    }

    /** The runs that ask for slots, and those that keep what they hold until their masters come back. */
    private List<PoolRun> asking(List<PoolHolding> holdings, long nowNanos) {
        List<PoolRun> asking = new ArrayList<>();
        runs.values().stream().filter(run -> run.session != null).forEach(run -> asking.add(run.view()));
        Map<RunId, Integer> kept = new LinkedHashMap<>();
        for (PoolHolding holding : holdings) {
            RunId run = new RunId(holding.run());
            JoinedRun known = runs.get(run);
            boolean stays = known == null
                    ? !over.contains(run) && nowNanos - strangers.computeIfAbsent(run, id -> nowNanos) <= AWAY_NANOS
                    : known.session == null;
            int slots = holding.slots() - holding.draining();
            if (stays && slots > 0) {
                kept.merge(run, slots, Integer::sum);
            }
        }
        kept.forEach((run, slots) -> asking.add(JoinedRun.away(run.text(), slots)));
        return asking;
    }

    private boolean seat(AgentHost host, Map<RunId, Integer> wanted, long nowNanos) {
        Seating.Change change = Seating.of(host.slots, host.taken(), wanted);
        for (long id : change.leave()) {
            AgentHost.Seat seat = host.seats.get(id);
            if (seat != null) {
                seat.released = true;
            }
        }
        boolean changed = !change.leave().isEmpty();
        for (Map.Entry<RunId, Integer> begin : change.begin().entrySet()) {
            JoinedRun run = runs.get(begin.getKey());
            if (run != null && run.session != null && !setbacks.holds(host.name, run.id, nowNanos)) {
                AgentHost.Seat seat = new AgentHost.Seat(nextSeat++, run.id, begin.getValue());
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

    /**
     * How long a run gets no worker on a host after workers of it have failed there: 1, 2, 4 … seconds, and ten minutes
     * after the fifth failure in a row. A worker that ends in order sets it back to zero. Confined to the pool's loop.
     */
    private static final class Setbacks {
        private static final int MOST_IN_A_ROW = 5;
        private static final long FIRST_NANOS = TimeUnit.SECONDS.toNanos(1);
        private static final long LONG_NANOS = TimeUnit.MINUTES.toNanos(10);

        private record Place(String host, RunId run) {}

        private record Setback(int failures, long untilNanos) {}

        private final Map<Place, Setback> setbacks = new HashMap<>();

        /** A worker of the run has failed on the host. Returns whether it was the fifth in a row. */
        boolean failed(String host, RunId run, long nowNanos) {
            Place place = new Place(host, run);
            Setback before = setbacks.getOrDefault(place, new Setback(0, 0));
            int failures = before.failures() + 1;
            boolean late = failures >= MOST_IN_A_ROW;
            long wait = late ? LONG_NANOS : FIRST_NANOS << (failures - 1);
            setbacks.put(place, new Setback(late ? 0 : failures, nowNanos + wait));
            return late;
        }

        /** A worker of the run has ended in order on the host. */
        void succeeded(String host, RunId run) {
            setbacks.remove(new Place(host, run));
        }

        /** Tells whether the run must wait before it gets another worker on the host. */
        boolean holds(String host, RunId run, long nowNanos) {
            Setback setback = setbacks.get(new Place(host, run));
            return setback != null && setback.untilNanos() - nowNanos > 0;
        }

        /** The run is over. */
        void forget(RunId run) {
            setbacks.keySet().removeIf(place -> place.run().equals(run));
        }
    }
}
