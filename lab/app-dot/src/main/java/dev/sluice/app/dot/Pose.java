package dev.sluice.app.dot;

import java.util.Comparator;

/**
 * A place of the ligand. Lower energies come first; equal ones are ordered by rotation and shift.
 *
 * @param rotation index of the rotation
 * @param shift cell of the ligand's centre, (x · size + y) · size + z
 */
public record Pose(double energy, int rotation, int shift) implements Comparable<Pose> {
    private static final Comparator<Pose> ORDER = Comparator.comparingDouble(Pose::energy)
            .thenComparingInt(Pose::rotation)
            .thenComparingInt(Pose::shift);

    @Override
    public int compareTo(Pose other) {
        return ORDER.compare(this, other);
    }
}
