package dev.sluice.app.nbody;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The conserved quantities at every step: energy, momentum, angular momentum. Potentials come from the units; the
 * master computes all sums, in the order of the bodies. Confined to the master's calls.
 */
final class ConservationLedger {
    private final List<Entry> entries = new ArrayList<>();
    /** Σ m |v| at the start, the reference for momentum. */
    private double motion;

    /**
     * The quantities of one step.
     *
     * @param momentum three components; 0 for a missing dimension
     * @param spin angular momentum about the origin, three components
     */
    record Entry(int step, double time, double kinetic, double potential, double[] momentum, double[] spin) {
        double energy() {
            return kinetic + potential;
        }
    }

    /** Adds a step; throws if a position or velocity is not finite. */
    void add(Moment moment) {
        Entry entry = entry(moment);
        if (!Double.isFinite(entry.energy()) || !Double.isFinite(entry.momentum[0])) {
            throw new IllegalStateException(
                    "energy at step " + moment.step() + " is " + entry.energy()
                            + " (expected: a finite one). Bodies have met: a --softening above 0 or a shorter --time-step helps.");
        }
        if (entries.isEmpty()) {
            motion = motion(moment.bodies());
        }
        entries.add(entry);
    }

    private static Entry entry(Moment moment) {
        Bodies bodies = moment.bodies();
        double kinetic = 0;
        double potential = 0;
        double[] momentum = new double[3];
        double[] spin = new double[3];
        for (int body = 0; body < bodies.count(); body++) {
            double mass = bodies.masses()[body];
            double[] place = vector(bodies.positions(), bodies, body);
            double[] velocity = vector(bodies.velocities(), bodies, body);
            for (int axis = 0; axis < 3; axis++) {
                int next = (axis + 1) % 3;
                int last = (axis + 2) % 3;
                kinetic += mass * velocity[axis] * velocity[axis] / 2;
                momentum[axis] += mass * velocity[axis];
                spin[axis] += mass * (place[next] * velocity[last] - place[last] * velocity[next]);
            }
            potential += mass * moment.potentials()[body] / 2; // every pair counts twice
        }
        return new Entry(moment.step(), moment.time(), kinetic, potential, momentum, spin);
    }

    private static double motion(Bodies bodies) {
        double motion = 0;
        for (int body = 0; body < bodies.count(); body++) {
            motion += bodies.masses()[body] * length(vector(bodies.velocities(), bodies, body));
        }
        return motion;
    }

    private static double[] vector(double[] values, Bodies bodies, int body) {
        double[] vector = new double[3];
        for (int axis = 0; axis < bodies.dimensions(); axis++) {
            vector[axis] = values[axis * bodies.count() + body];
        }
        return vector;
    }

    List<Entry> entries() {
        return entries;
    }

    private Entry first() {
        return entries.get(0);
    }

    private Entry last() {
        return entries.get(entries.size() - 1);
    }

    /** Relative change of energy from the start to the last step. */
    double energyDrift() {
        return energyOff(last());
    }

    /** Maximum relative change of energy from the start to any step. */
    double greatestEnergyDrift() {
        return entries.stream().mapToDouble(this::energyOff).max().orElse(0);
    }

    private double energyOff(Entry entry) {
        return Math.abs((entry.energy() - first().energy()) / first().energy());
    }

    /** Change of momentum from the start to the last step, relative to Σ m |v| at the start. */
    double momentumDrift() {
        return difference(last().momentum, first().momentum) / motion;
    }

    /** Relative change of angular momentum from the start to the last step. */
    double spinDrift() {
        return difference(last().spin, first().spin) / Math.max(length(first().spin), Double.MIN_NORMAL);
    }

    private static double difference(double[] one, double[] other) {
        return length(new double[] {one[0] - other[0], one[1] - other[1], one[2] - other[2]});
    }

    private static double length(double[] vector) {
        return Math.sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
    }

    /** A summary of two lines for users. */
    String summary() {
        return String.format(
                Locale.ROOT,
                "energy %.6g at the start, %.6g after %,d steps: drift %.1e of it, %.1e at most on the way%n"
                        + "momentum drift %.1e of Σ m|v|, angular momentum drift %.1e",
                first().energy(),
                last().energy(),
                last().step,
                energyDrift(),
                greatestEnergyDrift(),
                momentumDrift(),
                spinDrift());
    }
}
