package dev.sluice.model.schedule;

import dev.sluice.model.Amounts;
import dev.sluice.model.Offer;
import dev.sluice.model.WorkerId;
import dev.sluice.model.failure.Origins;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The workers that are not gone, in the order of their ids. Confined to the scheduler. */
final class Roster {
    /** Sees each transition. Tests use it to find transitions that no test visits. */
    interface Watcher {
        void moved(WorkerState from, WorkerState.Input input, WorkerState to);
    }

    /** The workers in the order of their ids. */
    private final List<WorkerRecord> workers = new ArrayList<>();

    private final Collection<WorkerRecord> readable = Collections.unmodifiableList(workers);

    /** The workers indexed by the number of their id. Numbers are consecutive from 1. */
    private @Nullable WorkerRecord[] byNumber = new WorkerRecord[16];

    /** Workers whose setup has not left; some may be about to join. */
    private final Set<WorkerId> withoutSetup = new HashSet<>();

    private final Origins origins = new Origins();
    private final WorkerRecord.Totals totals = new WorkerRecord.Totals();
    private final Map<String, Share> hosts = new HashMap<>();
    private final Watcher watcher;
    private final int maxFailures;
    private int activeSlots;
    private int parkedSlots;
    private int expectedSlots;
    private long expectedUntilNanos;

    /**
     * @param maxFailures workers on which a unit must fail before it is given up
     * @param ofRun resources of the run, which all workers divide
     */
    Roster(Watcher watcher, int maxFailures, Amounts ofRun) {
        this.watcher = watcher;
        this.maxFailures = maxFailures;
        totals.run.replace(ofRun);
    }

    Collection<WorkerRecord> all() {
        return readable;
    }

    @Nullable
    WorkerRecord find(WorkerId id) {
        return id.number() < byNumber.length ? byNumber[id.number()] : null;
    }

    /** The peers and hosts from which the workers come. */
    Origins origins() {
        return origins;
    }

    /** Names peer and host of a worker, which may be about to join. */
    void name(Event.PeerNamed named) {
        origins.name(named.worker(), named.peer(), named.host());
        WorkerRecord worker = find(named.worker());
        if (worker != null) {
            worker.standing = origins.standing(worker.id);
        }
    }

    /** Lets a worker take work no more because of its host, or again. */
    void bar(WorkerRecord worker, boolean barred) {
        count(worker, -1);
        worker.barred = barred;
        worker.probing = false;
        count(worker, 1);
        totals.backlogs.changed(worker);
    }

    /** True if a worker of a peer and host on which the unit has not failed could compute it. */
    boolean hasOther(Trouble trouble) {
        List<WorkerId> tried = trouble.tried();
        for (WorkerRecord worker : workers) {
            if (worker.couldTry()
                    && can(worker, trouble.needs)
                    && origins.rank(worker.id, tried).compareTo(Origins.Rank.SAME_PEER) < 0) {
                return true;
            }
        }
        return false;
    }

    /** True if a worker of a peer that is believed could try the unit, and has not. */
    boolean hasProven(Trouble trouble) {
        List<WorkerId> tried = trouble.tried();
        for (WorkerRecord worker : workers) {
            if (worker.couldTry()
                    && can(worker, trouble.needs)
                    && !tried.contains(worker.id)
                    && origins.rank(worker.id, tried) == Origins.Rank.FIRST) {
                return true;
            }
        }
        return false;
    }

    /** True if the unit failed on a worker whose peer was believed then, or is now. */
    boolean isBelieved(Trouble trouble) {
        return trouble.isBelieved()
                || trouble.tried().stream()
                        .anyMatch(worker -> origins.standing(worker).isProven());
    }

    /**
     * True if the worker may try the unit: it has not, and no worker should rather try it. Peers and hosts on which it
     * has not failed come first, and among them hosts on which no unit has failed lately.
     */
    boolean mayTry(WorkerRecord worker, Trouble trouble) {
        if (!can(worker, trouble.needs)) {
            return false;
        }
        if (trouble.failures.isEmpty()) {
            return true;
        }
        if (trouble.failedOn(worker.id)) {
            return false;
        }
        List<WorkerId> tried = trouble.tried();
        Origins.Rank rank = origins.rank(worker.id, tried);
        if (rank == Origins.Rank.FIRST) {
            return true;
        }
        boolean waits = !mayTryNow(worker, rank, trouble);
        for (WorkerRecord other : workers) {
            if ((waits ? other.couldTry() : other.hasFreeSlot())
                    && can(other, trouble.needs)
                    && !tried.contains(other.id)
                    && origins.rank(other.id, tried).compareTo(rank) < 0) {
                return false;
            }
        }
        return true;
    }

