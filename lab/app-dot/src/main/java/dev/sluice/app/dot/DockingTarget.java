package dev.sluice.app.dot;

/**
 * All that workers need: the setup of the cycle.
 *
 * @param size cells of the grid along each edge
 * @param rotations how many there are in all
 * @param poses how many of the best poses a unit returns
 * @param real real parts of the transformed grid of the receptor
 * @param imaginary its imaginary parts
 * @param ligand the molecule to turn and shift, around the origin
 */
public record DockingTarget(int size, int rotations, int poses, double[] real, double[] imaginary, Atoms ligand) {

    static DockingTarget of(DockingPlan plan) {
        PlantedComplex molecules = PlantedComplex.of(plan);
        ComplexGrid grid = ReceptorGrid.of(molecules.receptor(), plan.size());
        return of(plan, grid, molecules.ligand());
    }

    /** Transforms the grid, and keeps it. */
    static DockingTarget of(DockingPlan plan, ComplexGrid receptor, Atoms ligand) {
        receptor.transform();
        return new DockingTarget(
                plan.size(), plan.rotations(), plan.poses(), receptor.real(), receptor.imaginary(), ligand);
    }
}
