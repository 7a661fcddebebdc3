package dev.sluice.model.schedule;

import dev.sluice.model.WorkerId;
import java.util.List;
import java.util.SplittableRandom;

/** The faults of one run: each run draws the kinds of faults, their frequency, and the delay of the network. */
final class FaultMix {
    private static final int KINDS = 21;
    private static final int MOST_WORKERS = 7;

    private final Simulation simulation;
    private final SplittableRandom random;
    private final int[] weights = new int[KINDS];
    private final int weightInAll;
    private final long pauseNanos;
    private long extraDelayNanos;
    final int duplicatesPercent;
    final boolean reorders;

    FaultMix(Simulation simulation) {
        this.simulation = simulation;
        this.random = simulation.random;
        int sum = 0;
        for (int kind = 0; kind < KINDS; kind++) {
            weights[kind] = random.nextBoolean() ? 0 : 1 + random.nextInt(4);
            sum += weights[kind];
        }
        weights[0]++; // workers always join
        weightInAll = sum + 1;
        pauseNanos = (2 + random.nextInt(20)) * 100 * Agenda.MILLI;
        duplicatesPercent = random.nextInt(3) == 0 ? random.nextInt(30) : 0;
        reorders = random.nextInt(3) == 0;
    }

    long extraDelayNanos() {
        return extraDelayNanos;
    }

    void next() {
        if (!simulation.healing) {
            int draw = random.nextInt(weightInAll);
            int kind = 0;
            while (draw >= weights[kind]) {
                draw -= weights[kind++];
            }
            happen(kind);
            simulation.agenda.within(2 * pauseNanos, this::next);
        }
    }

    void heal() {
        extraDelayNanos = 0;
    }

    private void happen(int kind) {
        List<SimulatedWorker> alive = simulation.alive();
        if (kind == 0 || alive.isEmpty()) {
            if (alive.size() < MOST_WORKERS) {
                simulation.start(1 + random.nextInt(3));
            }
            return;
        }
        SimulatedWorker worker = alive.get(random.nextInt(alive.size()));
        switch (kind) {
            case 1 -> die(worker);
            case 2 -> worker.die(); // the master is not told
            case 3 -> cut(worker);
            case 4 -> worker.redial();
            case 5 -> worker.partition(true, false, upTo(20));
            case 6 -> worker.partition(false, true, upTo(20));
            case 7 -> worker.partition(true, true, upTo(20));
            case 8 -> worker.pause(upTo(15));
            case 9 -> simulation.master.pause(upTo(30));
            case 10 -> worker.drain();
            case 11 -> impersonate();
            case 12 -> misname();
            case 13 -> slow();
            case 14 -> silent(worker);
            case 15 -> replay();
            case 16 -> roundTrip(worker);
            case 17 -> simulation.master.tell(new Event.HandoutChanged(simulation.drawHandout()));
            case 18 -> park(worker);
            case 19 -> unpark(worker);
            default -> rarely();
        }
    }

    private void park(SimulatedWorker worker) {
        if (worker.id != null) {
            simulation.master.tell(new Event.WorkerParked(worker.id));
        }
    }

    private void unpark(SimulatedWorker worker) {
        if (worker.id != null) {
            simulation.master.tell(new Event.WorkerUnparked(worker.id));
        }
    }

    /** True if a worker that joins now is to be parked at once. */
    boolean parksNewcomer() {
        return weights[18] > 0 && random.nextInt(6) == 0;
    }

    private long upTo(int seconds) {
        return 1 + random.nextLong(seconds * Agenda.SECOND);
    }

    /** The process dies: its connection closes, or its parent notices, or both. */
    void die(SimulatedWorker worker) {
        worker.die();
        SimulatedMaster master = simulation.master;
        if (worker.link != null && random.nextInt(4) > 0) {
            simulation.agenda.in(simulation.delay(), () -> master.whenAwake(() -> master.broke(worker, true)));
        }
        if (worker.id != null && random.nextBoolean()) {
            simulation.agenda.in(simulation.delay(), () -> master.died(worker));
        }
    }

