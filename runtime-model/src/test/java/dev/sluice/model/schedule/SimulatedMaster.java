package dev.sluice.model.schedule;

import dev.sluice.model.Amounts;
import dev.sluice.model.WorkerId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The master's loop around the real scheduler: applies events and carries out actions. */
final class SimulatedMaster {
    private static final long TICK_NANOS = Agenda.SECOND / 2;
    private static final int REMEMBERED = 32;

    /** Resources of each worker beside its slots, and of the run. */
    private static final Amounts OFFER = Amounts.of(Map.of("memory", 4L, "label", 0L));

    static final Amounts OF_RUN = Amounts.of(Map.of("licence", 2L));

    private static final List<Amounts> NEEDS = List.of(
            Amounts.ofProcessors(2),
            Amounts.of(Map.of("processors", 3L, "label", 0L)),
            Amounts.of(Map.of("processors", 1L, "memory", 3L)),
            Amounts.of(Map.of("processors", 2L, "memory", 2L, "licence", 1L)),
            Amounts.of(Map.of("processors", 1L, "licence", 2L)));

    private boolean sizes;
    private boolean prefers;
    private long units;

    private final Simulation simulation;
    private final Agenda agenda;
    final Scheduler scheduler;
    final OutsideLedger ledger;
    final Map<WorkerId, SimulatedWorker> seats = new TreeMap<>();
    private final List<Runnable> inbox = new ArrayList<>();
    private final List<Action> actions = new ArrayList<>();
    final List<Event> remembered = new ArrayList<>();
    private boolean paused;
    private int nextWorker = 1;
    private int cycle = -1;
    private ResultMode mode = ResultMode.EACH;
    private boolean dropped;
    int events;
    boolean stopped;

    SimulatedMaster(Simulation simulation, Scheduler scheduler, OutsideLedger ledger) {
        this.simulation = simulation;
        this.agenda = simulation.agenda;
        this.scheduler = scheduler;
        this.ledger = ledger;
        agenda.in(TICK_NANOS, this::tick);
    }

    private void tick() {
        if (!paused) {
            tell(new Event.Ticked());
            agenda.in(TICK_NANOS, this::tick);
        }
    }

    /** The process stands still: messages wait. */
    void pause(long nanos) {
        if (!paused) {
            paused = true;
            agenda.in(nanos, this::resume);
        }
    }

    private void resume() {
        paused = false;
        boolean tickFirst = simulation.random.nextBoolean();
        if (tickFirst) {
            tick();
        }
        List<Runnable> waiting = List.copyOf(inbox);
        inbox.clear();
        waiting.forEach(this::whenAwake);
        if (!tickFirst) {
            tick();
        }
    }

    void whenAwake(Runnable action) {
        if (paused) {
            inbox.add(action);
        } else {
            action.run();
        }
    }

    void tell(Event event) {
        whenAwake(() -> apply(event));
    }

    private List<Action> apply(Event event) {
        events++;
        simulation.trace(event);
        if (event instanceof Event.ResultsArrived
                || event instanceof Event.FoldArrived
                || event instanceof Event.UnitsCompleted
                || event instanceof Event.UnitsHandedBack
                || event instanceof Event.UnitFailed) {
            if (remembered.size() == REMEMBERED) {
                remembered.remove(simulation.random.nextInt(REMEMBERED));
            }
            remembered.add(event);
        }
        long now = agenda.now();
        ledger.told(event, scheduler, now);
        actions.clear();
        scheduler.apply(event, now, actions::add);
        List<Action> done = List.copyOf(actions);
        done.forEach(simulation::trace);
        ledger.judge(event, done, scheduler, now);
        Invariants.check(scheduler);
        done.forEach(this::carryOut);
        acknowledge(event);
        return done;
    }

    private void acknowledge(Event event) {
        if (event instanceof Event.ResultsArrived results) {
            acknowledge(results.worker(), results.cycle(), results.runs());
        } else if (event instanceof Event.FoldArrived fold) {
            acknowledge(fold.worker(), fold.cycle(), fold.runs());
        }
    }

    private void acknowledge(WorkerId id, int ofCycle, List<ResultRun> runs) {
        SimulatedWorker worker = seats.get(id);
        if (worker != null && worker.link != null) {
            worker.link.down(() -> worker.acknowledged(ofCycle, runs));
        }
    }

    private void carryOut(Action action) {
        if (action instanceof Action.Assign assign) {
            int ofCycle = assign.cycle();
            ResultMode ofMode = mode;
            send(assign.worker(), worker -> worker.assigned(ofCycle, ofMode, assign.run()));
        } else if (action instanceof Action.Revoke revoke) {
            send(revoke.worker(), worker -> worker.revoked(revoke.cycle(), revoke.units()));
        } else if (action instanceof Action.Collect collect) {
            send(collect.worker(), worker -> worker.collect(collect.cycle()));
            simulation.mix.whileCollecting();
        } else if (action instanceof Action.Disconnect disconnect) {
            SimulatedWorker worker = seats.remove(disconnect.worker());
            if (worker != null && worker.link != null) {
                SimulatedLink link = worker.link;
                link.dead = true;
                agenda.within(8 * Agenda.SECOND, () -> {
                    if (worker.link == link) {
                        worker.redial();
                    }
                });
            }
        } else if (action instanceof Action.FinishCycle finish) {
            ledger.judgeEnd(dropped || scheduler.state() == CycleState.STOPPED);
            seats.keySet().forEach(id -> send(id, worker -> worker.cycleFinished(finish.cycle())));
            agenda.within(Agenda.SECOND, this::nextCycle);
        } else if (action instanceof Action.FinishStop) {
            stopped = true;
        }
    }

