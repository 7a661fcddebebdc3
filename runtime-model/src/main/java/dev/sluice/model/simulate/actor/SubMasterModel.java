package dev.sluice.model.simulate.actor;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.Offer;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.delivery.BranchBatching;
import dev.sluice.model.delivery.SafeInOrder;
import dev.sluice.model.schedule.Action;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.GivenUnits;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.Scheduler;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.schedule.UnitFailure;
import dev.sluice.model.schedule.UnitRanges;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.model.simulate.event.EventQueue;
import dev.sluice.model.simulate.network.Messages.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * Models a sub-master. To its master it is a worker with as many slots as all workers below; to its children it is a
 * master with its own scheduler, which is given the units of a cycle as they arrive. The setup travels to it only once.
 * Results are batched as a worker's are, deferred, or accumulated into one value. All its work uses one processor.
 * Confined to its run.
 */
final class SubMasterModel extends WorkerModel {
    private final RunContext context;
    private final MasterModel downward;

    /** Units that the parent gave in this cycle. */
    private final GivenUnits given = new GivenUnits();

    private final UnitRanges acceptedNow = new UnitRanges();
    private final List<HeldUnits> givenBack = new ArrayList<>();
    private boolean recalling;

    /** Messages from below that are not safe. */
    private final SafeInOrder<SeatModel, Returned> unsafe;

    private final BranchBatching batching = new BranchBatching();
    private Gathered gathered = new Gathered(Kind.RESULTS);

    /** Accumulated values, until none is missing. */
    private Gathered folded = new Gathered(Kind.FOLDED);

    /** Messages that wait until the parent's window has room for them. */
    private final Deque<Returned> waiting = new ArrayDeque<>(1);

    /** When the gathered results leave; {@link Long#MAX_VALUE} for never. */
    private long flushNanos = Long.MAX_VALUE;

    private boolean flushArmed;
    private boolean wanted;

    /** Results from below that go up together. */
    private record Gathered(Kind kind, List<ResultRun> runs, List<Runnable> whenSafe) {
        Gathered(Kind kind) {
            this(kind, new ArrayList<>(), new ArrayList<>());
        }

        void add(List<ResultRun> more, Runnable safe) {
            runs.addAll(more);
            whenSafe.add(safe);
        }
    }

    /** Slots below of which its master knows. */
    private int toldSlots;

    private Offer toldOffer;

    /** True if units have needs, so that offers count. */
    private final boolean needs;

    /** True once all workers have joined that were there from its start. */
    private boolean complete;

    /** @param scheduler of the half that faces the children */
    SubMasterModel(RunContext context, SeatModel seat, MasterModel master, Scheduler scheduler) {
        super(context, seat, master, 0);
        this.context = context;
        this.downward = new MasterModel(context, seat.host, scheduler, this);
        this.unsafe = new SafeInOrder<>(downward.application::done);
        this.toldSlots = seat.slots;
        this.toldOffer = seat.offer;
        this.needs = context.hasNeeds();
    }

    /** The half that faces the children. */
    MasterModel downward() {
        return downward;
    }

    @Override
    long loop(Overheads.Cost cost, long bytes, long sinceNanos) {
        return downward.loop.work(downward.loop.message(cost, bytes), 0, sinceNanos);
    }

    // ---- from its master

    @Override
    void onSetup(int number, long arrivingNanos, long gapNanos) {
        super.onSetup(number, arrivingNanos, gapNanos);
        downward.begin(number, new Event.CycleOpened(number));
    }

    @Override
    void resumeCycle(int number) {
        super.resumeCycle(number);
        downward.reopen(number);
    }

    @Override
    void take(Handed handed, long arrivingNanos) {
        given.give(handed.run, handed.firstUnit, handed.endUnit);
        wanted = false;
        downward.apply(new Event.UnitsGiven(
                handed.cycle, handed.firstUnit, handed.endUnit, handed.run.needs(), handed.run.priority()));
    }

