package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.api.extension.TunerKnob;
import dev.sluice.master.tune.TuningTerms;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.record.RunView;
import dev.sluice.model.record.TunerCost;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import dev.sluice.testing.NoLeaks;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs that are tuned by knobs of the application. */
@NoLeaks
@Tag("slow")
class ClusterOwnKnobTest extends WorkersCluster {
    private static final Set<Integer> LAST_THREE = Set.of(6, 7, 8);

    private final List<TunerKnob.Run> seen = new ArrayList<>();

    private void tunedBy(TunerKnob knob) {
        open(false);
        cluster.terms().tuned = new TuningTerms(RuntimeCosts.NONE, 1_000, beside, null, List.of(knob));
    }

    private TunerKnob.Setting note(TunerKnob.Run run) {
        seen.add(run);
        return run.setting();
    }

    private List<RunView.Decision> own() {
        return cluster.master().core().recording().recorder().decisions().stream()
                .filter(decision -> decision.kind().equals("own"))
                .toList();
    }

    @Test
    void shouldShowTheRunToAKnob() {
        tunedBy(this::note);
        start("each", 1_000, CYCLES);
        finish("each");

        assertThat(own()).isEmpty();
        TunerKnob.Run last = seen.get(seen.size() - 1);
        assertThat(last.setting()).isEqualTo(new TunerKnob.Setting(Set.of(), "SS"));
        assertThat(last.cycles()).isBetween(10, CYCLES.length - 1);
        assertThat(last.units()).isEqualTo(UNITS);
        assertThat(last.unitsLeft()).isEqualTo((CYCLES.length - last.cycles()) * (double) UNITS);
        assertThat(last.cycleSeconds()).isBetween(0.5, 0.6); // 200 units of 20 ms on 8 slots
        assertThat(last.busyShare()).isBetween(0.85, 1.0);
        assertThat(last.workers())
                .extracting(TunerKnob.Worker::host)
                .containsExactlyElementsOf(
                        IntStream.range(0, HOSTS).mapToObj(host -> "h" + host).toList());
        assertThat(last.workers())
                .allSatisfy(each -> assertThat(each.unitSeconds()).isBetween(0.019, 0.021));
        List<TunerCost> tuners =
                cluster.master().core().recording().course().view(1).tuners();
        assertThat(tuners).extracting(TunerCost::knob).containsExactly("own");
    }

    @Test
    void shouldParkTheWorkersThatAKnobWantsWhereThatPays() {
        tunedBy(run -> run.setting().parking(LAST_THREE));
        start("each", SETUP_BYTES, CYCLES);
        finish("each");

        assertThat(own()).singleElement().satisfies(only -> {
            assertThat(only.what()).isEqualTo("3 of 8 workers are parked, policy SS");
            assertThat(only.why()).contains(" wants 3 parked workers");
            assertThat(only.gain()).matches("[0-9.]+ % less time");
            assertThat(only.outcome()).startsWith("kept: ");
        });
        assertThat(parkedSlots()).isEqualTo(3);
    }

    @Test
    void shouldNotDoWhatDoesNotPay() {
        tunedBy(run -> note(run).parking(LAST_THREE));
        start("each", 1_000, CYCLES);
        finish("each");

        assertThat(seen).isNotEmpty();
        assertThat(own()).isEmpty();
        assertThat(parkedSlots()).isZero();
    }

    /** A unit waits for a round trip of two milliseconds under SS, which is as long as it takes. */
    @Test
    void shouldHandOutByThePolicyThatAKnobWantsWhereThatPays() {
        timing = unit -> 2 * Cluster.MILLI;
        tunedBy(run -> run.setting().withPolicy("FAC"));
        cluster.terms().prefetch = 0;
        IntStream.range(0, HOSTS).forEach(host -> cluster.place("h" + host, new Cluster.Site(Cluster.MILLI, null)));
        long[] cycles = new long[30];
        java.util.Arrays.fill(cycles, 4_000);
        start("each", 1_000, cycles);
        finish("each");

        assertThat(own()).first().satisfies(first -> {
            assertThat(first.what()).isEqualTo("all workers work, policy FAC");
            assertThat(first.outcome()).startsWith("kept: ");
        });
        assertThat(cluster.master().course().actuator().handout().policy()).isEqualTo(PolicyName.FAC);
    }

    static Stream<Arguments> wrong() {
        return Stream.<Arguments>of(
                Arguments.of((TunerKnob) run -> null, "returned null (expected: a setting"),
                Arguments.of(
                        (TunerKnob) run -> run.setting().parking(Set.of(77)), "parks workers [77] (expected: some"),
                Arguments.of(
                        (TunerKnob) run -> run.setting()
                                .parking(run.workers().stream()
                                        .map(TunerKnob.Worker::number)
                                        .collect(Collectors.toSet())),
                        "parks all workers (expected: at least one at work)"),
                Arguments.of(
                        (TunerKnob) run -> run.setting().withPolicy("BEST"), "wants policy BEST (expected: one of [SS"),
                Arguments.of((TunerKnob) ClusterOwnKnobTest::endless, "threw java.lang.StackOverflowError"));
    }

    @SuppressWarnings("InfiniteRecursion") // it is meant
    private static TunerKnob.Setting endless(TunerKnob.Run run) {
        return endless(run).withPolicy("SS");
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void shouldGoOnWithoutAKnobThatFails(TunerKnob knob, String why) {
        tunedBy(knob);
        start("each", 1_000, CYCLES);
        finish("each");

        assertThat(own()).singleElement().satisfies(only -> {
            assertThat(only.what()).isEqualTo("the tuning of the application's own settings ends");
            assertThat(only.why()).startsWith("E463 ").contains(why);
        });
    }

    /** The knob parks three workers, chooses a policy, and fails later. */
    @Test
    void shouldGoBackToTheFirstSettingWhenAKnobFailsLater() {
        tunedBy(run -> {
            if (!run.setting().parked().isEmpty()) {
                throw new IllegalStateException("enough");
            }
            return run.setting().parking(LAST_THREE).withPolicy("GSS");
        });
        start("each", SETUP_BYTES, CYCLES);
        finish("each");

        assertThat(own()).hasSize(2);
        assertThat(own().get(0).what()).isEqualTo("3 of 8 workers are parked, policy GSS");
        assertThat(own().get(1).why()).contains("threw java.lang.IllegalStateException: enough");
        assertThat(parkedSlots()).isZero();
        assertThat(cluster.master().course().actuator().handout().policy()).isEqualTo(PolicyName.SS);
    }
}
