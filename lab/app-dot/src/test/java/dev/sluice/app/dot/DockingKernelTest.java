package dev.sluice.app.dot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.testing.SeededTest;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Compares the correlation with sums that need no transform. */
class DockingKernelTest {
    private static final int SIZE = 8;
    private static final int CELLS = SIZE * SIZE * SIZE;

    /** Adds up all pairs of cells for each shift: the direct sum of (SIZE³)² products. */
    @SeededTest(runs = 10)
    void shouldGiveTheEnergiesOfTheDirectSum(SplittableRandom chance) {
        DockingPlan plan = new DockingPlan(SIZE, 5, 1, 40, 1, Path.of("out"));
        Atoms ligand = new Atoms(numbers(chance, 3 * 12, 6), numbers(chance, 12, 2));
        ComplexGrid receptor = new ComplexGrid(SIZE);
        System.arraycopy(numbers(chance, CELLS, 10), 0, receptor.real(), 0, CELLS);
        System.arraycopy(numbers(chance, CELLS, 10), 0, receptor.imaginary(), 0, CELLS);
        double[] contact = receptor.real().clone();
        double[] potential = receptor.imaginary().clone();
        int rotation = chance.nextInt(5);
        ComplexGrid turned = new ComplexGrid(SIZE);
        LigandGrid.fill(turned, ligand.moved(Rotation.of(rotation, 5), new double[] {0, 0, 0}));
        double[] direct = new double[CELLS];
        for (int shift = 0; shift < CELLS; shift++) {
            for (int cell = 0; cell < CELLS; cell++) {
                int from = turned.index(cell / 64 - shift / 64, cell / 8 % 8 - shift / 8 % 8, cell % 8 - shift % 8);
                direct[shift] += contact[cell] * turned.real()[from] + potential[cell] * turned.imaginary()[from];
            }
        }
        DockingTarget target = DockingTarget.of(plan, receptor, ligand);
        BestPoses best = DockingKernel.search(target, new RotationBlock(rotation, 1));
        assertThat(best.poses()).hasSize(40);
        double[] sorted = Arrays.stream(direct).sorted().toArray();
        for (int rank = 0; rank < 40; rank++) {
            Pose pose = best.poses().get(rank);
            assertThat(pose.rotation()).isEqualTo(rotation);
            assertThat(pose.energy()).isCloseTo(direct[pose.shift()], within(1e-9));
            assertThat(pose.energy()).isCloseTo(sorted[rank], within(1e-9));
        }
    }

    @SeededTest(runs = 10)
    void shouldTransformThereAndBack(SplittableRandom chance) {
        ComplexGrid grid = new ComplexGrid(SIZE);
        double[] real = numbers(chance, CELLS, 1);
        System.arraycopy(real, 0, grid.real(), 0, CELLS);
        Arrays.fill(grid.real(), 3 * SIZE, 7 * SIZE, 0); // lines of zeros
        double[] before = grid.real().clone();
        grid.transform();
        assertThat(grid.real()[0]).isCloseTo(Arrays.stream(before).sum(), within(1e-9));
        grid.transformBack();
        for (int cell = 0; cell < CELLS; cell++) {
            assertThat(grid.real()[cell]).isCloseTo(before[cell], within(1e-12));
        }
    }

    @Test
    void shouldSpreadRotationsEvenly() {
        int count = 200;
        for (int index = 0; index < count; index++) {
            Rotation rotation = Rotation.of(index, count);
            double closest = 4;
            for (int other = 0; other < count; other++) {
                double trace = product(rotation, Rotation.of(other, count));
                if (other == index) {
                    assertThat(trace).isCloseTo(3, within(1e-12));
                } else {
                    closest = Math.min(closest, Math.acos(Math.min(1, (trace - 1) / 2)));
                }
            }
            assertThat(Math.toDegrees(closest)).as("nearest to %d", index).isBetween(15.0, 60.0);
        }
    }

    /** The trace of one rotation times the inverse of the other, 1 + 2 cos of the angle between them. */
    private static double product(Rotation one, Rotation other) {
        return IntStream.range(0, 9)
                .mapToDouble(at -> one.matrix()[at] * other.matrix()[at])
                .sum();
    }

    private static double[] numbers(SplittableRandom chance, int count, double range) {
        return chance.doubles(count, -range / 2, range / 2).toArray();
    }
}
