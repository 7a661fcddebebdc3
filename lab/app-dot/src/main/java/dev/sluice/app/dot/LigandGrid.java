package dev.sluice.app.dot;

/**
 * Spreads the atoms of the ligand on a grid. Each atom belongs to the eight cells around it, with weights that fall
 * linearly with the distance. The real part of a cell is its number of atoms, the imaginary part its charge.
 */
final class LigandGrid {
    /** Takes one of the eight parts of an atom. */
    @FunctionalInterface
    interface Cell {
        /** @param weight 0 ≤ weight ≤ 1; those of one atom add up to 1 */
        void accept(int x, int y, int z, double weight, double charge);
    }

    private LigandGrid() {}

    static void fill(ComplexGrid grid, Atoms ligand) {
        grid.clear();
        spread(ligand, (x, y, z, weight, charge) -> {
            int cell = grid.index(x, y, z);
            grid.real()[cell] += weight;
            grid.imaginary()[cell] += weight * charge;
        });
    }

    static void spread(Atoms ligand, Cell cells) {
        for (int atom = 0; atom < ligand.count(); atom++) {
            int x = (int) Math.floor(ligand.x(atom));
            int y = (int) Math.floor(ligand.y(atom));
            int z = (int) Math.floor(ligand.z(atom));
            double right = ligand.x(atom) - x;
            double upper = ligand.y(atom) - y;
            double back = ligand.z(atom) - z;
            for (int corner = 0; corner < 8; corner++) {
                int dx = corner & 1;
                int dy = corner >> 1 & 1;
                int dz = corner >> 2;
                double weight =
                        (dx == 1 ? right : 1 - right) * (dy == 1 ? upper : 1 - upper) * (dz == 1 ? back : 1 - back);
                cells.accept(x + dx, y + dy, z + dz, weight, ligand.charges()[atom]);
            }
        }
    }
}
