package dev.sluice.model.simulate.actor;

import dev.sluice.model.collect.GrantMode;
import dev.sluice.model.delivery.ResultBatching;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.Lull;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.schedule.OpenCycle;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.simulate.SimulationReport;
import dev.sluice.model.simulate.Timeline;
import dev.sluice.model.simulate.cost.Overheads;
import dev.sluice.model.simulate.event.Course;
import dev.sluice.model.simulate.event.EventQueue;
import dev.sluice.model.simulate.network.Messages;
import dev.sluice.model.simulate.network.Messages.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Models a worker, as its {@code WorkerLoop}, {@code Workshop} and {@code WorkQueue}: takes the master's messages,
 * keeps the queue from which its slots claim, and gives back unstarted units. Confined to its run.
 */
class WorkerModel {
    private enum State {
        STARTING,
        ACTIVE,
        DRAINING,
        GONE
    }

    final SlotModel[] slots;
    final Course course;

    /** Time in which a unit waits, not computing, per its time on a slot of speed 1. */
    final double waitingPerWork;

    final SlotLedger ledger;
    final OutboxModel outbox;
    final SeatModel seat;

    /** The master of this worker. */
    final MasterModel master;

    private final RunContext context;
    private final QueueModel queue;
    private final int[] idle;
    private final long fromNanos;

    private int idleCount;

    private State state = State.STARTING;
    private int cycle = -1;
    private long owedNanos;
    private long decidedNanos = -1;
    private long assignedNanos;
    private boolean flushArmed;
    private long loopFreeNanos;
    private long loopNanos;
    private long loopMessages;
    private long units;
    private long toNanos = -1;

    /** @param count slots, none for a sub-master */
    WorkerModel(RunContext context, SeatModel seat, MasterModel master, int count) {
        this.context = context;
        this.seat = seat;
        this.master = master;
        this.fromNanos = context.nowNanos();
        this.course = context.courses().slot(seat.host);
        this.waitingPerWork = context.courses().waiting(seat.host);
        this.ledger = new SlotLedger(context.timeline(), seat.host, count, fromNanos);
        boolean limited = context.terms().delivery().congestion().kind() != GrantMode.Kind.OFF;
        this.outbox = new OutboxModel(context, this, limited && seat.host != master.host);
        this.queue = new QueueModel(context, count);
        this.idle = new int[count];
        this.slots = new SlotModel[count];
        for (int i = 0; i < count; i++) {
            slots[i] = new SlotModel(context, this, i);
        }
    }

    /** Starts the worker: its slots wait for work from now on. */
    void start() {
        if (state != State.STARTING) {
            return;
        }
        state = State.ACTIVE;
        seat.alive = true;
        long now = context.nowNanos();
        owedNanos = now;
        for (int i = slots.length - 1; i >= 0; i--) {
            ledger.spent(i, Cause.STARTING, fromNanos, now);
            ledger.waits.idle(i, now, false);
            idle[idleCount++] = i;
        }
        context.timeline().worker(seat.host, Timeline.Change.JOINED, now);
        outbox.begin(master.registered(seat));
    }

    /** Continues in a cycle whose setup came before the simulation began. */
    void resumeCycle(int number) {
        cycle = number;
        ledger.waits.setupArrived(context.nowNanos(), 0);
    }

    /**
     * Continues a worker that registered before the simulation began.
     *
     * @param open whether its master's cycle is open
     * @param held gives it the units that it held
     */
    void resume(OpenCycle.OpenWorker from, int ofCycle, boolean open, Runnable held) {
        long now = context.nowNanos();
        state = from.leaving() ? State.DRAINING : State.ACTIVE;
        seat.alive = true;
        owedNanos = now;
        for (int i = slots.length - 1; i >= 0; i--) {
            ledger.waits.idle(i, now, false);
            idle[idleCount++] = i;
        }
        if (from.parked()) {
            ledger.waits.parked(now, true);
        }
        outbox.begin(master.windowBytes());
        if (open && from.hasSetup()) {
            resumeCycle(ofCycle);
            for (SlotModel slot : slots) {
                slot.expect(ofCycle, (long) Math.max(0, from.trip().unitNanos()));
            }
            held.run();
        }
        settle();
    }

    /** An idle slot that is about to compute; null if all are busy. */
    @Nullable
    SlotModel takeIdle() {
        if (idleCount == 0) {
            return null;
        }
        SlotModel slot = slots[idle[--idleCount]];
        ledger.waits.busy(slot.index);
        return slot;
    }

    int number() {
        return seat.id.number();
    }

    boolean alive() {
        return state == State.ACTIVE || state == State.DRAINING;
    }

    /** True if the worker is starting or connected. */
    boolean present() {
        return state != State.GONE;
    }

    int cycle() {
        return cycle;
    }

    /** Number of units that no slot has taken. */
    long queued() {
        return queue.units();
    }

