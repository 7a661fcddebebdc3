package dev.sluice.app.nbody;

import java.util.ArrayList;
import java.util.List;

/** Moves bodies by the kernel alone, without units, and keeps every moment. */
final class Leap {
    private final Law law;
    private final double timeStep;
    private final List<Moment> moments = new ArrayList<>();
    private final ConservationLedger ledger = new ConservationLedger();

    Leap(Law law, double timeStep) {
        this.law = law;
        this.timeStep = timeStep;
    }

    Leap run(Bodies start, int steps) {
        Bodies bodies = start;
        for (int number = 0; number <= steps; number++) {
            Kick kick = Kick.of(number, steps, timeStep);
            Step step = new Step(law, kick, bodies.masses(), bodies.positions());
            Moved moved = Kernel.move(step, new Range(0, bodies.velocities()));
            double[] velocities = Moment.velocities(kick, bodies.velocities(), moved.velocities());
            Bodies now = new Bodies(bodies.masses(), bodies.groups(), bodies.positions(), velocities);
            moments.add(new Moment(number, number * timeStep, now, moved.potentials()));
            ledger.add(moments.get(number));
            bodies = new Bodies(bodies.masses(), bodies.groups(), moved.positions(), moved.velocities());
        }
        return this;
    }

    List<Moment> moments() {
        return moments;
    }

    Bodies end() {
        return moments.get(moments.size() - 1).bodies();
    }

    ConservationLedger ledger() {
        return ledger;
    }

    /** Two bodies of mass ½ on an ellipse of axis 1, at their farthest; G = 1, so the period is 2π. */
    static Bodies pair(double eccentricity) {
        double apart = 1 + eccentricity;
        double speed = Math.sqrt((1 - eccentricity) / apart);
        return new Bodies(
                new double[] {0.5, 0.5}, new int[2], new double[] {apart / 2, -apart / 2, 0, 0}, new double[] {
                    0, 0, speed / 2, -speed / 2
                });
    }

    /** Distance of the first two bodies in the plane. */
    static double apart(Bodies pair) {
        double[] places = pair.positions();
        return Math.hypot(places[0] - places[1], places[2] - places[3]);
    }
}
