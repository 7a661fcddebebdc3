package dev.sluice.model.schedule;

import dev.sluice.model.ErrorCode;
import dev.sluice.model.WorkerId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** A worker process: computes units, keeps results until they are acknowledged, and reconnects. */
final class SimulatedWorker {
    private static final long BEAT_NANOS = 2 * Agenda.SECOND;

    /** One unit with its attempt. */
    record Held(long attempt, long nonce, long unit) {}

    private final Simulation simulation;
    private final Agenda agenda;
    final int slots;
    WorkerId id;
    SimulatedLink link;
    boolean alive = true;
    boolean cutUp;
    boolean cutDown;
    boolean draining;
    private boolean paused;
    private boolean leaving;
    private boolean dialling;
    private int cycle = -1;
    private ResultMode mode = ResultMode.EACH;
    private boolean computing;
    private final Deque<Held> queue = new ArrayDeque<>();
    private final List<Held> running = new ArrayList<>();

    /** Computed and unacknowledged units. */
    private final List<Held> unacknowledged = new ArrayList<>();

    /** Computed units with deferred results. */
    private final List<Held> kept = new ArrayList<>();

    private final List<Runnable> inbox = new ArrayList<>();

    SimulatedWorker(Simulation simulation, int slots) {
        this.simulation = simulation;
        this.agenda = simulation.agenda;
        this.slots = slots;
        agenda.within(BEAT_NANOS, this::beat);
    }

    private void beat() {
        if (alive) {
            agenda.in(BEAT_NANOS, this::beat);
            if (!paused && link != null) {
                link.up(new Event.WorkerHeard(id));
                leaveWhenDone();
            }
        }
    }

    // ---- the process and its host

    void die() {
        alive = false;
    }

    void pause(long nanos) {
        if (!paused) {
            paused = true;
            agenda.in(nanos, this::resume);
        }
    }

    void resume() {
        if (paused) {
            paused = false;
            List<Runnable> waiting = List.copyOf(inbox);
            inbox.clear();
            waiting.forEach(this::receive);
            compute();
        }
    }

    void partition(boolean up, boolean down, long nanos) {
        cutUp |= up;
        cutDown |= down;
        if (nanos > 6 * Agenda.SECOND && down) {
            agenda.in(6 * Agenda.SECOND, () -> {
                if (cutDown) {
                    redial();
                }
            });
        }
        agenda.in(nanos, this::heal);
    }

    void heal() {
        cutUp = false;
        cutDown = false;
        if (link != null) {
            link.flush();
        }
    }

    /** Ends the connection on the worker's side: the worker connects again. */
    void redial() {
        if (link != null) {
            link.dead = true;
            link = null;
        }
        if (!dialling) {
            dialling = true;
            agenda.within(3 * Agenda.SECOND, this::dial);
        }
    }

    private void dial() {
        if (!alive) {
            return;
        }
        if (paused || cutUp || cutDown) {
            agenda.within(2 * Agenda.SECOND, this::dial);
            return;
        }
        List<HeldUnits> working = new ArrayList<>();
        running.forEach(held -> working.add(unit(held)));
        queue.forEach(held -> working.add(unit(held)));
        List<Held> finished = new ArrayList<>(kept);
        finished.addAll(unacknowledged);
        int ofCycle = cycle;
        List<ResultRun> results = simulation.runsOf(finished);
        agenda.in(
                simulation.delay(),
                () -> simulation.master.whenAwake(() -> {
                    if (alive) {
                        dialling = false;
                        simulation.master.register(this, ofCycle, working, results);
                    }
                }));
    }

    static HeldUnits unit(Held held) {
        return new HeldUnits(held.attempt, held.nonce, held.unit, 1);
    }

    /** Handles the master's answer to the registration. */
    void registered(boolean asKnown, List<HeldUnits> drops) {
        if (!asKnown) {
            queue.clear();
            running.clear();
            kept.clear();
            unacknowledged.clear();
        }
        drops.forEach(this::drop);
        if (draining) {
            link.up(new Event.WorkerDraining(id));
        }
        if (mode == ResultMode.EACH) {
            sendResults(unacknowledged);
        } else {
            kept.addAll(unacknowledged);
            unacknowledged.clear();
            tellCompleted(kept);
        }
        compute();
    }

    private void drop(HeldUnits units) {
        queue.removeIf(held -> within(held, units));
        running.removeIf(held -> within(held, units));
        if (mode != ResultMode.FOLD) { // a unit cannot be removed from an accumulated value, which will be refused
            kept.removeIf(held -> within(held, units));
            unacknowledged.removeIf(held -> within(held, units));
        }
    }

    private static boolean within(Held held, HeldUnits units) {
        return held.nonce == units.nonce() && units.firstUnit() <= held.unit && held.unit < units.endUnit();
    }

    // ---- messages

    void receive(Runnable message) {
        if (alive) {
            if (paused) {
                inbox.add(message);
            } else {
                message.run();
            }
        }
    }

