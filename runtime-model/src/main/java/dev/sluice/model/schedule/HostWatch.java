package dev.sluice.model.schedule;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;
import dev.sluice.model.failure.BadHosts;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Carries out what {@link BadHosts} decides: bars the workers of a host, takes back what they have not started, and
 * gives one of them one unit for a probe. Workers whose host nobody named are not watched. Confined to the scheduler.
 */
final class HostWatch {
    private final BadHosts hosts;
    private final UnitLedger ledger;
    private final Roster roster;
    private final Assigner assigner;
    private final BadHosts.View view = new Present();
    /** The latest failure on each host that is not quiet. */
    private final Map<String, UnitFailure> latest = new HashMap<>();

    private long nowNanos;

    HostWatch(UnitLedger ledger, Roster roster, Assigner assigner) {
        this.hosts = roster.origins().hosts();
        this.ledger = ledger;
        this.roster = roster;
        this.assigner = assigner;
    }

    /** The time of the event that is being applied [ns]. */
    void now(long nanos) {
        nowNanos = nanos;
    }

    void cycleOver() {
        hosts.cycleOver();
    }

    /** The unit failed on this worker. */
    void failed(UnitFailure failure, Trouble trouble) {
        String host = roster.origins().hostOf(failure.worker());
        if (host != null && failure.code() != ErrorCode.UNIT_GIVEN_UP) { // which says nothing about the host
            latest.put(host, failure);
            boolean elsewhere = trouble.failures.stream()
                    .anyMatch(other -> !host.equals(roster.origins().hostOf(other.worker())));
            hosts.failed(host, trouble.unit, elsewhere);
        }
    }

    /**
     * The worker has had this unit for very long, and another one gets it as well: if that computes it, it is proof.
     */
    void overdue(WorkerId worker, long unit) {
        String host = roster.origins().hostOf(worker);
        if (host != null) {
            latest.put(
                    host,
                    new UnitFailure(worker, ErrorCode.UNIT_NOT_RETURNED, "", "unit " + unit + " never came back", ""));
            hosts.failed(host, unit, false);
        }
    }

    /** The worker computed the units [from, to), which were its own. */
    void computed(WorkerId worker, long from, long to) {
        String host = hosts.isQuiet() ? null : roster.origins().hostOf(worker);
        if (host != null) {
            hosts.computed(host, from, to);
        }
    }

    /** A worker of a host without which the run goes on gets no units either. */
    void joined(WorkerRecord worker, Outbox outbox) {
        BadHosts.State state = stateOf(worker);
        if (state != BadHosts.State.AT_WORK) {
            roster.bar(worker, true);
            if (state == BadHosts.State.EXCLUDED || state == BadHosts.State.PROBED) {
                outbox.add(new Action.WorkerBarred(worker.id));
            }
        }
    }

    private BadHosts.State stateOf(WorkerRecord worker) {
        String host = roster.origins().hostOf(worker.id);
        return host == null ? BadHosts.State.AT_WORK : hosts.state(host);
    }

    /** Somebody wants this worker at work, whatever its host did. */
    void pardon(WorkerRecord worker) {
        String host = roster.origins().hostOf(worker.id);
        if (worker.barred && host != null) {
            hosts.pardon(host);
        }
    }

    /** Carries out what is due in the open cycle. Returns whether anything changed. */
    boolean decide(int cycle, Outbox outbox) {
        if (hosts.isQuiet()) {
            return false;
        }
        probeForWaiting();
        boolean any = false;
        for (BadHosts.Change change = hosts.next(nowNanos, view); change != null; change = hosts.next(nowNanos, view)) {
            any = true;
            carryOut(change, cycle, outbox);
        }
        for (String host : hosts.tried()) {
            any |= tryFew(host);
        }
        if (hosts.isQuiet()) {
            latest.clear();
        }
        return any;
    }

    /** A unit that failed on one host alone is given to an excluded one, if that is the only other host. */
    private void probeForWaiting() {
        for (Trouble trouble : ledger.waiting()) {
            WorkerRecord only = trouble.failures.isEmpty() ? null : roster.onlyBarredFor(trouble);
            String host = only == null ? null : roster.origins().hostOf(only.id);
            if (host != null) {
                hosts.probeNow(host, nowNanos);
                return;
            }
        }
    }