    void computed(int count) {
        units += count;
    }

    /** Number of units that its slots have computed. */
    long units() {
        return units;
    }

    /** Runs a message on this worker's loop as soon as it is free after {@code sinceNanos}. Returns when it ends. */
    long loop(Overheads.Cost cost, long bytes, long sinceNanos) {
        if (cost.isNone()) {
            return context.nowNanos();
        }
        long start = Math.max(sinceNanos, loopFreeNanos);
        double times = context.overheads().warming().worker().at(loopMessages++);
        loopFreeNanos = course.finish(start, cost.of(bytes, 1, times));
        loopNanos += loopFreeNanos == Long.MAX_VALUE ? 0 : loopFreeNanos - start;
        return loopFreeNanos;
    }

    // ---- messages

    /** Sends a message of so many bytes and a frame to the master; its number. */
    int send(Kind kind, long bytes, long number, @Nullable Object content) {
        long size = context.overheads().onWire(bytes);
        int message = context.messages().add(kind, number(), size, number, content);
        Overheads.Cost cost = context.overheads().workerSends();
        long now = context.nowNanos();
        long done = loop(cost, size, now);
        long leaves = done == Long.MAX_VALUE ? done : Math.max(now, done - context.inPassing(cost, size));
        context.leave(seat.up, message, leaves);
        return message;
    }

    void received(Kind kind, int message) {
        if (!alive()) {
            return;
        }
        Messages messages = context.messages();
        long now = context.nowNanos();
        long arriving = Math.max(0, now - messages.firstNanos(message));
        switch (kind) {
            case UNITS -> onUnits(messages.content(message, Handed.class), arriving);
            case ACKNOWLEDGE -> {
                outbox.acknowledged(messages.number(message), master.windowBytes(), messages.detail(message));
                settle();
            }
            case GRANT -> outbox.granted(messages.number(message));
            case REVOKE -> handBack(messages.number(message));
            case SETUP -> onSetup((int) messages.number(message), arriving, messages.detail(message));
            case CYCLE_END -> onCycleEnd((int) messages.number(message), messages.content(message, Lull.class));
            case PARK -> park(messages.number(message) != 0);
            case COLLECT -> {
                if (messages.number(message) == cycle) {
                    ledger.waits.collected(now);
                    collect();
                }
            }
            default -> throw new IllegalStateException(kind + " (expected: what a master sends)");
        }
    }

    /** Handles the master's request for deferred results. */
    void collect() {
        outbox.collect();
    }

    private void onUnits(Handed handed, long arrivingNanos) {
        if (handed.cycle != cycle) {
            return; // the message was on its way when the cycle ended
        }
        decidedNanos = handed.decidedNanos;
        assignedNanos = context.nowNanos();
        if (state == State.DRAINING) {
            sendBack(List.of(handed.held(handed.firstUnit)));
            return;
        }
        take(handed, arrivingNanos);
    }

    /** Adds units of the present cycle to the queue. */
    void take(Handed handed, long arrivingNanos) {
        ledger.waits.assigned(context.nowNanos(), handed.lull, arrivingNanos);
        queue.add(handed);
        long came = handed.units();
        for (int woken = 0; woken < came && wakeOne(); woken++) {}
    }

    /** Wakes an idle slot for the first queued unit; false if none is idle, none is queued, or it has no room. */
    private boolean wakeOne() {
        if (idleCount == 0 || !queue.hasRoom()) {
            return false;
        }
        slots[idle[--idleCount]].wake();
        return true;
    }

    /** A slot computes a unit of this size, which occupies others too. */
    void occupy(SlotModel slot, AttemptRun of) {
        queue.occupy(slot, of);
    }

    void onSetup(int number, long arrivingNanos, long gapNanos) {
        endCycle();
        long now = context.nowNanos();
        ledger.waits.setupArrived(now, Math.max(arrivingNanos, now - owedNanos - gapNanos));
        cycle = number;
    }

    void onCycleEnd(int number, Lull lull) {
        owedNanos = context.nowNanos();
        ledger.waits.cycleEnded(owedNanos, lull);
        if (number == cycle) {
            endCycle();
        }
    }

    void endCycle() {
        if (cycle >= 0) {
            cycle = -1;
            queue.clear();
            outbox.endCycle();
        }
    }

    /** Gives back up to {@code most} units that no slot has started, the last first. */
    void handBack(long most) {
        List<HeldUnits> back = queue.takeBack(most);
        if (cycle >= 0) {
            sendBack(back);
        }
    }

    void sendBack(List<HeldUnits> back) {
        send(Kind.HANDED_BACK, 0, cycle, new Event.UnitsHandedBack(seat.id, cycle, back));
    }

