package dev.sluice.app.nbody;

import java.util.Arrays;

/**
 * The arithmetic: every body of a range is attracted by every body, in the order of their indices. The result of a body
 * does not depend on its range, so results are bit-identical however the bodies are divided into units. They are also
 * bit-identical on every machine, because Java's floating-point arithmetic and its square root are strict.
 *
 * <p>The outer loop runs over the attracting bodies, and the inner loops over the bodies of the range, each a plain
 * pass over one or two arrays. Every sum therefore keeps its order, and compilers can still vectorize over bodies.
 */
final class Kernel {
    private Kernel() {}

    /** Moves the bodies of a range by one step. */
    static Moved move(Step step, Range range) {
        int dimensions = step.law().dimensions();
        int count = range.velocities().length / dimensions;
        double[][] own = new double[dimensions][];
        for (int axis = 0; axis < dimensions; axis++) {
            int first = axis * step.bodies() + range.from();
            own[axis] = Arrays.copyOfRange(step.positions(), first, first + count);
        }
        double[][] pulls = new double[dimensions][count];
        double[] wells = new double[count];
        attract(step, range.from(), own, pulls, wells);
        return leap(step, range, own, pulls, wells);
    }

    /** Sums what all bodies do to those of the range, without the gravitational constant. */
    private static void attract(Step step, int from, double[][] own, double[][] pulls, double[] wells) {
        int count = wells.length;
        int bodies = step.bodies();
        double square = step.law().softening() * step.law().softening();
        double[] near = new double[count];
        for (int other = 0; other < bodies; other++) {
            double mass = step.masses()[other];
            Arrays.fill(near, square);
            for (int axis = 0; axis < own.length; axis++) {
                addSquares(near, own[axis], step.positions()[axis * bodies + other]);
            }
            invertRoots(near);
            if (other >= from && other < from + count) {
                near[other - from] = 0; // a body does not attract itself
            }
            deepen(wells, near, mass);
            for (int axis = 0; axis < own.length; axis++) {
                pull(pulls[axis], near, own[axis], step.positions()[axis * bodies + other]);
            }
        }
    }

    private static void addSquares(double[] squares, double[] places, double place) {
        for (int index = 0; index < squares.length; index++) {
            double apart = place - places[index];
            squares[index] += apart * apart;
        }
    }

    private static void invertRoots(double[] squares) {
        for (int index = 0; index < squares.length; index++) {
            squares[index] = 1 / Math.sqrt(squares[index]);
        }
    }

    /** Adds −mass/distance to the potentials, and leaves mass/distance³ in {@code near}. */
    private static void deepen(double[] wells, double[] near, double mass) {
        for (int index = 0; index < wells.length; index++) {
            wells[index] -= mass * near[index];
        }
        for (int index = 0; index < near.length; index++) {
            near[index] = mass * near[index] * near[index] * near[index];
        }
    }

    private static void pull(double[] pulls, double[] near, double[] places, double place) {
        for (int index = 0; index < pulls.length; index++) {
            pulls[index] += near[index] * (place - places[index]);
        }
    }

    /** Ends the previous step with a kick, begins the next one with another, and drifts. */
    private static Moved leap(Step step, Range range, double[][] own, double[][] pulls, double[] wells) {
        int count = wells.length;
        double gravity = step.law().gravity();
        double[] velocities = new double[own.length * count];
        double[] positions = new double[own.length * count];
        for (int axis = 0; axis < own.length; axis++) {
            for (int index = 0; index < count; index++) {
                int at = axis * count + index;
                double acceleration = gravity * pulls[axis][index];
                double velocity =
                        range.velocities()[at] + acceleration * step.kick().closing();
                velocity += acceleration * step.kick().opening();
                velocities[at] = velocity;
                positions[at] = own[axis][index] + velocity * step.kick().drift();
            }
        }
        double[] potentials = new double[count];
        for (int index = 0; index < count; index++) {
            potentials[index] = gravity * wells[index];
        }
        return new Moved(positions, velocities, potentials);
    }
}