    private void carryOut(BadHosts.Change change, int cycle, Outbox outbox) {
        List<WorkerRecord> workers = workersOf(change.host());
        switch (change.now()) {
            case AT_WORK -> {
                workers.forEach(worker -> roster.bar(worker, false));
                if (change.before() == BadHosts.State.EXCLUDED || change.before() == BadHosts.State.PROBED) {
                    outbox.add(new Action.HostAdmitted(ids(workers)));
                }
            }
            case TRIED, HELD -> workers.forEach(worker -> bar(worker, cycle, outbox));
            case EXCLUDED -> {
                workers.forEach(worker -> bar(worker, cycle, outbox));
                UnitFailure why = latest.get(change.host());
                if (why != null && change.pauseNanos() > 0) {
                    boolean again = change.before() == BadHosts.State.PROBED;
                    outbox.add(new Action.HostExcluded(ids(workers), change.pauseNanos(), change.units(), why, again));
                }
            }
            case PROBED -> {
                WorkerRecord prober = prober(workers);
                if (prober != null) {
                    roster.bar(prober, false);
                    prober.probing = true;
                    outbox.add(new Action.HostProbed(prober.id));
                }
            }
        }
    }

    /**
     * Lets workers without a unit take one each, as long as no more units can fail on the host than make it bad.
     * Returns whether there are more such workers than before.
     */
    private boolean tryFew(String host) {
        List<WorkerRecord> workers = workersOf(host);
        long left = hosts.untilBad(host)
                - workers.stream().mapToLong(worker -> worker.openUnits).sum();
        boolean any = false;
        for (WorkerRecord worker : workers) {
            if (worker.openUnits == 0) {
                boolean tries = left > 0 && worker.state == WorkerState.ACTIVE && worker.slots > 0 && !worker.revoking;
                left -= tries ? 1 : 0;
                any |= tries && !worker.probing;
                if (tries != worker.probing) {
                    roster.bar(worker, !tries);
                    worker.probing = tries;
                }
            }
        }
        return any;
    }

    private void bar(WorkerRecord worker, int cycle, Outbox outbox) {
        boolean tookWork = worker.takesWork();
        roster.bar(worker, true);
        if (tookWork) {
            assigner.workerGone(worker.id);
            if (worker.openUnits > 0) {
                worker.revoking = true;
                outbox.add(new Action.Revoke(worker.id, cycle, worker.openUnits));
            }
        }
    }

    private static @Nullable WorkerRecord prober(List<WorkerRecord> workers) {
        return workers.stream().filter(WorkerRecord::couldProbe).findFirst().orElse(null);
    }

    private static List<WorkerId> ids(List<WorkerRecord> workers) {
        return workers.stream().map(worker -> worker.id).toList();
    }

    private List<WorkerRecord> workersOf(String host) {
        List<WorkerRecord> found = new ArrayList<>();
        for (WorkerRecord worker : roster.all()) {
            if (host.equals(roster.origins().hostOf(worker.id))) {
                found.add(worker);
            }
        }
        return found;
    }

    /** The workers of the roster, by their hosts. */
    private final class Present implements BadHosts.View {
        @Override
        public boolean betterAtWork(String host) {
            for (WorkerRecord worker : roster.all()) {
                if (worker.takesWork() && !worker.probing) {
                    String other = roster.origins().hostOf(worker.id);
                    if (other == null || !other.equals(host) && !hosts.isBad(other)) {
                        return true;
                    }
                }
            }
            return false;
        }

        @Override
        public boolean isNew(String host) {
            return workersOf(host).stream().noneMatch(worker -> worker.pace.timed() > 0);
        }

        @Override
        public boolean canProbe(String host) {
            return prober(workersOf(host)) != null;
        }

        @Override
        public boolean isProbing(String host) {
            return workersOf(host).stream().anyMatch(worker -> worker.probing && worker.takesWork());
        }
    }
}