    /**
     * True if the worker waits for no busy one: it is idle, nothing but the missing record of its peer speaks against
     * it, and the last try is left to a peer that is believed. Two bad results may end the run, so that the second one
     * is left to such a peer too.
     */
    private boolean mayTryNow(WorkerRecord worker, Origins.Rank rank, Trouble trouble) {
        return rank == Origins.Rank.UNPROVEN
                && worker.openUnits == 0
                && trouble.workers() < maxFailures - 1
                && !trouble.hasBadResult();
    }

    /**
     * A worker of an excluded host that must try the unit, because no other worker may; null if there is none. It is
     * needed only until the unit has failed on two hosts.
     */
    @Nullable
    WorkerRecord onlyBarredFor(Trouble trouble) {
        if (origins.count(trouble.tried()) > 1) {
            return null;
        }
        WorkerRecord only = null;
        for (WorkerRecord worker : workers) {
            if ((worker.takesWork() || worker.isSpare()) && mayTry(worker, trouble)) {
                return null;
            }
            if (only == null && worker.couldProbe() && mayTry(worker, trouble)) {
                only = worker;
            }
        }
        return only;
    }

    /** p: the larger of active and expected slots, at least 1. Parked slots are expected no more. */
    int slots() {
        return Math.max(1, Math.max(activeSlots, expectedSlots - parkedSlots));
    }

    int activeSlots() {
        return activeSlots;
    }

    int parkedSlots() {
        return parkedSlots;
    }

    /** True if expected slots have not joined yet. */
    boolean expectsMore() {
        return expectedSlots > activeSlots + parkedSlots;
    }

    void expect(int slots, long untilNanos) {
        expectedSlots = slots;
        expectedUntilNanos = untilNanos;
    }

    /** Ends the expectation when its time is over. Returns true if slots were still missing. */
    boolean giveUpExpectation(long nowNanos) {
        if (expectsMore() && nowNanos - expectedUntilNanos > 0) {
            expectedSlots = 0;
            return true;
        }
        return false;
    }

    /** The queues of workers that could hand units back. */
    Backlogs backlogs() {
        return totals.backlogs;
    }

    /** True if the worker may be given units now: it takes work, and its setup has left. */
    boolean takesUnits(WorkerRecord worker) {
        return worker.takesWork() && (withoutSetup.isEmpty() || hasSetup(worker));
    }

    /** True unless the worker's setup waits for its turn. */
    boolean hasSetup(WorkerRecord worker) {
        return !withoutSetup.contains(worker.id);
    }

    /** Records what happens to a setup. Returns the worker if units may follow it from now on. */
    @Nullable
    WorkerRecord setup(Event.OfSetup event) {
        if (event instanceof Event.SetupQueued) {
            withoutSetup.add(event.worker());
            return null;
        }
        return withoutSetup.remove(event.worker()) ? find(event.worker()) : null;
    }

    /** Forgets which setups have not left, because the cycle is over. */
    void forgetSetups() {
        withoutSetup.clear();
    }

    void join(WorkerRecord worker) {
        if (find(worker.id) != null) {
            throw new IllegalStateException(worker.id + " joined twice");
        }
        int number = worker.id.number();
        if (number >= byNumber.length) {
            byNumber = Arrays.copyOf(byNumber, Math.max(number + 1, 2 * byNumber.length));
        }
        byNumber[number] = worker;
        worker.standing = origins.standing(worker.id);
        int place = workers.size();
        while (place > 0 && workers.get(place - 1).id.compareTo(worker.id) > 0) {
            place--;
        }
        workers.add(place, worker);
        worker.totals = totals;
        count(worker, 1);
    }

    private void count(WorkerRecord worker, int sign) {
        boolean active = worker.state == WorkerState.ACTIVE;
        activeSlots += active && !worker.barred ? sign * worker.slots : 0;
        parkedSlots += worker.state == WorkerState.PARKED || active && worker.barred ? sign * worker.slots : 0;
    }

    /** Changes the number of a worker's slots. */
    void resize(WorkerRecord worker, int slots) {
        count(worker, -1);
        worker.slots = slots;
        count(worker, 1);
        totals.backlogs.changed(worker);
    }

    /** Moves a worker along its table; throws if the table does not allow it. */
    void move(WorkerRecord worker, WorkerState.Input input) {
        WorkerState from = worker.state;
        WorkerState to = WorkerState.TABLE.next(from, input);
        if (to == null) {
            throw new IllegalStateException(
                    worker.id + " is " + from + " (" + from.sentence() + "): " + input + " cannot happen");
        }
        count(worker, -1);
        worker.state = to;
        count(worker, 1);
        if (to == WorkerState.GONE) {
            workers.remove(worker);
            withoutSetup.remove(worker.id);
            byNumber[worker.id.number()] = null;
        }
        watcher.moved(from, input, to);
    }

