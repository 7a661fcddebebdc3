package dev.sluice.model.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.simulate.MemoryHost;
import dev.sluice.model.simulate.MemoryHost.Knowledge;
import dev.sluice.model.simulate.MemoryHost.Result;
import dev.sluice.model.simulate.MemoryHost.Unit;
import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class MemoryPackingTest {
    private static final long MB = 1_000_000;
    private static final long GB = 1_000 * MB;
    private static final long SECOND = 1_000_000_000L;
    private static final long HOST = 64 * GB;
    private static final int SLOTS = 64;

    /** Distributions of memory whose mean is about 2 GB. */
    enum Shape {
        ALIKE,
        NORMAL,
        LOGNORMAL,
        WIDE,
        TWO_KINDS,
        UNIFORM;

        long draw(RandomGenerator random) {
            double bytes = switch (this) {
                case ALIKE -> 2 + 0.02 * random.nextGaussian();
                case NORMAL -> 2 + 0.4 * random.nextGaussian();
                case LOGNORMAL -> 1.9 * Math.exp(0.3 * random.nextGaussian());
                case WIDE -> 1.5 * Math.exp(0.7 * random.nextGaussian());
                case TWO_KINDS -> random.nextInt(10) == 0 ? 8 : 1.3;
                case UNIFORM -> 0.5 + 3 * random.nextDouble();
            };
            return Math.round(Math.max(0.1, bytes) * GB);
        }
    }

    private static List<Unit> units(Shape shape, double ramp, RandomGenerator random) {
        List<Unit> units = new ArrayList<>();
        for (int i = 0; i < 2_000; i++) {
            units.add(new Unit(
                    shape.draw(random),
                    Math.round((10 + 20 * random.nextDouble()) * SECOND),
                    ramp * random.nextDouble()));
        }
        return units;
    }

    private static Result run(Knowledge knowledge, long fixed, List<Unit> units) {
        return new MemoryHost(HOST, SLOTS, SECOND / 2, knowledge, fixed).run(units);
    }

    /** Units whose memory is drawn around one value, wherever in their time they reach it. */
    @SeededTest(runs = 8, usually = 1)
    void shouldPackNearlyAsIfTheMemoryOfEachUnitWereKnown(SplittableRandom random) {
        for (Shape shape : List.of(Shape.ALIKE, Shape.NORMAL, Shape.LOGNORMAL, Shape.UNIFORM)) {
            Trial trial = Trial.of(units(shape, random.nextDouble(), random));
            assertThat(trial.learned.failed())
                    .as("%s: units without a result", shape)
                    .isZero();
            assertThat(trial.learned.killed()).as("%s: tries", shape).isLessThan(trial.guessed.failed() / 10);
            assertThat(trial.learned.waste()).as("%s: waste", shape).isLessThan(0.1);
            assertThat(trial.longer()).as("%s: time", shape).isLessThan(1.05);
        }
    }

    /** Units of which a few are far larger, or that grow for all their time, tell little before they end. */
    @SeededTest(runs = 8, usually = 1)
    void shouldPackUnitsOfVeryDifferentMemory(SplittableRandom random) {
        for (Shape shape : List.of(Shape.WIDE, Shape.TWO_KINDS)) {
            Trial trial = Trial.of(units(shape, random.nextDouble(), random));
            assertThat(trial.learned.failed())
                    .as("%s: units without a result", shape)
                    .isZero();
            assertThat(trial.learned.killed()).as("%s: tries of 2,000", shape).isLessThan(110);
            assertThat(trial.learned.waste()).as("%s: waste", shape).isLessThan(0.3);
            assertThat(trial.longer()).as("%s: time", shape).isLessThan(1.25);
        }
    }

    /** The same units, packed in three ways. */
    private record Trial(Result learned, Result guessed, Result best) {
        static Trial of(List<Unit> units) {
            long median = units.stream().mapToLong(Unit::peakBytes).sorted().toArray()[units.size() / 2];
            return new Trial(
                    run(Knowledge.LEARNED, 0, units),
                    run(Knowledge.FIXED, median, units),
                    run(Knowledge.CLAIRVOYANT, 0, units));
        }

        double longer() {
            return (double) learned.nanos() / best.nanos();
        }
    }

    @Test
    void shouldGiveTheFirstUnitsAWholeShareEach() {
        MemoryPacking packing = new MemoryPacking(8 * GB, 4);
        for (int i = 0; i < 4; i++) {
            assertThat(packing.admit(0, 0, 0)).isNotNull();
        }
        assertThat(packing.countedBytes(0)).isEqualTo(8 * GB);
        assertThat(packing.admit(0, 0, 0)).isNull();
    }

    @Test
    void shouldLetAUnitExceedItsShareWhileTheHostHasMemory() {
        MemoryPacking packing = new MemoryPacking(8 * GB, 4);
        MemoryPacking.Ticket large = admitted(packing, 0);
        MemoryPacking.Ticket young = admitted(packing, 1);
        assertThat(packing.uses(large, 6 * GB, 2)).isNull();
        assertThat(packing.uses(young, 3 * GB, 3))
                .as("the youngest loses least")
                .isSameAs(young);
        packing.ended(young, 0, false);
        assertThat(packing.again(young)).as("twice its share").isEqualTo(4 * GB);
        assertThat(packing.admit(0, 4 * GB, 4)).as("6 + 4 GB").isNull();
        packing.ended(large, 0, true);
        assertThat(packing.admit(0, 4 * GB, 5)).isNotNull();
    }

    @Test
    void shouldGiveAUnitAllMemoryBeforeItDoesNotFit() {
        MemoryPacking packing = new MemoryPacking(8 * GB, 4);
        List<Long> own = new ArrayList<>();
        long next = 0;
        do {
            MemoryPacking.Ticket ticket = packing.admit(0, next, 0);
            assertThat(packing.uses(ticket, Math.max(next, 2 * GB), 1)).isNull();
            packing.ended(ticket, 0, false); // the system ended it
            next = packing.again(ticket);
            own.add(next);
        } while (next > 0);
        assertThat(own).containsExactly(4 * GB, 8 * GB, 0L);
    }

    @Test
    void shouldBeginMoreUnitsThanHaveSharesOnceTheyAreKnownToBeSmall() {
        MemoryPacking packing = new MemoryPacking(8 * GB, 2);
        for (int i = 0; i < MemoryPacking.LEAST_ENDED; i++) {
            MemoryPacking.Ticket ticket = admitted(packing, 0);
            packing.uses(ticket, GB, 0);
            packing.ended(ticket, 0, true);
        }
        for (int i = 0; i < 8; i++) {
            packing.uses(admitted(packing, 0), GB, 0);
        }
        assertThat(packing.admit(0, 0, 0)).isNull();
    }

    private static MemoryPacking.Ticket admitted(MemoryPacking packing, long nowNanos) {
        MemoryPacking.Ticket ticket = packing.admit(0, 0, nowNanos);
        assertThat(ticket).isNotNull();
        return ticket;
    }
}
