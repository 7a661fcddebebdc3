package dev.sluice.app.dot;

/**
 * A rigid molecule, in units of a cell.
 *
 * @param places atoms × three coordinates
 * @param charges one for each atom
 */
public record Atoms(double[] places, double[] charges) {
    int count() {
        return charges.length;
    }

    double x(int atom) {
        return places[3 * atom];
    }

    double y(int atom) {
        return places[3 * atom + 1];
    }

    double z(int atom) {
        return places[3 * atom + 2];
    }

    /** The molecule turned around the origin, and shifted afterwards. */
    Atoms moved(Rotation rotation, double[] shift) {
        double[] moved = new double[places.length];
        for (int at = 0; at < places.length; at++) {
            int atom = at / 3;
            moved[at] = rotation.coordinate(at % 3, x(atom), y(atom), z(atom)) + shift[at % 3];
        }
        return new Atoms(moved, charges);
    }

    /** The square of the distance of an atom from a point. */
    double squareDistance(int atom, double x, double y, double z) {
        double across = x(atom) - x;
        double up = y(atom) - y;
        double deep = z(atom) - z;
        return across * across + up * up + deep * deep;
    }
}
