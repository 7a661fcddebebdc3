package dev.sluice.model.simulate;

import dev.sluice.model.WorkerId;
import dev.sluice.model.delivery.ClaimSize;
import dev.sluice.model.delivery.ResultBatching;
import dev.sluice.model.ledger.Cause;
import dev.sluice.model.ledger.Lull;
import dev.sluice.model.schedule.AttemptRun;
import dev.sluice.model.schedule.HeldUnits;
import dev.sluice.model.simulate.Messages.Kind;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
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

    final WorkerId id;
    final int host;
    final SlotModel[] slots;
    final Course course;
    final Connection up;
    final Connection down;
    final SlotLedger ledger;
    final OutboxModel outbox;
    final SeatModel seat;

    /** The master of this worker. */
    final MasterModel master;

    private final SimulatedRun run;
    private final Deque<Handed> queue = new ArrayDeque<>(2);
    private final int[] idle;
    private final long fromNanos;
    private int idleCount;
    private long queued;
    private double queuedNanos;
    private long queuedSince;
    private int mostQueued;
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

    WorkerModel(SimulatedRun run, int number, int host) {
        this(run, number, host, run.machines.view().hosts().get(host).slots());
    }

    WorkerModel(SimulatedRun run, int number, int host, int count) {
        this.run = run;
        this.master = run.masterOf(host);
        this.id = new WorkerId(number);
        this.host = host;
        this.fromNanos = run.nowNanos();
        this.course = run.course(host);
        this.up = run.connect(host, true);
        this.down = run.connect(host, false);
        this.ledger = new SlotLedger(run.timeline, host, count);
        this.outbox = new OutboxModel(run, this, host != master.host && run.limitsGrants());
        this.seat = new SeatModel(this);
        this.idle = new int[count];
        this.slots = new SlotModel[count];
        for (int i = 0; i < count; i++) {
            slots[i] = new SlotModel(run, this, i);
        }
    }

    /** Starts the worker: its slots wait for work from now on. */
    void start() {
        if (state != State.STARTING) {
            return;
        }
        state = State.ACTIVE;
        long now = run.nowNanos();
        owedNanos = now;
        for (int i = slots.length - 1; i >= 0; i--) {
            ledger.spent(i, Cause.STARTING, fromNanos, now);
            ledger.idle(i, now, false);
            idle[idleCount++] = i;
        }
        run.timeline.worker(host, Timeline.Change.JOINED, now);
        master.registered(this);
    }

    int number() {
        return id.number();
    }

    /** Number of slots as its master knows it. */
    int slotCount() {
        return slots.length;
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
        return queued;
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
            return run.nowNanos();
        }
        long start = Math.max(sinceNanos, loopFreeNanos);
        double times = run.overheads.warming().worker().at(loopMessages++);
        loopFreeNanos = course.finish(start, cost.of(bytes, times));
        loopNanos += loopFreeNanos == Long.MAX_VALUE ? 0 : loopFreeNanos - start;
        return loopFreeNanos;
    }

    // ---- messages

    void received(Kind kind, int message) {
        if (!alive()) {
            return;
        }
        Messages messages = run.messages;
        long now = run.nowNanos();
        long arriving = Math.max(0, now - messages.firstNanos(message));
        switch (kind) {
            case UNITS -> onUnits(messages.content(message, Handed.class), arriving);
            case ACKNOWLEDGE -> {
                outbox.acknowledged(messages.number(message), master.windowBytes(), messages.detail(message));
                settle();
            }
            case GRANT -> outbox.granted(messages.number(message), messages.content(message, Kind.class));
            case REVOKE -> handBack(messages.number(message));
            case SETUP -> onSetup((int) messages.number(message), arriving, messages.detail(message));
            case CYCLE_END -> onCycleEnd((int) messages.number(message), messages.content(message, Lull.class));
            case COLLECT -> {
                if (messages.number(message) == cycle) {
                    ledger.collected(now);
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
        assignedNanos = run.nowNanos();
        if (state == State.DRAINING) {
            sendBack(List.of(held(handed.run, handed.firstUnit, handed.endUnit)));
            return;
        }
        take(handed, arrivingNanos);
    }

    /** Adds units of the present cycle to the queue. */
    void take(Handed handed, long arrivingNanos) {
        ledger.assigned(run.nowNanos(), handed.lull, arrivingNanos);
        queue.addLast(handed);
        long came = handed.units();
        count(came);
        for (int woken = 0; woken < came && idleCount > 0 && queued > 0; woken++) {
            slots[idle[--idleCount]].wake();
        }
    }

    private void count(long more) {
        long now = run.nowNanos();
        queuedNanos += queued * (double) (now - queuedSince);
        queuedSince = now;
        queued += more;
        mostQueued = (int) Math.max(mostQueued, Math.min(Integer.MAX_VALUE, queued));
    }

    static HeldUnits held(AttemptRun of, long first, long end) {
        return new HeldUnits(of.attemptOf(first), of.nonce(), first, end - first);
    }

    void onSetup(int number, long arrivingNanos, long gapNanos) {
        endCycle();
        long now = run.nowNanos();
        ledger.setupArrived(now, Math.max(arrivingNanos, now - owedNanos - gapNanos));
        cycle = number;
    }

    void onCycleEnd(int number, Lull lull) {
        owedNanos = run.nowNanos();
        ledger.cycleEnded(owedNanos, lull);
        if (number == cycle) {
            endCycle();
        }
    }

    private void endCycle() {
        if (cycle >= 0) {
            cycle = -1;
            queue.clear();
            count(-queued);
            outbox.endCycle();
        }
    }

    /** Gives back up to {@code most} units that no slot has started, the last first. */
    void handBack(long most) {
        List<HeldUnits> back = new ArrayList<>();
        long left = most;
        while (left > 0 && !queue.isEmpty()) {
            Handed tail = queue.getLast();
            long taken = Math.min(left, tail.units());
            back.add(held(tail.run, tail.endUnit - taken, tail.endUnit));
            tail.endUnit -= taken;
            left -= taken;
            count(-taken);
            if (tail.units() == 0) {
                queue.removeLast();
            }
        }
        if (cycle >= 0) {
            sendBack(back);
        }
    }

    void sendBack(List<HeldUnits> back) {
        run.sendUp(this, Kind.HANDED_BACK, 0, cycle, new HandedBack(back));
    }

    /** Units that a worker gives back. */
    record HandedBack(List<HeldUnits> units) {}

    /** Adds to results when the newest units were assigned, and how long ago they arrived. */
    void stamp(Returned what) {
        what.decidedNanos = decidedNanos;
        what.heldNanos = run.nowNanos() - assignedNanos;
    }

    // ---- slots

    /** Gives a slot units; false if the queue is empty. */
    boolean claim(SlotModel slot) {
        Handed head = queue.peekFirst();
        if (head == null) {
            return false;
        }
        int most = ClaimSize.units(slot.forecastNanos(), queued, slots.length, run.workload.together());
        int count = (int) Math.min(head.units(), most);
        slot.take(head.run, cycle, head.firstUnit, count);
        head.firstUnit += count;
        count(-count);
        if (head.units() == 0) {
            queue.removeFirst();
        }
        return true;
    }

    /** Records that a slot is idle. */
    void idle(SlotModel slot) {
        ledger.idle(slot.index, run.nowNanos(), outbox.largeOnTheWay());
        idle[idleCount++] = slot.index;
        settle();
    }

    /** Starts the timer for batches that wait while their slots compute. */
    void armFlush() {
        if (!flushArmed) {
            flushArmed = true;
            run.events.add(run.nowNanos() + ResultBatching.DEADLINE_NANOS, EventQueue.FLUSH, number() - 1);
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
            run.events.add(run.nowNanos() + wait, EventQueue.FLUSH, number() - 1);
        }
    }

    // ---- leaving

    /** Asks the worker to leave. */
    void drain() {
        if (state == State.STARTING) {
            stop(Timeline.Change.LEFT);
        } else if (state == State.ACTIVE) {
            state = State.DRAINING;
            run.timeline.worker(host, Timeline.Change.DRAINING, run.nowNanos());
            run.sendUp(this, Kind.LEAVING, 0, 0, null);
            handBack(Long.MAX_VALUE);
            settle();
        }
    }

    /** Leaves if a draining worker has nothing left to wait for. */
    private void settle() {
        if (state != State.DRAINING || idleCount < slots.length) {
            return;
        }
        if (outbox.keepsSome()) {
            outbox.collect();
        } else if (outbox.delivered()) {
            run.sendUp(this, Kind.GOODBYE, 0, 0, null);
            stop(Timeline.Change.LEFT);
        }
    }

    /** Ends the worker silently, as when it is cut off or dies. */
    void lose() {
        if (present()) {
            run.network.cut(up);
            run.network.cut(down);
            stop(Timeline.Change.LOST);
        }
    }

    private void stop(Timeline.Change how) {
        run.timeline.worker(host, how, run.nowNanos());
        end();
        state = State.GONE;
        queue.clear();
        count(-queued);
    }

    /** Counts activities in progress until now. */
    void end() {
        if (state == State.GONE) {
            return;
        }
        toNanos = run.nowNanos();
        if (state == State.STARTING) {
            for (int i = 0; i < slots.length; i++) {
                ledger.spent(i, Cause.STARTING, fromNanos, toNanos);
            }
        }
        ledger.end(toNanos);
        for (SlotModel slot : slots) {
            slot.end();
        }
    }

    SimulationReport.WorkerUse use() {
        return new SimulationReport.WorkerUse(
                number(), host, slots.length, fromNanos, toNanos, units, loopNanos, ledger.times());
    }

    /** The slots as one server; null if they never had units. */
    SimulationReport.@Nullable ServerUse server(String name, long untilNanos) {
        if (untilNanos == 0 || mostQueued == 0) {
            return null;
        }
        double busy = ledger.times().of(Cause.COMPUTE) + ledger.times().of(Cause.RUNTIME);
        double all = (double) slots.length * untilNanos;
        return new SimulationReport.ServerUse(
                name,
                host,
                SimulationReport.Part.SLOTS,
                busy / all,
                (queuedNanos + busy) / untilNanos,
                mostQueued,
                units);
    }
}
