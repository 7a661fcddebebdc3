package dev.sluice.app.dot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;

/**
 * Two molecules from a seed that fit together. The receptor is a ball with a pocket for the ligand at one pose, and the
 * charges around the pocket are opposite to the ligand's. Any other pose clashes, or has fewer contacts.
 *
 * @param receptor the fixed molecule, in the middle of the grid
 * @param ligand the molecule to move, around the origin
 * @param rotation of the planted pose
 * @param shift of the planted pose
 */
record PlantedComplex(Atoms receptor, Atoms ligand, int rotation, int shift) {
    private static final double RECEPTOR_SPACING = 1.5;
    private static final double LIGAND_SPACING = 1.7;

    static PlantedComplex of(DockingPlan plan) {
        SplittableRandom random = new SplittableRandom(plan.seed());
        double radius = 0.12 * plan.size();
        double[] axes = {radius, 0.8 * radius, 0.6 * radius};
        Atoms ligand = atoms(filled(random, axes, LIGAND_SPACING), place -> 2 * uniform(random) - 1);
        int rotation = (int) (uniform(random) * plan.rotations());
        double[] middle = {plan.size() / 2.0, plan.size() / 2.0, plan.size() / 2.0};
        double[] place = onBall(random, 0.12 * plan.size(), middle);
        Atoms planted = ligand.moved(Rotation.of(rotation, plan.rotations()), place);
        Atoms receptor = receptor(random, 0.22 * plan.size(), middle, planted);
        int shift = ((int) place[0] * plan.size() + (int) place[1]) * plan.size() + (int) place[2];
        return new PlantedComplex(receptor, ligand, rotation, shift);
    }

    /** The ligand at a pose. */
    Atoms posed(Pose pose, DockingPlan plan) {
        int size = plan.size();
        double[] shift = {pose.shift() / (size * size), pose.shift() / size % size, pose.shift() % size};
        return ligand.moved(Rotation.of(pose.rotation(), plan.rotations()), shift);
    }

    boolean isPlanted(Pose pose) {
        return pose.rotation() == rotation && pose.shift() == shift;
    }

    /** A point of whole coordinates on a ball, or next to it. */
    private static double[] onBall(SplittableRandom random, double radius, double[] middle) {
        double height = 2 * uniform(random) - 1;
        double angle = 2 * Math.PI * uniform(random);
        double flat = Math.sqrt(1 - height * height);
        return new double[] {
            Math.rint(middle[0] + radius * flat * StrictMath.cos(angle)),
            Math.rint(middle[1] + radius * flat * StrictMath.sin(angle)),
            Math.rint(middle[2] + radius * height)
        };
    }

    private static Atoms receptor(SplittableRandom random, double radius, double[] middle, Atoms planted) {
        Atoms touched = touchedCells(planted);
        List<double[]> places = new ArrayList<>();
        for (double[] place : filled(random, new double[] {radius, radius, radius}, RECEPTOR_SPACING)) {
            double[] moved = {place[0] + middle[0], place[1] + middle[1], place[2] + middle[2]};
            if (distance(touched, nearest(touched, moved), moved) >= ReceptorGrid.INSIDE) {
                places.add(moved);
            }
        }
        Atoms receptor = atoms(places, place -> -ReceptorGrid.potential(planted, place));
        scaleToOne(receptor.charges());
        return receptor;
    }

    /** The cells on which the ligand is spread. None of them may be inside the receptor. */
    private static Atoms touchedCells(Atoms planted) {
        List<Double> places = new ArrayList<>();
        LigandGrid.spread(planted, (x, y, z, weight, charge) -> {
            places.add((double) x);
            places.add((double) y);
            places.add((double) z);
        });
        double[] cells = places.stream().mapToDouble(Double::doubleValue).toArray();
        return new Atoms(cells, new double[places.size() / 3]);
    }

    /** The points of a lattice inside an ellipsoid, each moved a little. */
    private static List<double[]> filled(SplittableRandom random, double[] axes, double spacing) {
        List<double[]> places = new ArrayList<>();
        int steps = (int) (axes[0] / spacing);
        for (int x = -steps; x <= steps; x++) {
            for (int y = -steps; y <= steps; y++) {
                for (int z = -steps; z <= steps; z++) {
                    double[] place = {moved(random, x, spacing), moved(random, y, spacing), moved(random, z, spacing)};
                    if (square(place[0] / axes[0]) + square(place[1] / axes[1]) + square(place[2] / axes[2]) <= 1) {
                        places.add(place);
                    }
                }
            }
        }
        return places;
    }

    private static double moved(SplittableRandom random, int step, double spacing) {
        return spacing * (step + 0.5 * uniform(random) - 0.25);
    }

    private static Atoms atoms(List<double[]> places, ToDoubleFunction<double[]> charge) {
        Atoms atoms = new Atoms(new double[3 * places.size()], new double[places.size()]);
        for (int atom = 0; atom < places.size(); atom++) {
            System.arraycopy(places.get(atom), 0, atoms.places(), 3 * atom, 3);
            atoms.charges()[atom] = charge.applyAsDouble(places.get(atom));
        }
        return atoms;
    }

    private static void scaleToOne(double[] charges) {
        double largest = Arrays.stream(charges).map(Math::abs).max().orElse(1);
        for (int atom = 0; atom < charges.length; atom++) {
            charges[atom] /= largest;
        }
    }

    private static int nearest(Atoms atoms, double[] place) {
        int nearest = 0;
        for (int atom = 1; atom < atoms.count(); atom++) {
            if (distance(atoms, atom, place) < distance(atoms, nearest, place)) {
                nearest = atom;
            }
        }
        return nearest;
    }

    private static double distance(Atoms atoms, int atom, double[] place) {
        return Math.sqrt(atoms.squareDistance(atom, place[0], place[1], place[2]));
    }

    private static double square(double value) {
        return value * value;
    }

    /** 0 ≤ number < 1, the same with every Java. */
    private static double uniform(SplittableRandom random) {
        return (random.nextLong() >>> 11) * 0x1p-53;
    }
}
