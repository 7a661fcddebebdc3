package dev.sluice.app.dot;

import java.util.Collections;
import java.util.PriorityQueue;

/**
 * Finds the best poses of a block of rotations. One correlation gives the energies of all shifts (Katchalski-Katzir et
 * al., PNAS 89, 1992; Ten Eyck et al., Supercomputing 1995). Confined to one thread.
 */
final class DockingKernel {
    private static final double[] ORIGIN = {0, 0, 0};

    private final DockingTarget target;
    private final ComplexGrid grid;
    /** The worst one is the head, so that a better one can take its place. */
    private final PriorityQueue<Pose> best = new PriorityQueue<>(Collections.reverseOrder());

    private DockingKernel(DockingTarget target) {
        this.target = target;
        this.grid = new ComplexGrid(target.size());
    }

    static BestPoses search(DockingTarget target, RotationBlock block) {
        DockingKernel kernel = new DockingKernel(target);
        for (int rotation = block.first(); rotation < block.first() + block.count(); rotation++) {
            kernel.take(rotation, kernel.energies(rotation));
        }
        return new BestPoses(kernel.best.stream().sorted().toList());
    }

    /**
     * The energies of all shifts: Σ R(x) · conj(L(x − shift)) over all cells x, for the grids R and L of receptor and
     * ligand. Its real part adds up atoms times contact energies, and charges times potentials.
     */
    double[] energies(int rotation) {
        LigandGrid.fill(grid, target.ligand().moved(Rotation.of(rotation, target.rotations()), ORIGIN));
        grid.transform();
        grid.conjugateTimes(target.real(), target.imaginary());
        grid.transformBack();
        return grid.real();
    }

    private void take(int rotation, double[] energies) {
        for (int shift = 0; shift < energies.length; shift++) {
            if (best.size() < target.poses()
                    || energies[shift] <= best.element().energy()) {
                best.add(new Pose(energies[shift], rotation, shift));
                if (best.size() > target.poses()) {
                    best.remove();
                }
            }
        }
    }
}
