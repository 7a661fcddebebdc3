package dev.sluice.insight.rent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sluice.insight.predict.MakespanForecast;
import dev.sluice.insight.predict.RunKind;
import dev.sluice.model.simulate.World;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RentalsTest {
    private static final double WORK_SECONDS = 3_600;

    private static MachineKind kind(String name, int slots, double price, double start, double speed) {
        return new MachineKind(name, slots, price, start, 16, speed, 125e6);
    }

    /** All slots are busy all the time, and the interval is a tenth to each side. */
    private static MakespanForecast ideal(World machines) {
        double slots = machines.computing().stream()
                .mapToDouble(host -> host.slots() * host.speed())
                .sum();
        double seconds = WORK_SECONDS / slots;
        return new MakespanForecast(
                seconds, 0.9 * seconds, 1.1 * seconds, 0.05, 0, seconds, 0, 1, RunKind.HOSTS, List.of());
    }

    private static Rentals rentals(MachineKind... kinds) {
        return Rentals.of(List.of(kinds), 1_000, RentalsTest::ideal);
    }

    @Test
    void shouldPayForTheStartOfEachMachine() {
        Rentals rentals = rentals(kind("a", 1, 2, 60, 1));
        Rental two = rentals.worthwhile().get(1);
        assertThat(two.machines()).isEqualTo(2);
        assertThat(two.seconds()).isCloseTo(1_860, within(1e-9));
        assertThat(two.price()).isCloseTo(2 * 2 * 1_860 / 3_600.0, within(1e-9));
        assertThat(two.highest()).isCloseTo(2 * 2 * 2_040 / 3_600.0, within(1e-9));
    }

    @Test
    void shouldLeaveOutWhatIsDearerAndLater() {
        Rentals rentals = rentals(kind("good", 2, 1, 0, 1), kind("dear", 2, 3, 0, 1));
        assertThat(rentals.worthwhile()).extracting(each -> each.kind().name()).containsOnly("good");
    }

    @Test
    void shouldTakeTheCheapestThatEndsInTime() {
        Rentals rentals = rentals(kind("slow", 1, 1, 60, 1), kind("quick", 4, 12, 60, 2));
        Rental chosen = rentals.chosen(1_200, Double.POSITIVE_INFINITY).orElseThrow();
        assertThat(chosen.kind().name()).isEqualTo("slow");
        assertThat(chosen.machines()).isEqualTo(4);
        assertThat(chosen.high()).isLessThanOrEqualTo(1_200);
        assertThat(rentals.chosen(100, Double.POSITIVE_INFINITY)
                        .orElseThrow()
                        .kind()
                        .name())
                .isEqualTo("quick");
        assertThat(rentals.chosen(61, Double.POSITIVE_INFINITY)).isEmpty();
    }

    @Test
    void shouldTakeTheSoonestWithinABudget() {
        Rentals rentals = rentals(kind("slow", 1, 1, 60, 1), kind("quick", 4, 12, 60, 2));
        Rental chosen = rentals.chosen(Double.POSITIVE_INFINITY, 1.5).orElseThrow();
        assertThat(chosen.highest()).isLessThanOrEqualTo(1.5);
        assertThat(rentals.worthwhile().stream()
                        .filter(each -> each.highest() <= 1.5)
                        .allMatch(each -> each.seconds() >= chosen.seconds()))
                .isTrue();
        assertThat(rentals.chosen(Double.POSITIVE_INFINITY, 0.01)).isEmpty();
    }

    @Test
    void shouldTryAFewNumbersAndTheMost() {
        assertThat(IntStream.iterate(1, count -> count <= 20, count -> Rentals.next(count, 20)))
                .containsExactly(1, 2, 3, 4, 6, 8, 12, 16, 20);
    }

    @Test
    void shouldTryNoMoreMachinesThanUnits() {
        Rentals rentals = Rentals.of(List.of(kind("a", 1, 1, 0, 1)), 3, RentalsTest::ideal);
        assertThat(rentals.worthwhile())
                .extracting(Rental::machines)
                .contains(3)
                .doesNotContain(4);
    }
}