    private interface Message {
        void arriveAt(SimulatedWorker worker);
    }

    private void send(WorkerId id, Message message) {
        SimulatedWorker worker = seats.get(id);
        if (worker != null && worker.link != null) {
            worker.link.down(() -> message.arriveAt(worker));
        }
    }

    // ---- cycles

    void nextCycle() {
        whenAwake(() -> {
            if (!simulation.healing && scheduler.state() == CycleState.IDLE) {
                beginCycle();
            }
        });
    }

    private void beginCycle() {
        cycle++;
        dropped = false;
        mode = simulation.drawMode();
        simulation.drawPoison();
        boolean grows = simulation.random.nextInt(4) == 0;
        sizes = simulation.random.nextInt(3) == 0;
        prefers = simulation.random.nextInt(4) == 0;
        units = simulation.drawUnits();
        apply(new Event.CycleBegun(cycle, units, new UnitRanges(), 0, grows, drawNeeds(0, units), 0));
        if (grows) {
            int ofCycle = cycle;
            agenda.within(Agenda.SECOND, () -> grow(ofCycle));
        }
    }

    /** Some units of some cycles have needs. */
    private List<Event.Sized> drawNeeds(long from, long to) {
        List<Event.Sized> kinds = new ArrayList<>();
        NEEDS.forEach(needs ->
                kinds.add(new Event.Sized(needs, prefers ? simulation.random.nextInt(3) - 1 : 0, new UnitRanges())));
        for (int priority = -1; prefers && priority < 3; priority += 3) {
            kinds.add(new Event.Sized(Amounts.ONE_SLOT, priority, new UnitRanges()));
        }
        for (long unit = from; (sizes || prefers) && unit < to; unit++) {
            int kind = simulation.random.nextInt(2 * kinds.size());
            if (kind < kinds.size()) {
                kinds.get(kind).units().add(unit, unit + 1);
            }
        }
        kinds.removeIf(kind -> kind.units().isEmpty());
        return kinds;
    }

    /** Adds units to the open cycle, or closes it. */
    private void grow(int ofCycle) {
        whenAwake(() -> {
            if (simulation.healing || simulation.random.nextInt(8) == 0) {
                apply(new Event.CycleClosed(ofCycle));
            } else {
                long before = units;
                units += simulation.random.nextInt(20);
                apply(new Event.UnitsAdded(ofCycle, units - before, drawNeeds(before, units)));
                agenda.within(Agenda.SECOND, () -> grow(ofCycle));
            }
        });
    }

    void dropCycle() {
        whenAwake(() -> {
            dropped = true;
            apply(new Event.CycleDropped(cycle));
        });
    }

    // ---- connections

    void register(SimulatedWorker worker, int ofCycle, List<HeldUnits> working, List<ResultRun> finished) {
        if (worker.id != null && seats.get(worker.id) == worker) {
            broke(worker, true);
        }
        WorkerRecord known = worker.id == null ? null : scheduler.roster().find(worker.id);
        boolean returns = known != null;
        if (!returns) {
            worker.id = new WorkerId(nextWorker++);
        }
        worker.link = new SimulatedLink(simulation, worker);
        seats.put(worker.id, worker);
        SimulatedLink link = worker.link;
        List<HeldUnits> drops = new ArrayList<>();
        List<Runnable> first = new ArrayList<>();
        // The answer must precede everything else that follows from the registration.
        link.down(() -> {
            worker.registered(returns, drops);
            first.forEach(Runnable::run);
        });
        List<Action> done = apply(
                returns
                        ? new Event.WorkerReturned(worker.id, ofCycle, working, finished)
                        : new Event.WorkerJoined(
                                worker.id,
                                worker.slots,
                                plannedSeconds(worker.id),
                                Brought.NOTHING,
                                simulation.mix.parksNewcomer(),
                                OFFER));
        for (Action action : done) {
            if (action instanceof Action.DropHeld drop) {
                drops.add(drop.units());
            }
        }
    }

    /** Ends the connection of a worker on the master's side. */
    void broke(SimulatedWorker worker, boolean abruptly) {
        if (seats.remove(worker.id, worker)) {
            if (worker.link != null) {
                worker.link.dead = true;
            }
            apply(new Event.WorkerBroke(worker.id, abruptly));
        }
    }

    void died(SimulatedWorker worker) {
        whenAwake(() -> {
            broke(worker, true);
            apply(new Event.WorkerDied(worker.id));
        });
    }

    /** Some workers have no plan, some hardly any weight, and others more or less than the mean. */
    private static double plannedSeconds(WorkerId worker) {
        return switch (worker.number() % 4) {
            case 0 -> 0;
            case 1 -> 1000 * Simulation.PLANNED_SECONDS;
            case 2 -> 0.5 * Simulation.PLANNED_SECONDS;
            default -> 2 * Simulation.PLANNED_SECONDS;
        };
    }
}