    /** One value of the deferred results of these units. */
    Returned folded(List<ResultRun> runs) {
        int count = runs.stream().mapToInt(ResultRun::units).sum();
        return new Returned(
                seat, Kind.FOLDED, cycle, runs, count, context.workload().foldedBytes(cycle));
    }

    /** Keeps results that were deferred before the simulation began. */
    void keep(Returned what) {
        outbox.keep(what);
    }

    /** Adds to results when the newest units were assigned, and how long ago they arrived. */
    void stamp(Returned what) {
        what.decidedNanos = decidedNanos;
        what.heldNanos = context.nowNanos() - assignedNanos;
    }

    // ---- slots

    /** Gives a slot units; false if the queue is empty. */
    boolean claim(SlotModel slot) {
        int before = slot.occupies();
        boolean taken = queue.take(slot, cycle);
        if (before > 1) {
            while (wakeOne()) {}
        }
        return taken;
    }

    /** Records that a slot is idle. */
    void idle(SlotModel slot) {
        ledger.waits.idle(slot.index, context.nowNanos(), outbox.largeOnTheWay());
        idle[idleCount++] = slot.index;
        settle();
    }

    /** Starts the timer for batches that wait while their slots compute. */
    void armFlush() {
        if (!flushArmed) {
            flushArmed = true;
            context.events().add(context.nowNanos() + ResultBatching.DEADLINE_NANOS, EventQueue.FLUSH, number() - 1);
        }
    }

    void flush() {
        flushArmed = false;
        long oldest = -1;
        for (SlotModel slot : slots) {
            oldest = Math.max(oldest, slot.flushOlder(ResultBatching.PATIENCE_NANOS));
        }
        if (oldest >= 0 && alive()) {
            flushArmed = true;
            long wait = ResultBatching.lookAgainNanos(oldest);
            context.events().add(context.nowNanos() + wait, EventQueue.FLUSH, number() - 1);
        }
    }

    // ---- parking and leaving

    private void park(boolean parks) {
        long now = context.nowNanos();
        if (state == State.ACTIVE) { // else it is leaving
            context.timeline().worker(seat.host, parks ? Timeline.Change.PARKED : Timeline.Change.UNPARKED, now);
        }
        ledger.waits.parked(now, parks);
    }

    /** Asks the worker to leave. */
    void drain() {
        if (state == State.STARTING) {
            stop(Timeline.Change.LEFT);
        } else if (state == State.ACTIVE) {
            state = State.DRAINING;
            context.timeline().worker(seat.host, Timeline.Change.DRAINING, context.nowNanos());
            send(Kind.LEAVING, 0, 0, null);
            handBack(Long.MAX_VALUE);
            settle();
        }
    }

    /** True while units are at the worker. */
    boolean isComputing() {
        return idleCount < slots.length;
    }

    /** Leaves if a draining worker has nothing left to wait for. */
    void settle() {
        if (state != State.DRAINING || isComputing()) {
            return;
        }
        if (outbox.keepsSome()) {
            outbox.collect();
        } else if (isIdle()) {
            send(Kind.GOODBYE, 0, 0, null);
            stop(Timeline.Change.LEFT);
        }
    }

    /** True if nothing waits for an acknowledgement. */
    boolean isIdle() {
        return outbox.delivered();
    }

    /** Ends the worker silently, as when it is cut off or dies. */
    void lose() {
        if (present()) {
            context.network().cut(seat.up);
            context.network().cut(seat.down);
            stop(Timeline.Change.LOST);
        }
    }

    private void stop(Timeline.Change how) {
        context.timeline().worker(seat.host, how, context.nowNanos());
        end();
        state = State.GONE;
        seat.alive = false;
        queue.clear();
    }

    /** Counts activities in progress until now. */
    void end() {
        if (state == State.GONE) {
            return;
        }
        toNanos = context.nowNanos();
        if (state == State.STARTING) {
            for (int i = 0; i < slots.length; i++) {
                ledger.spent(i, Cause.STARTING, fromNanos, toNanos);
            }
        }
        ledger.waits.cut(toNanos);
        for (SlotModel slot : slots) {
            slot.end();
        }
    }

    SimulationReport.WorkerUse use() {
        return new SimulationReport.WorkerUse(
                number(), seat.host, slots.length, fromNanos, toNanos, units, loopNanos, ledger.times(toNanos));
    }

    /** The slots as one server; null if they never had units. */
    SimulationReport.@Nullable ServerUse server(String name, long untilNanos) {
        if (untilNanos == 0 || queue.most() == 0) {
            return null;
        }
        double busy =
                ledger.times(toNanos).of(Cause.COMPUTE) + ledger.times(toNanos).of(Cause.RUNTIME);
        double all = (double) slots.length * untilNanos;
        return new SimulationReport.ServerUse(
                name,
                seat.host,
                SimulationReport.Part.SLOTS,
                busy / all,
                (queue.waitedNanos() + busy) / untilNanos,
                queue.most(),
                units);
    }
}
