package dev.sluice.app.dot;

import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** The answer as text, as picture, and as verdict. Confined to the master's calls. */
final class DockingReport {
    /** The largest error of an energy that passes, relative to that of a ligand whose atoms all clash. */
    static final double TOLERANCE = 1e-9;

    private static final int SHOWN = 5;

    private final DockingPlan plan;
    private final PlantedComplex molecules;
    private final ComplexGrid receptor;
    private final List<Pose> best;
    private final double largestError;

    DockingReport(DockingPlan plan, BestPoses best) {
        this.plan = plan;
        this.molecules = PlantedComplex.of(plan);
        this.receptor = ReceptorGrid.of(molecules.receptor(), plan.size());
        this.best = best.poses();
        this.largestError = largestError();
    }

    boolean isVerified() {
        return findsThePlant() && largestError <= TOLERANCE;
    }

    private boolean findsThePlant() {
        return !best.isEmpty() && molecules.isPlanted(best.get(0));
    }

    /** Compares the energies with direct sums over the ligand's atoms, which need no transform. */
    private double largestError() {
        double scale = ReceptorGrid.CLASH * molecules.ligand().count();
        return best.stream()
                .mapToDouble(pose -> Math.abs(pose.energy() - energy(pose)) / scale)
                .max()
                .orElse(0);
    }

    private double energy(Pose pose) {
        return ReceptorGrid.energy(receptor, molecules.posed(pose, plan));
    }

    /** Draws the best pose; without any there is no picture. */
    void draw() throws IOException {
        if (!best.isEmpty()) {
            new PosePicture(receptor, molecules.posed(best.get(0), plan)).write(plan.out());
            System.out.println("picture: " + plan.out());
        }
    }

    String text() {
        StringBuilder text = new StringBuilder();
        int size = plan.size();
        line(text, "docking on %d³ cells: %,d rotations, seed %d", size, plan.rotations(), plan.seed());
        line(
                text,
                "receptor of %,d atoms, ligand of %,d, best %,d of %,d poses",
                molecules.receptor().count(),
                molecules.ligand().count(),
                best.size(),
                (long) plan.rotations() * size * size * size);
        line(text, "rank      energy  rotation  shift");
        for (int rank = 0; rank < Math.min(SHOWN, best.size()); rank++) {
            Pose pose = best.get(rank);
            int shift = pose.shift();
            line(
                    text,
                    "%4d %11.4f %9d  %d, %d, %d",
                    rank + 1,
                    pose.energy(),
                    pose.rotation(),
                    shift / (size * size),
                    shift / size % size,
                    shift % size);
        }
        line(text, "%s", verdict());
        return text.toString();
    }

    private String verdict() {
        if (!findsThePlant()) {
            return "WRONG: the best pose is not the planted one (expected: rotation " + molecules.rotation() + ")";
        }
        if (largestError > TOLERANCE) {
            return String.format(
                    Locale.ROOT,
                    "WRONG: energies differ by %.0e from direct sums (expected: at most %.0e)",
                    largestError,
                    TOLERANCE);
        }
        return "verified: the planted pose is the best, and all energies are those of direct sums";
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }
}