    /**
     * Results are being collected. Occasionally a worker with deferred results dies at this moment, and its units go to
     * others.
     */
    void whileCollecting() {
        if (!simulation.healing && random.nextInt(6) == 0) {
            simulation.agenda.within(2 * simulation.delay(), () -> {
                List<SimulatedWorker> alive = simulation.alive();
                if (!alive.isEmpty()) {
                    die(alive.get(random.nextInt(alive.size())));
                }
            });
        }
    }

    private void cut(SimulatedWorker worker) {
        SimulatedLink link = worker.link;
        if (link != null) {
            link.dead = true;
            SimulatedMaster master = simulation.master;
            simulation.agenda.within(
                    Agenda.SECOND,
                    () -> master.whenAwake(() -> {
                        if (worker.link == link) {
                            master.broke(worker, true);
                        }
                    }));
            simulation.agenda.within(8 * Agenda.SECOND, () -> {
                if (worker.link == link) {
                    worker.redial();
                }
            });
        }
    }

    /** The session closes because of silence, which gives no hint at a fatal unit. */
    private void silent(SimulatedWorker worker) {
        SimulatedMaster master = simulation.master;
        if (worker.link != null) {
            master.whenAwake(() -> {
                if (worker.link != null) {
                    master.broke(worker, false);
                    worker.redial();
                }
            });
        }
    }

    /** A worker sends a result for an attempt of another worker. */
    private void impersonate() {
        Action.Assign victim = simulation.master.ledger.anyIssued(random);
        if (victim != null) {
            WorkerId sender = new WorkerId(1 + random.nextInt(Math.max(1, simulation.workersStarted())));
            AttemptRun run = victim.run();
            forge(sender, victim.cycle(), run.firstAttempt(), run.nonce(), run);
        }
    }

    /** A worker sends a wrong attempt: another number, another nonce, or another cycle. */
    private void misname() {
        Action.Assign victim = simulation.master.ledger.anyIssued(random);
        if (victim != null) {
            AttemptRun run = victim.run();
            switch (random.nextInt(4)) {
                case 0 -> forge(victim.worker(), victim.cycle(), run.firstAttempt() + 1, run.nonce(), run);
                case 1 -> forge(victim.worker(), victim.cycle(), run.firstAttempt(), run.nonce() + 1, run);
                case 2 -> forge(victim.worker(), victim.cycle() + 1, run.firstAttempt(), run.nonce(), run);
                default -> forge(victim.worker(), victim.cycle(), run.firstAttempt(), run.nonce(), run);
            }
        }
    }

    private void forge(WorkerId sender, int cycle, long attempt, long nonce, AttemptRun run) {
        int units = 1 + random.nextInt((int) run.units());
        List<ResultRun> runs = List.of(ResultRun.of(attempt, nonce, run.firstUnit(), units, units, 0));
        boolean folded = simulation.mode() == ResultMode.FOLD;
        simulation.master.tell(
                folded ? new Event.FoldArrived(sender, cycle, runs) : new Event.ResultsArrived(sender, cycle, runs));
    }

    private void slow() {
        extraDelayNanos = random.nextInt(3) == 0 ? 0 : upTo(3);
    }

    private void replay() {
        List<Event> remembered = simulation.master.remembered;
        if (!remembered.isEmpty()) {
            simulation.master.tell(remembered.get(random.nextInt(remembered.size())));
        }
    }

    private void roundTrip(SimulatedWorker worker) {
        if (worker.id != null) {
            simulation.master.tell(new Event.RoundTripMeasured(worker.id, random.nextInt(50_000_000), -1));
        }
    }

    private void rarely() {
        switch (random.nextInt(8)) {
            case 0 -> simulation.master.dropCycle();
            case 1 ->
                simulation.master.tell(
                        new Event.SlotsExpected(1 + random.nextInt(8), simulation.agenda.now() + upTo(20)));
            default -> simulation.start(1);
        }
    }
}