    @Override
    void handBack(long most) {
        if (cycle() >= 0) {
            recalling = true;
            downward.apply(new Event.UnitsRecalled(cycle(), most)); // units queued at its workers stay there
            recalling = false;
            sendBack(List.copyOf(givenBack));
            givenBack.clear();
        }
    }

    @Override
    void collect() {
        wanted = true;
        downward.apply(new Event.ResultsWanted(cycle()));
        outbox.collect();
        foldedMayBeAll();
    }

    @Override
    void keep(Returned what) {
        if (context.terms().results() == ResultsKind.ACCUMULATED) {
            folded.runs().addAll(what.runs);
        } else {
            super.keep(what);
        }
    }

    @Override
    void endCycle() {
        if (cycle() >= 0) {
            downward.apply(new Event.CycleDropped(cycle()));
            List<Runnable> dropped = new ArrayList<>(gathered.whenSafe());
            dropped.addAll(folded.whenSafe());
            waiting.forEach(each -> dropped.addAll(each.whenSafe));
            waiting.clear();
            folded = new Gathered(Kind.FOLDED);
            clear(Kind.RESULTS);
            given.clear();
            givenBack.clear();
            wanted = false;
            dropped.forEach(Runnable::run);
        }
        super.endCycle();
    }

    // ---- from its children

    /** Returns units that no worker below holds to the parent. */
    void giveBack(long from, long to) {
        givenBack.addAll(given.giveBack(from, to));
    }

    /** The actions of its scheduler are carried out: tells the parent of slots, and of units that came back unasked. */
    void applied() {
        tellSlots(downward.scheduler().activeSlots());
        if (!recalling && !givenBack.isEmpty() && cycle() >= 0) {
            sendBack(List.copyOf(givenBack));
            givenBack.clear();
            foldedMayBeAll();
        }
    }

    /** Reports a unit that its scheduler has given up. The parent decides whether other workers try it. */
    void givenUp(Action.Quarantine quarantine) {
        String message = "failed on every worker below " + seat.id;
        UnitFailure failure =
                new UnitFailure(seat.id, quarantine.workers(), ErrorCode.UNIT_KILLED_WORKER, "", message, "");
        sendGathered(); // what came before it goes before it
        for (HeldUnits of : given.fail(quarantine.unit())) {
            send(Kind.FAILED, 0, cycle(), new Event.UnitFailed(cycle(), of, failure));
        }
        foldedMayBeAll();
    }

    /** Records that its scheduler accepts the results of these units. */
    void accepted(long from, long to) {
        acceptedNow.add(from, to);
    }

    /** Passes on results that its scheduler has judged, under the parent's attempts. */
    void returned(Returned what) {
        Runnable safe = unsafe.add(what.seat, what);
        List<ResultRun> named = what.cycle == cycle() ? named(what) : List.of();
        acceptedNow.clear();
        if (named.isEmpty()) {
            safe.run();
        } else if (what.kind == Kind.FOLDED && wanted) {
            folded.add(named, safe);
        } else {
            gather(what.kind, named, safe);
        }
        foldedMayBeAll();
        settle();
    }

    private List<ResultRun> named(Returned what) {
        List<ResultRun> named = new ArrayList<>();
        for (ResultRun result : what.runs) {
            if (what.kind == Kind.COMPLETED) {
                named.addAll(given.passOn(result, result.firstUnit(), result.endUnit()));
            } else {
                acceptedNow.forEachWithin(
                        result.firstUnit(),
                        result.endUnit(),
                        (from, to) -> named.addAll(given.passOn(result, from, to)));
            }
        }
        return named;
    }

    private void gather(Kind kind, List<ResultRun> named, Runnable safe) {
        long bytes = bytes(kind, named);
        if (kind != gathered.kind() || kind == Kind.FOLDED || batching.leavesBefore(bytes)) {
            sendGathered();
            clear(kind);
        }
        gathered.add(named, safe);
        boolean full = batching.add(bytes, units(named));
        if (full || kind == Kind.FOLDED || downward.scheduler().outstandingUnits() == 0) {
            sendGathered();
        } else if (flushNanos == Long.MAX_VALUE) {
            armFlush();
        }
    }

