package dev.sluice.model.schedule;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One connection between a worker and the master. Messages arrive in order unless reordering is drawn, and some arrive
 * twice. A partition delays them, and the end of the connection loses messages on their way.
 */
final class SimulatedLink {
    private final Simulation simulation;
    private final SimulatedWorker worker;
    private final List<Runnable> heldUp = new ArrayList<>();
    private final List<Runnable> heldDown = new ArrayList<>();
    private long lastUp;
    private long lastDown;

    /** True if no message passes any more. */
    boolean dead;

    SimulatedLink(Simulation simulation, SimulatedWorker worker) {
        this.simulation = simulation;
        this.worker = worker;
    }

    /** Delivers an event to the scheduler after a delay. */
    void up(Event event) {
        if (dead) {
            return;
        }
        SplittableRandom random = simulation.random;
        Runnable arrival = () -> {
            if (!dead) {
                simulation.master.tell(event);
            }
        };
        if (worker.cutUp) {
            heldUp.add(arrival);
            return;
        }
        long at = simulation.agenda.now() + simulation.delay();
        if (!(simulation.mix.reorders && random.nextInt(4) == 0)) {
            at = Math.max(at, lastUp);
            lastUp = at;
        }
        simulation.agenda.at(at, arrival);
        boolean once = event instanceof Event.WorkerHeard
                || event instanceof Event.WorkerLeft
                || event instanceof Event.WorkerDraining;
        if (!once && random.nextInt(100) < simulation.mix.duplicatesPercent) {
            simulation.agenda.within(15 * Agenda.SECOND, () -> simulation.master.tell(event));
        }
    }

    void down(Runnable message) {
        Runnable unlessDead = () -> {
            if (!dead) {
                message.run();
            }
        };
        Runnable arrival = () -> worker.receive(unlessDead);
        if (worker.cutDown) {
            heldDown.add(arrival);
            return;
        }
        lastDown = Math.max(lastDown, simulation.agenda.now() + simulation.delay());
        simulation.agenda.at(lastDown, arrival);
    }

    /** Ends a partition: delayed messages arrive now. */
    void flush() {
        List<Runnable> waiting = new ArrayList<>();
        if (!worker.cutUp) {
            waiting.addAll(heldUp);
            heldUp.clear();
        }
        if (!worker.cutDown) {
            waiting.addAll(heldDown);
            heldDown.clear();
        }
        waiting.forEach(Runnable::run);
    }
}