    void assigned(int ofCycle, ResultMode ofMode, AttemptRun run) {
        begin(ofCycle, ofMode);
        for (long unit = run.firstUnit(); unit < run.endUnit(); unit++) {
            queue.addLast(new Held(run.attemptOf(unit), run.nonce(), unit));
        }
        compute();
    }

    private void begin(int ofCycle, ResultMode ofMode) {
        if (ofCycle > cycle) {
            cycle = ofCycle;
            mode = ofMode;
            queue.clear();
            running.clear();
            kept.clear();
            unacknowledged.clear();
        }
    }

    void cycleFinished(int ofCycle) {
        if (ofCycle == cycle) {
            begin(cycle + 1, ResultMode.EACH);
            cycle = ofCycle;
        }
    }

    void revoked(int ofCycle, long units) {
        if (ofCycle == cycle && link != null) {
            handBack(simulation.random.nextInt(5) == 0 ? units / 2 : units);
        }
    }

    private void handBack(long units) {
        List<HeldUnits> back = new ArrayList<>();
        while (back.size() < units && !queue.isEmpty()) {
            back.add(unit(queue.removeLast()));
        }
        link.up(new Event.UnitsHandedBack(id, cycle, back));
    }

    void collect(int ofCycle) {
        if (ofCycle != cycle || link == null || kept.isEmpty()) {
            return;
        }
        List<Held> sent = List.copyOf(kept);
        kept.clear();
        unacknowledged.addAll(sent);
        SimulatedLink asked = link;
        agenda.in(simulation.grantDelay(), () -> {
            if (alive && link == asked && cycle == ofCycle) {
                sendCollected(sent);
            }
        });
    }

    /** Large results wait for a grant, while other units are computed. */
    private void sendCollected(List<Held> sent) {
        if (mode == ResultMode.FOLD) {
            link.up(new Event.FoldArrived(id, cycle, simulation.runsOf(sent)));
        } else {
            sendResults(sent);
        }
    }

    void acknowledged(int ofCycle, List<ResultRun> runs) {
        if (ofCycle == cycle) {
            for (ResultRun run : runs) {
                unacknowledged.removeIf(
                        held -> held.nonce == run.nonce() && run.firstUnit() <= held.unit && held.unit < run.endUnit());
            }
            leaveWhenDone();
        }
    }

    void drain() {
        if (!draining && link != null) {
            draining = true;
            link.up(new Event.WorkerDraining(id));
            handBack(queue.size());
            leaveWhenDone();
        }
    }

    private void leaveWhenDone() {
        boolean idle = queue.isEmpty() && running.isEmpty() && kept.isEmpty() && unacknowledged.isEmpty();
        if (draining && idle && link != null && !leaving) {
            leaving = true;
            SimulatedLink last = link;
            last.up(new Event.WorkerLeft(id));
            agenda.in(5 * Agenda.SECOND, () -> {
                if (last == link && !last.dead) {
                    alive = false;
                } else {
                    leaving = false; // the goodbye may have been lost
                }
            });
        }
    }

    // ---- computing

    private void compute() {
        if (!alive || paused || computing) {
            return;
        }
        while (running.size() < slots && !queue.isEmpty()) {
            running.add(queue.removeFirst());
        }
        if (!running.isEmpty()) {
            computing = true;
            agenda.in(simulation.computeNanos(), this::computed);
        }
    }

    private void computed() {
        computing = false;
        if (!alive) {
            return;
        }
        if (paused) {
            agenda.within(Agenda.SECOND, this::computed);
            computing = true;
            return;
        }
        List<Held> done = new ArrayList<>();
        for (Held held : List.copyOf(running)) {
            if (simulation.kills(held.unit)) {
                simulation.mix.die(this);
                return;
            }
            running.remove(held);
            if (simulation.throwsOn(held.unit)) {
                fail(held);
            } else {
                done.add(held);
            }
        }
        deliver(done);
        compute();
        leaveWhenDone();
    }

    private void fail(Held held) {
        if (link == null) {
            queue.addFirst(held); // retry, because the failure cannot be reported
            return;
        }
        UnitFailure failure = new UnitFailure(id, ErrorCode.UNIT_THREW, "java.lang.ArithmeticException", "by zero", "");
        link.up(new Event.UnitFailed(cycle, unit(held), failure));
    }

    private void deliver(List<Held> done) {
        if (mode == ResultMode.EACH) {
            unacknowledged.addAll(done);
            sendResults(done);
        } else {
            kept.addAll(done);
            tellCompleted(done);
        }
    }

    private void sendResults(List<Held> results) {
        if (link != null && !results.isEmpty()) {
            link.up(new Event.ResultsArrived(id, cycle, simulation.runsOf(results)));
        }
    }

    private void tellCompleted(List<Held> results) {
        if (link != null && !results.isEmpty()) {
            link.up(new Event.UnitsCompleted(id, cycle, simulation.runsOf(results)));
        }
    }
}
