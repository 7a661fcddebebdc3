package dev.sluice.app.nbody;

/** Collects bodies one after the other. Confined to one thread. */
final class Draft {
    private final int dimensions;
    private final Bodies bodies;
    private int size;

    Draft(int dimensions, int count) {
        this.dimensions = dimensions;
        this.bodies = new Bodies(
                new double[count], new int[count], new double[dimensions * count], new double[dimensions * count]);
    }

    /** Adds a body; only the first {@code dimensions} components of place and velocity count. */
    void add(double mass, int group, double[] place, double[] velocity) {
        bodies.masses()[size] = mass;
        bodies.groups()[size] = group;
        for (int axis = 0; axis < dimensions; axis++) {
            bodies.positions()[axis * bodies.count() + size] = place[axis];
            bodies.velocities()[axis * bodies.count() + size] = velocity[axis];
        }
        size++;
    }

    /** Returns all bodies in the frame of their centre of mass. */
    Bodies finish() {
        if (size != bodies.count()) {
            throw new IllegalStateException(size + " bodies (expected: " + bodies.count() + ")");
        }
        return bodies.centred();
    }
}