    private static int units(List<ResultRun> runs) {
        return runs.stream().mapToInt(ResultRun::units).sum();
    }

    private long bytes(Kind kind, List<ResultRun> runs) {
        if (kind == Kind.FOLDED) {
            return context.workload().foldedBytes(cycle());
        }
        long bytes = 0;
        for (ResultRun run : kind == Kind.RESULTS ? runs : List.<ResultRun>of()) {
            for (long unit = run.firstUnit(); unit < run.endUnit(); unit++) {
                bytes += context.workload().resultBytes(cycle(), unit);
            }
        }
        return bytes;
    }

    /** Reports a changed number of slots, and hands all units back if no slot is left. */
    private void tellSlots(int activeSlots) {
        complete |= activeSlots >= toldSlots;
        if (!complete || !alive()) {
            return;
        }
        Offer offer = needs ? downward.scheduler().offer() : Offer.NONE;
        if (activeSlots != toldSlots || !offer.equals(toldOffer)) {
            toldSlots = activeSlots;
            toldOffer = offer;
            send(Kind.SLOTS, 0, activeSlots, offer);
            if (activeSlots == 0) {
                handBack(Long.MAX_VALUE);
                settle();
            }
        }
    }

    @Override
    boolean isComputing() {
        return batching.units() > 0
                || !waiting.isEmpty()
                || !folded.runs().isEmpty()
                || !givenBack.isEmpty()
                || downward.scheduler().outstandingUnits() > 0;
    }

    // ---- to its master

    @Override
    void armFlush() {
        flushNanos = context.nowNanos() + SchedulerConfig.BATCHING_NANOS;
        flushAt(flushNanos);
    }

    private void flushAt(long nanos) {
        if (!flushArmed) {
            flushArmed = true;
            context.events().add(nanos, EventQueue.FLUSH, number() - 1);
        }
    }

    @Override
    void flush() {
        flushArmed = false;
        if (context.nowNanos() < flushNanos) {
            if (flushNanos != Long.MAX_VALUE) {
                flushAt(flushNanos); // the results of an earlier timer have left
            }
        } else if (batching.waitsAgain(outbox.onTheWay())) {
            armFlush();
        } else {
            sendGathered();
        }
    }

    private void sendGathered() {
        if (batching.units() > 0) {
            List<ResultRun> runs = List.copyOf(gathered.runs());
            queue(new Returned(seat, gathered.kind(), cycle(), runs, units(runs), batching.bytes()), gathered);
        }
        clear(gathered.kind());
    }

    private void clear(Kind kind) {
        gathered = new Gathered(kind);
        batching.clear();
        flushNanos = Long.MAX_VALUE;
    }

    private void queue(Returned what, Gathered of) {
        what.whenSafe = of.whenSafe();
        waiting.addLast(what);
        sendWaiting();
    }

    /**
     * Sends what there is room for. A parent may hold an accumulated value until the others arrive, so messages that it
     * waits for must not wait for that value.
     */
    private void sendWaiting() {
        while (alive() && !waiting.isEmpty()) {
            Returned next = waiting.getFirst();
            if (next.kind == Kind.RESULTS && !outbox.fits(next.bytes)) {
                return;
            }
            outbox.send(waiting.removeFirst(), wanted);
        }
    }

    /** Sends accumulated values as one once none is deferred below. */
    private void foldedMayBeAll() {
        if (wanted
                && downward.scheduler().completedUnits() == 0
                && !folded.runs().isEmpty()) {
            Gathered all = folded;
            folded = new Gathered(Kind.FOLDED);
            sendGathered();
            queue(folded(List.copyOf(all.runs())), all);
        }
    }

    @Override
    void settle() {
        sendWaiting();
        super.settle();
    }

    @Override
    boolean isIdle() {
        return given.owedUnits() == 0
                && batching.units() == 0
                && folded.runs().isEmpty()
                && waiting.isEmpty()
                && downward.scheduler().completedUnits() == 0
                && super.isIdle();
    }
}
