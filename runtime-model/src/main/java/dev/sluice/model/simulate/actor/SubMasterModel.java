package dev.sluice.model.simulate.actor;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.ResultsKind;
import dev.sluice.model.delivery.BranchBatching;
import dev.sluice.model.ledger.Lull;
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
import java.util.ArrayList;
import java.util.List;

/**
 * Models a sub-master. To its master it is a worker with as many slots as all workers below; to its children it is a
 * master with its own scheduler, which is given the units of a cycle as they arrive (scheduling.md §7). The setup
 * travels to it only once. Results are batched as a worker's are, deferred, or accumulated into one value. All its work
 * uses one processor. Confined to its run.
 */
final class SubMasterModel extends WorkerModel implements Upward {
    private final RunContext context;
    private final MasterModel downward;

    /** Units that the parent gave in this cycle. */
    private final GivenUnits given = new GivenUnits();

    /** Units of this cycle whose results, or completion, were passed on. */
    private final UnitRanges passedOn = new UnitRanges();

    private final UnitRanges acceptedNow = new UnitRanges();
    private final List<HeldUnits> givenBack = new ArrayList<>();
    private final List<ResultRun> gathered = new ArrayList<>();
    private long gatheredBytes;
    private int gatheredUnits;
    private int waits;
    private boolean flushArmed;
    private boolean collecting;

    /** @param scheduler of the half that faces the children */
    SubMasterModel(RunContext context, SeatModel seat, MasterModel master, Scheduler scheduler) {
        super(context, seat, master, 0);
        this.context = context;
        this.downward = new MasterModel(context, seat.host, scheduler, this);
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
        downward.apply(new Event.UnitsGiven(handed.cycle, handed.firstUnit, handed.endUnit));
    }

    @Override
    void handBack(long most) {
        if (cycle() >= 0) {
            downward.apply(new Event.UnitsRecalled(cycle(), most)); // units queued at its workers stay there
            sendBack(List.copyOf(givenBack));
            givenBack.clear();
        }
    }

    @Override
    void collect() {
        collecting = true;
        downward.apply(new Event.ResultsWanted(cycle()));
        collectIfAllIsHere();
    }

    @Override
    void onCycleEnd(int number, Lull lull) {
        if (number == cycle()) {
            downward.apply(new Event.CycleDropped(number));
            given.clear();
            passedOn.clear();
            gathered.clear();
            gatheredBytes = 0;
            gatheredUnits = 0;
            collecting = false;
        }
        super.onCycleEnd(number, lull);
    }

    // ---- from its children

    /** Returns units that no worker below holds to the parent. */
    @Override
    public void giveBack(long from, long to) {
        givenBack.addAll(given.giveBack(from, to));
    }

    /** Reports a unit that its scheduler has given up. The parent decides whether other workers try it. */
    @Override
    public void givenUp(Action.Quarantine quarantine) {
        String message = "failed on every worker below " + seat.id;
        UnitFailure failure =
                new UnitFailure(seat.id, ErrorCode.UNIT_KILLED_WORKER, "", message, "", quarantine.workers());
        for (HeldUnits of : given.fail(quarantine.unit())) {
            send(Kind.FAILED, 0, cycle(), new Event.UnitFailed(cycle(), of, failure));
        }
        flushOrWait();
        collectIfAllIsHere();
    }

    /** Records that its scheduler accepts the results of these units. */
    @Override
    public void accepted(long from, long to) {
        acceptedNow.add(from, to);
    }

    /** Passes on results that its scheduler has judged. */
    @Override
    public void returned(Kind kind, Returned what) {
        boolean each = context.terms().results() == ResultsKind.EACH;
        if (what.cycle == cycle() && kind == (each ? Kind.RESULTS : Kind.COMPLETED)) {
            for (ResultRun result : what.runs) {
                if (each) {
                    acceptedNow.forEachWithin(
                            result.firstUnit(), result.endUnit(), (from, to) -> gather(result, from, to));
                } else {
                    gather(result, result.firstUnit(), result.endUnit());
                }
            }
            flushOrWait();
        }
        acceptedNow.clear();
        collectIfAllIsHere();
    }

    /** Gathers the part [from, to) of a result under the parent's attempts; each unit only once. */
    private void gather(ResultRun result, long from, long to) {
        UnitRanges fresh = new UnitRanges();
        fresh.add(from, to);
        passedOn.forEachWithin(from, to, fresh::remove);
        fresh.forEach((first, end) -> {
            long more = bytes(first, end);
            if (gatheredBytes + more > BranchBatching.FULL_BYTES) {
                sendGathered();
            }
            passedOn.add(first, end);
            gathered.addAll(given.passOn(result, first, end));
            gatheredUnits += (int) (end - first);
            gatheredBytes += more;
        });
    }

    private long bytes(long from, long to) {
        long bytes = 0;
        if (context.terms().results() != ResultsKind.ACCUMULATED) {
            for (long unit = from; unit < to; unit++) {
                bytes += context.workload().resultBytes(cycle(), unit);
            }
        }
        return bytes;
    }

    // ---- to its master

    private void flushOrWait() {
        boolean nothingElse = downward.scheduler().outstandingUnits() == 0;
        if (BranchBatching.isFull(gatheredBytes, gatheredUnits) || nothingElse) {
            sendGathered();
        } else if (!flushArmed && gatheredUnits > 0) {
            flushArmed = true;
            context.events().add(context.nowNanos() + SchedulerConfig.BATCHING_NANOS, EventQueue.FLUSH, number() - 1);
        }
    }

    @Override
    void flush() {
        flushArmed = false;
        if (BranchBatching.waitsAgain(outbox.onTheWay(), waits)) {
            waits++;
            flushOrWait();
        } else {
            sendGathered();
        }
    }

    private void sendGathered() {
        if (gatheredUnits > 0 && alive()) {
            outbox.put(new Returned(seat, cycle(), List.copyOf(gathered), gatheredUnits, gatheredBytes));
        }
        gathered.clear();
        gatheredUnits = 0;
        gatheredBytes = 0;
        waits = 0;
    }

    /** Sends collected results once no unit is outstanding or deferred below. */
    private void collectIfAllIsHere() {
        Scheduler scheduler = downward.scheduler();
        if (collecting && scheduler.completedUnits() == 0 && scheduler.outstandingUnits() == 0) {
            collecting = false;
            sendGathered();
            outbox.collect();
        }
    }
}
