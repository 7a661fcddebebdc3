package dev.sluice.app.dot;

/**
 * The fixed molecule as a grid. The real part of a cell is the energy of a ligand's atom there: a large one inside the
 * molecule, a negative one in a layer around it. The imaginary part is the electrostatic potential.
 */
final class ReceptorGrid {
    /** Cells closer to an atom than this are inside. */
    static final double INSIDE = 2;

    static final double CLASH = 60;
    static final double CONTACT = -1;

    /** Cells closer to an atom than this, and not inside, are in the layer. */
    private static final double LAYER = 4;

    /** The potential ends here, where screening leaves nothing of it. */
    private static final double REACH = 6;

    private static final double STRENGTH = 8;
    private static final double SCREENING = 2;

    private ReceptorGrid() {}

    static ComplexGrid of(Atoms receptor, int size) {
        ComplexGrid grid = new ComplexGrid(size);
        for (int atom = 0; atom < receptor.count(); atom++) {
            add(grid, receptor, atom);
        }
        return grid;
    }

    private static void add(ComplexGrid grid, Atoms receptor, int atom) {
        int middleX = (int) Math.round(receptor.x(atom));
        int middleY = (int) Math.round(receptor.y(atom));
        int middleZ = (int) Math.round(receptor.z(atom));
        int reach = (int) REACH + 1;
        for (int x = middleX - reach; x <= middleX + reach; x++) {
            for (int y = middleY - reach; y <= middleY + reach; y++) {
                for (int z = middleZ - reach; z <= middleZ + reach; z++) {
                    double distance = Math.sqrt(receptor.squareDistance(atom, x, y, z));
                    add(grid, grid.index(x, y, z), distance, receptor.charges()[atom]);
                }
            }
        }
    }

    private static void add(ComplexGrid grid, int cell, double distance, double charge) {
        if (distance < INSIDE) {
            grid.real()[cell] = CLASH;
        } else if (distance < LAYER && grid.real()[cell] == 0) {
            grid.real()[cell] = CONTACT;
        }
        grid.imaginary()[cell] += charge * potential(distance);
    }

    /** The potential of a charge of one: Coulomb's, screened by water. */
    private static double potential(double distance) {
        return distance < REACH ? STRENGTH * StrictMath.exp(-distance / SCREENING) / Math.max(distance, INSIDE) : 0;
    }

    /** The potential of all atoms at a point. */
    static double potential(Atoms atoms, double[] place) {
        double sum = 0;
        for (int atom = 0; atom < atoms.count(); atom++) {
            double distance = Math.sqrt(atoms.squareDistance(atom, place[0], place[1], place[2]));
            sum += atoms.charges()[atom] * potential(distance);
        }
        return sum;
    }

    /** The energy of a ligand in its place, by a direct sum over its atoms: what the correlation must give. */
    static double energy(ComplexGrid receptor, Atoms ligand) {
        double[] energy = {0};
        LigandGrid.spread(ligand, (x, y, z, weight, charge) -> {
            int cell = receptor.index(x, y, z);
            energy[0] += weight * (receptor.real()[cell] + charge * receptor.imaginary()[cell]);
        });
        return energy[0];
    }
}
