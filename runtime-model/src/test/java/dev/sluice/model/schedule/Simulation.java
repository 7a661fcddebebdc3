package dev.sluice.model.schedule;

import dev.sluice.model.failure.FailureTerms;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One run of the real scheduler with simulated workers, connections and faults, all drawn from one seed: joins, seen
 * and unseen deaths, broken and half-open connections, partitions in one and both directions, pauses of workers and of
 * the master, delays, duplicates, reorderings, fatal units, forged results. After every event the invariants of the
 * scheduler are checked and an outside ledger judges its actions. Then all faults end, and every cycle must finish.
 */
final class Simulation {
    /** The mean time of a unit that a plan expects [s]. */
    static final double PLANNED_SECONDS = 0.01;

    private static final int STEPS_PER_EVENT = 40;
    private static final int MOST_REPLACEMENTS = 100;

    final SplittableRandom random;
    final Agenda agenda;
    final SimulatedMaster master;
    final FaultMix mix;
    boolean healing;

    private final int faultyEvents;
    private final BitSet visited = new BitSet();
    private final List<SimulatedWorker> workers = new ArrayList<>();
    private final BitSet throwing = new BitSet();
    private final BitSet killing = new BitSet();
    private final long delayNanos;
    private final long unitNanos;
    private final int stragglersPercent;
    private final int units;
    private final ResultMode[] modes;
    private final List<String> trace;
    private ResultMode mode = ResultMode.EACH;
    private int replacements;
    private long replacedNanos;
    private int started;

    /**
     * @param events number of events before all faults end
     * @param trace receives a line for each event and action, or null
     */
    Simulation(long seed, int events, List<String> trace) {
        this.random = new SplittableRandom(seed);
        this.agenda = new Agenda(random);
        this.faultyEvents = events;
        this.trace = trace;
        this.delayNanos = 1 + random.nextLong(100 * Agenda.MILLI);
        this.unitNanos = 1 + random.nextLong(1000 * Agenda.MILLI);
        this.stragglersPercent = random.nextInt(3) == 0 ? 1 + random.nextInt(10) : 0;
        this.units = 1 + random.nextInt(random.nextInt(4) == 0 ? 400 : 60);
        this.modes = random.nextBoolean() ? new ResultMode[] {ResultMode.EACH} : ResultMode.values();
        this.mix = new FaultMix(this);
        Handout handout = drawHandout();
        SchedulerConfig config = new SchedulerConfig(
                handout,
                3,
                FailureTerms.USUAL_LEASE_NANOS,
                random.split(),
                handout.weighting() == Weighting.PLANNED ? PLANNED_SECONDS : 0,
                SimulatedMaster.OF_RUN);
        Scheduler scheduler = new Scheduler(
                config,
                (from, input, to) -> visited.set(row(from, input)),
                (from, input, to) -> visited.set(row(from, input)));
        this.master =
                new SimulatedMaster(this, scheduler, new OutsideLedger(config.leaseNanos(), handout.speculation()));
    }

    /** Runs the simulation; throws {@link AssertionError} or {@link IllegalStateException} on a defect. */
    void run() {
        int atFirst = random.nextInt(4);
        for (int i = 0; i < atFirst; i++) {
            start(1 + random.nextInt(3));
        }
        agenda.within(Agenda.SECOND, master::nextCycle);
        agenda.within(Agenda.SECOND, mix::next);
        while (master.events < faultyEvents && !master.stopped) {
            agenda.step();
        }
        heal();
        boolean stops = random.nextInt(5) == 0;
        if (stops) {
            master.tell(new Event.StopRequested());
        }
        int limit = master.events + 20_000;
        for (long steps = 0; !ended(stops); steps++) {
            if (master.events > limit || steps > (long) STEPS_PER_EVENT * limit) {
                throw new AssertionError("the cycle does not end after all has healed: " + story());
            }
            agenda.step();
            replace();
        }
    }

    private boolean ended(boolean stops) {
        return stops ? master.stopped : master.scheduler.state() == CycleState.IDLE;
    }

    private String story() {
        Scheduler scheduler = master.scheduler;
        StringBuilder text = new StringBuilder("pool "
                + scheduler.ledger().kinds().oneSlotPool(0) + ", finished "
                + scheduler.finishedUnits() + " of " + scheduler.ledger().units() + ", waiting "
                + scheduler.ledger().waiting().size());
        for (WorkerRecord worker : scheduler.roster().all()) {
            text.append(", ").append(worker.id).append(' ').append(worker.state).append(" computes ");
            text.append(worker.openUnits).append(" keeps ").append(worker.completedUnits);
        }
        return text.toString();
    }

    private void heal() {
        healing = true;
        mix.heal();
        for (SimulatedWorker worker : alive()) {
            worker.heal();
            worker.resume();
        }
        start(3);
        start(2);
    }