    /** True if a connected worker holds a unit outside of this set. */
    boolean anyConnectedHoldsBeyond(UnitRanges finished) {
        for (WorkerRecord worker : workers) {
            for (Outstanding outstanding : worker.held) {
                if (worker.connected() && !finished.containsAll(outstanding.open())) {
                    return true;
                }
            }
        }
        return false;
    }

    /** Calls back with each part of [from, to) that a worker holds, once per worker. */
    void forEachHeldWithin(long from, long to, UnitRanges.RangeConsumer consumer) {
        for (WorkerRecord worker : workers) {
            for (Outstanding outstanding : worker.held) {
                outstanding.open().forEachWithin(from, to, consumer);
            }
        }
    }

    /** Number of units that workers have computed and defer. */
    long completedUnits() {
        return totals.completedUnits;
    }

    /** Number of units that all workers together are yet to compute. */
    long openUnits() {
        return totals.openUnits;
    }

    /** Number of these that need one slot each. */
    long narrowUnits() {
        return totals.openUnits - totals.sizedUnits;
    }

    /** The resources of the run. */
    Share run() {
        return totals.run;
    }

    /** True if a unit with these needs has room on the worker, as far as its host matters, while it is idle. */
    boolean can(WorkerRecord worker, Amounts needs) {
        return needs.isOneSlot() || worker.can(needs.without(totals.run.total()));
    }

    /** True if this holds for a connected worker, or one that may come back. */
    boolean anyCan(Amounts needs) {
        for (WorkerRecord worker : workers) {
            if (can(worker, needs)) {
                return true;
            }
        }
        return false;
    }

    /** A parked worker that has room for a unit with these needs, if none that takes work has; else null. */
    @Nullable
    WorkerRecord onlySpareFor(Amounts needs) {
        WorkerRecord spare = null;
        for (WorkerRecord worker : workers) {
            if (can(worker, needs)) {
                if (worker.takesWork()) {
                    return null;
                }
                spare = spare == null && worker.isSpare() ? worker : spare;
            }
        }
        return spare;
    }

    /**
     * The resources of the workers that take work. The resources that the workers of one host divide count once, but
     * for processors.
     */
    Offer offer() {
        List<Offer> offers = new ArrayList<>();
        Set<Share> seen = new HashSet<>();
        for (WorkerRecord worker : workers) {
            if (worker.takesWork()) {
                Offer whole = worker.offer.single().isEmpty() ? Offer.of(worker.slots, Amounts.NONE) : worker.offer;
                offers.add(
                        seen.add(worker.host) ? whole : new Offer(Amounts.ofProcessors(worker.slots), whole.single()));
            }
        }
        return Offer.sum(offers);
    }

    /** The offers of single workers, without those of which another one offers as much. */
    List<Amounts> offers() {
        return Offer.sum(workers.stream()
                        .map(worker ->
                                worker.offer.single().isEmpty() ? Offer.of(worker.slots, Amounts.NONE) : worker.offer)
                        .toList())
                .single();
    }

    /** Records what the worker offers. Workers of one host describe the same resources; a sub-master has its own. */
    void offers(WorkerRecord worker, Offer offer, boolean below) {
        worker.offer = offer;
        if (below) {
            worker.host.replace(offer.total());
        } else if (!offer.total().isEmpty()) {
            String host = origins.hostOf(worker.id);
            worker.host = host == null ? worker.host : hosts.computeIfAbsent(host, unused -> new Share());
            worker.host.offer(offer.total());
        }
    }

    /** Renews the lease of a known worker. */
    void heard(WorkerId id, long nowNanos) {
        WorkerRecord worker = find(id);
        if (worker != null) {
            worker.heardNanos = nowNanos;
        }
    }

    /**
     * Resources that the units of one worker, of one host or of the run divide among them. Counts units that need more
     * or other than one slot. Confined to the scheduler.
     */
    static final class Share {
        private final Map<Amounts, Long> units = new HashMap<>();
        private Amounts total = Amounts.NONE;

        /** Offers at least this much from now on: workers of one host describe the same resources. */
        void offer(Amounts amounts) {
            total = total.most(amounts);
        }

        /** Offers this and nothing else from now on. */
        void replace(Amounts amounts) {
            total = amounts;
        }

        Amounts total() {
            return total;
        }

        /** Records that so many more units with these needs are handed out. */
        void count(Amounts needs, long more) {
            units.merge(needs, more, (a, b) -> a + b == 0 ? null : a + b);
        }

        /** Units with these needs. */
        long units(Amounts needs) {
            return units.getOrDefault(needs, 0L);
        }

        /** Amount that the units hold. */
        long used(String name) {
            long used = 0;
            for (Map.Entry<Amounts, Long> each : units.entrySet()) {
                used += each.getKey().get(name) * each.getValue();
            }
            return used;
        }

        /** True if {@code amount} more is free. */
        boolean has(String name, long amount) {
            return used(name) + amount <= total.get(name);
        }
    }
}
