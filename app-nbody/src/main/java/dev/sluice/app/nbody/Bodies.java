package dev.sluice.app.nbody;

import java.util.Arrays;

/**
 * Bodies at one time. The arrays must not be modified after construction.
 *
 * @param masses one for each body
 * @param groups per body, the group of the preset that it belongs to
 * @param positions dimensions × bodies: all x, then all y, then all z
 * @param velocities dimensions × bodies, in the same order
 */
record Bodies(double[] masses, int[] groups, double[] positions, double[] velocities) {
    int count() {
        return masses.length;
    }

    int dimensions() {
        return positions.length / masses.length;
    }

    double mass() {
        return Arrays.stream(masses).sum();
    }

    /** Moves the bodies into the frame of their centre of mass. */
    Bodies centred() {
        return new Bodies(masses, groups, centred(positions), centred(velocities));
    }

    private double[] centred(double[] values) {
        double[] centred = values.clone();
        for (int axis = 0; axis < dimensions(); axis++) {
            int first = axis * count();
            double sum = 0;
            for (int body = 0; body < count(); body++) {
                sum += masses[body] * values[first + body];
            }
            for (int body = 0; body < count(); body++) {
                centred[first + body] -= sum / mass();
            }
        }
        return centred;
    }

    /** Rotates the bodies: first about the x axis, then about the z axis; in two dimensions only about the latter. */
    Bodies turned(double tilt, double node) {
        return new Bodies(masses, groups, turned(positions, tilt, node), turned(velocities, tilt, node));
    }

    private double[] turned(double[] values, double tilt, double node) {
        double[] turned = values.clone();
        if (dimensions() == 3) {
            turn(turned, count(), 2 * count(), tilt);
        }
        turn(turned, 0, count(), node);
        return turned;
    }

    private void turn(double[] values, int first, int second, double angle) {
        double cosine = StrictMath.cos(angle);
        double sine = StrictMath.sin(angle);
        for (int body = 0; body < count(); body++) {
            double one = values[first + body];
            double other = values[second + body];
            values[first + body] = one * cosine - other * sine;
            values[second + body] = one * sine + other * cosine;
        }
    }

    /** Shifts positions and velocities in the plane of x and y. */
    Bodies shifted(double[] place, double[] velocity) {
        return new Bodies(masses, groups, sum(positions, place), sum(velocities, velocity));
    }

    private double[] sum(double[] values, double[] by) {
        double[] sum = values.clone();
        for (int axis = 0; axis < by.length; axis++) {
            for (int body = 0; body < count(); body++) {
                sum[axis * count() + body] += by[axis];
            }
        }
        return sum;
    }

    /** Appends other bodies to these. */
    Bodies and(Bodies others) {
        double[] allMasses = Arrays.copyOf(masses, count() + others.count());
        System.arraycopy(others.masses, 0, allMasses, count(), others.count());
        int[] allGroups = Arrays.copyOf(groups, allMasses.length);
        System.arraycopy(others.groups, 0, allGroups, count(), others.count());
        return new Bodies(
                allMasses,
                allGroups,
                joined(positions, others, others.positions),
                joined(velocities, others, others.velocities));
    }

    private double[] joined(double[] values, Bodies others, double[] more) {
        int all = count() + others.count();
        double[] joined = new double[dimensions() * all];
        for (int axis = 0; axis < dimensions(); axis++) {
            System.arraycopy(values, axis * count(), joined, axis * all, count());
            System.arraycopy(more, axis * others.count(), joined, axis * all + count(), others.count());
        }
        return joined;
    }
}