    /** Starts workers after the faults if none is left, because units may have killed them. */
    private void replace() {
        boolean none = master.scheduler.activeSlots() == 0 && alive().isEmpty();
        boolean tooSmall = master.scheduler.ledger().kinds().others().stream()
                .anyMatch(kind -> !master.scheduler.roster().anyCan(kind.needs));
        if ((none || tooSmall && agenda.now() > replacedNanos + 60 * Agenda.SECOND)
                && replacements++ < MOST_REPLACEMENTS) {
            replacedNanos = agenda.now();
            start(3);
        }
    }

    void start(int slots) {
        SimulatedWorker worker = new SimulatedWorker(this, slots);
        workers.add(worker);
        started++;
        worker.redial();
    }

    int workersStarted() {
        return started;
    }

    /** A copy of the list that the caller may keep. */
    List<SimulatedWorker> alive() {
        workers.removeIf(worker -> !worker.alive);
        return new ArrayList<>(workers);
    }

    BitSet visited() {
        return visited;
    }

    /** Rows of both tables as numbers. */
    static int row(WorkerState from, WorkerState.Input input) {
        return from.ordinal() * 16 + input.ordinal();
    }

    static int row(CycleState from, CycleState.Input input) {
        return 256 + from.ordinal() * 16 + input.ordinal();
    }

    void trace(Object what) {
        if (trace != null) {
            trace.add(agenda.now() / 1_000_000 + " ms " + what);
        }
    }

    // ---- random draws

    long delay() {
        return 1
                + random.nextLong(delayNanos)
                + (mix.extraDelayNanos() > 0 ? random.nextLong(mix.extraDelayNanos()) : 0);
    }

    /** How long collected results wait until they may be sent. */
    long grantDelay() {
        return random.nextBoolean() ? 0 : random.nextLong(3 * Agenda.SECOND);
    }

    long unitNanos() {
        return 1 + random.nextLong(2 * unitNanos);
    }

    /** Compute time of a worker's running units; occasionally far longer than expected. */
    long computeNanos() {
        boolean late = stragglersPercent > 0 && random.nextInt(100) < stragglersPercent;
        return late ? unitNanos() + random.nextLong(60 * Agenda.SECOND) : unitNanos();
    }

    Handout drawHandout() {
        return new Handout(
                PolicyName.values()[random.nextInt(PolicyName.values().length)],
                Weighting.values()[random.nextInt(Weighting.values().length)],
                random.nextInt(6) - 1,
                random.nextInt(3) == 0 ? 0 : 1 + random.nextInt(random.nextBoolean() ? 10 : 100));
    }

    long drawUnits() {
        return random.nextInt(20) == 0 ? 0 : 1 + random.nextInt(units);
    }

    ResultMode drawMode() {
        mode = modes[random.nextInt(modes.length)];
        return mode;
    }

    ResultMode mode() {
        return mode;
    }

    /** Draws the units of the next cycle that throw on every worker, and those that kill their worker. */
    void drawPoison() {
        throwing.clear();
        killing.clear();
        if (random.nextInt(3) == 0) {
            for (int i = random.nextInt(4); i > 0; i--) {
                throwing.set(random.nextInt(units));
            }
            if (random.nextInt(3) == 0) {
                killing.set(random.nextInt(units));
            }
        }
    }

    boolean throwsOn(long unit) {
        return throwing.get((int) unit);
    }

    boolean kills(long unit) {
        return killing.get((int) unit);
    }

    /** Groups results as they travel: consecutive units of one assignment together, occasionally each alone. */
    List<ResultRun> runsOf(List<SimulatedWorker.Held> results) {
        List<SimulatedWorker.Held> sorted = new ArrayList<>(results);
        sorted.sort(
                Comparator.comparingLong(SimulatedWorker.Held::nonce).thenComparingLong(SimulatedWorker.Held::unit));
        boolean together = random.nextInt(4) > 0;
        List<ResultRun> runs = new ArrayList<>();
        SimulatedWorker.Held first = null;
        int count = 0;
        for (SimulatedWorker.Held held : sorted) {
            if (together && first != null && held.nonce() == first.nonce() && held.unit() == first.unit() + count) {
                count++;
                continue;
            }
            if (first != null) {
                runs.add(run(first, count));
            }
            first = held;
            count = 1;
        }
        if (first != null) {
            runs.add(run(first, count));
        }
        return runs;
    }

    private ResultRun run(SimulatedWorker.Held first, int units) {
        long nanos = 0;
        double squares = 0;
        for (int i = 0; i < units; i++) {
            long one = unitNanos();
            nanos += one;
            squares += 1e-18 * one * one;
        }
        return ResultRun.of(first.attempt(), first.nonce(), first.unit(), units, nanos, squares);
    }
}
