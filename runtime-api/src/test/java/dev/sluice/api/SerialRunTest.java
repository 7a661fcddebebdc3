package dev.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.ApplicationException.Kind;
import dev.sluice.api.SerialRun.Outcome;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SerialRunTest {
    private final Recorded application = new Recorded();

    private Outcome run() throws ApplicationException {
        return new SerialRun<>(Hosted.of(application)).run();
    }

    @Test
    void shouldCallTheMethodsInTheirOrder() throws ApplicationException {
        application.cycles.set(0, Cycle.of(2, "a"));
        application.cycles.add(Cycle.only(1, "b"));
        assertThat(run()).isEqualTo(Outcome.COMPLETE);
        assertThat(application.calls)
                .containsExactly(
                        "initialize",
                        "cycle 0",
                        "unit 0",
                        "compute a 0",
                        "accept 0 0",
                        "unit 1",
                        "compute a 1",
                        "accept 1 2",
                        "endCycle 0",
                        "cycle 1",
                        "unit 0",
                        "compute b 0",
                        "accept 0 0",
                        "endCycle 1",
                        "complete",
                        "finish");
    }

    /** Fills one array again for each unit, changes its setup and its input, and merges in place. */
    private static final class Reusing extends Application<int[], int[], int[]> {
        private final int[] setup = {1};
        private final int[] input = {0};
        private final int[] result = {0};
        private final boolean sums;
        private final List<Integer> accepted = new ArrayList<>();

        Reusing(boolean sums) {
            this.sums = sums;
        }

        @Override
        protected Cycle<int[]> cycle(int number) {
            return number == 0 ? Cycle.of(3, setup) : Cycle.only(3, setup);
        }

        @Override
        protected int[] unit(long index) {
            input[0] = (int) index;
            return input;
        }

        @Override
        protected int[] compute(int[] given, int[] unit) {
            result[0] = 10 * unit[0];
            unit[0] = 99;
            return result;
        }

        @Override
        protected Results<int[]> results() {
            return sums ? Accumulation.exact(new int[1], Reusing::added) : Results.each();
        }

        private static int[] added(int[] to, int[] value) {
            to[0] += value[0];
            return to;
        }

        @Override
        protected Verdict accept(long index, int[] value) {
            assertThat(value).isNotSameAs(result);
            accepted.add(value[0]);
            value[0] = -1;
            return Verdict.CONTINUE;
        }

        @Override
        protected Verdict accumulated(int[] total) {
            accepted.add(total[0]);
            return Verdict.CONTINUE;
        }
    }

    @Test
    void shouldGiveTheAnswerOfADistributedRunWhereObjectsAreUsedAgain() throws ApplicationException {
        Reusing each = new Reusing(false);
        new SerialRun<>(Hosted.of(each)).run();
        assertThat(each.accepted).containsExactly(0, 10, 20, 0, 10, 20);
        assertThat(each.input[0]).isEqualTo(2);

        Reusing sum = new Reusing(true);
        new SerialRun<>(Hosted.of(sum)).run();
        assertThat(sum.accepted).containsExactly(30, 30);
    }

    /** Ranks units by index, adds three, and gives two up. */
    private static final class Ranked extends Application<None, Long, Long> {
        private final List<Long> accepted = new ArrayList<>();
        private final List<String> missing = new ArrayList<>();

        @Override
        protected Cycle<None> cycle(int number) {
            return Cycle.onlyOpen(6, None.NONE);
        }

        @Override
        protected Long unit(long index) {
            return index;
        }

        @Override
        protected int priority(long index) {
            return (int) (index % 3) - 1;
        }

        @Override
        protected Long compute(None setup, Long unit) {
            return unit;
        }

        @Override
        protected Verdict accept(long index, Long result) {
            accepted.add(result);
            if (index == 5) {
                addUnits(3);
                giveUp(5); // has its result
                giveUp(4);
                giveUp(6);
            }
            return Verdict.CONTINUE;
        }

        @Override
        protected void missing(List<FailedUnit> failures) {
            failures.forEach(each -> missing.add(each.index() + " " + each.kind()));
        }
    }

    @Test
    void shouldComputeTheHighestPriorityFirstAndNothingThatIsGivenUp() throws ApplicationException {
        Ranked ranked = new Ranked();
        assertThat(new SerialRun<>(Hosted.of(ranked)).run()).isEqualTo(Outcome.COMPLETE);
        assertThat(ranked.accepted).containsExactly(2L, 5L, 8L, 1L, 7L, 0L, 3L);
        assertThat(ranked.missing).containsExactly("4 CANCELLED", "6 CANCELLED");
    }

    @Test
    void shouldNameTheValueThatACodecRefuses() {
        Application<String, Long, Long> refusing = new Recorded() {
            @Override
            protected Codec<Long> resultCodec() {
                return new Codec<>() {
                    @Override
                    public void encode(Long value, Encoder out) {
                        throw new CodecException("too odd");
                    }

                    @Override
                    public Long decode(Decoder in) {
                        return in.readLong();
                    }
                };
            }
        };
        assertThatThrownBy(() -> new SerialRun<>(Hosted.of(refusing)).run())
                .hasMessageContaining("unit 0: codec of the result threw")
                .hasMessageContaining("too odd");
    }

    @Test
    void shouldComputeOneUnitAlone() throws ApplicationException {
        application.cycles.set(0, Cycle.of(1, "a"));
        application.cycles.add(Cycle.only(5, "b"));
        assertThat(new SerialRun<>(Hosted.of(application)).single(1, 3).result())
                .isEqualTo(6);
        assertThat(application.calls)
                .containsExactly(
                        "initialize",
                        "cycle 0",
                        "unit 0",
                        "compute a 0",
                        "accept 0 0",
                        "endCycle 0",
                        "cycle 1",
                        "unit 3",
                        "compute b 3",
                        "finish");
    }

    @ParameterizedTest
    @CsvSource({"0, 5, --unit: 5", "2, 0, --unit: cycle 2"})
    void shouldRefuseAUnitOrACycleThatThereIsNot(int cycle, long unit, String message) {
        application.cycles.set(0, Cycle.of(5, "a"));
        application.cycles.add(Cycle.only(5, "b"));
        assertThatThrownBy(() -> new SerialRun<>(Hosted.of(application)).single(cycle, unit))
                .isInstanceOfSatisfying(
                        ApplicationException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NO_UNIT))
                .hasMessageStartingWith(message);
    }

    @Test
    void shouldGoOnToTheEndOfAnEmptyCycle() throws ApplicationException {
        application.cycles.set(0, Cycle.of(0, "a"));
        application.cycles.add(Cycle.none());
        assertThat(run()).isEqualTo(Outcome.COMPLETE);
        assertThat(application.calls)
                .containsExactly("initialize", "cycle 0", "endCycle 0", "cycle 1", "complete", "finish");
    }

    @Test
    void shouldDropTheRestOfACycleThatIsComplete() throws ApplicationException {
        answer(Verdict.CYCLE_COMPLETE);
        assertThat(run()).isEqualTo(Outcome.COMPLETE);
        assertThat(application.calls)
                .containsExactly(
                        "initialize",
                        "cycle 0",
                        "unit 0",
                        "compute setup 0",
                        "accept 0 0",
                        "endCycle 0",
                        "complete",
                        "finish");
    }

    @Test
    void shouldCompleteAtOnceWhenTheApplicationIsComplete() throws ApplicationException {
        application.cycles.set(0, Cycle.of(3, "a"));
        answer(Verdict.CONTINUE, Verdict.APPLICATION_COMPLETE);
        assertThat(run()).isEqualTo(Outcome.COMPLETE);
        assertThat(application.calls).endsWith("accept 1 2", "complete", "finish");
    }

    @Test
    void shouldNotCompleteWhatFailed() throws ApplicationException {
        answer(Verdict.FAILED);
        assertThat(run()).isEqualTo(Outcome.FAILED);
        assertThat(application.calls).endsWith("accept 0 0", "finish");
    }

    @Test
    void shouldFollowTheVerdictAtTheEndOfACycle() throws ApplicationException {
        application.cycles.set(0, Cycle.of(1, "a"));
        application.ends = () -> Verdict.APPLICATION_COMPLETE;
        assertThat(run()).isEqualTo(Outcome.COMPLETE);
        assertThat(application.calls).endsWith("endCycle 0", "complete", "finish");
        application.ends = () -> Verdict.FAILED;
        assertThat(run()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void shouldKeepWhatIsThereWhenStopped() throws ApplicationException {
        SerialRun<String, Long, Long> run = new SerialRun<>(Hosted.of(application));
        application.verdicts = () -> {
            run.stop();
            return Verdict.CONTINUE;
        };
        assertThat(run.run()).isEqualTo(Outcome.INTERRUPTED);
        assertThat(run.units()).isEqualTo(1);
        assertThat(application.calls).endsWith("accept 0 0", "interrupted", "finish");
    }

    @ParameterizedTest
    @ValueSource(strings = {"initialize", "cycle", "endCycle", "complete", "finish"})
    void shouldNameTheMethodThatThrew(String method) {
        application.throwing = method;
        assertThatThrownBy(this::run)
                .isInstanceOfSatisfying(ApplicationException.class, e -> {
                    assertThat(e.kind()).isEqualTo(Kind.THREW);
                    assertThat(e.method()).isEqualTo(method);
                    assertThat(e.unit()).isEmpty();
                })
                .hasMessage(method + " threw java.io.IOException: disk on fire")
                .hasRootCauseMessage("disk on fire");
    }

    @Test
    void shouldTellTheApplicationThatItsAnswerLacksAUnit() throws ApplicationException {
        application.cycles.set(0, Cycle.of(2, "a"));
        application.throwing = "compute";
        assertThatThrownBy(this::run).isInstanceOf(ApplicationException.class);
        assertThat(application.calls)
                .endsWith(
                        "compute a 0",
                        "incomplete [FailedUnit[cycle=0, index=0, kind=FAILED, error=unit 0: compute threw java.io.IOException:"
                                + " disk on fire]]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"unit", "compute", "accept"})
    void shouldNameTheUnitToo(String method) {
        application.throwing = method;
        assertThatThrownBy(this::run)
                .isInstanceOfSatisfying(ApplicationException.class, e -> {
                    assertThat(e.method()).isEqualTo(method);
                    assertThat(e.unit()).hasValue(0);
                })
                .hasMessage("unit 0: " + method + " threw java.io.IOException: disk on fire");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"cycle: a Cycle", "unit: a long", "compute: a long", "accept: a Verdict", "endCycle: a Verdict"})
    void shouldRefuseNull(String expectation) {
        String method = expectation.substring(0, expectation.indexOf(':'));
        application.nulling = method;
        assertThatThrownBy(this::run)
                .isInstanceOfSatisfying(
                        ApplicationException.class, e -> assertThat(e.kind()).isEqualTo(Kind.RETURNED_NULL))
                .hasMessageContaining(
                        method + " returned null (expected: " + expectation.substring(method.length() + 2));
    }

    @Test
    void shouldRefuseCyclesThatMakeNoSense() {
        assertThatThrownBy(() -> Cycle.of(-1, "setup")).hasMessage("cycle of -1 units (expected: 0 or more)");
        assertThatThrownBy(() -> new Cycle<>(3, null, true))
                .hasMessage("cycle without a setup (expected: a value; None.NONE when workers need none)");
        assertThat(Cycle.none().exists()).isFalse();
        assertThat(Cycle.of(0, "setup").exists()).isTrue();
    }

    private void answer(Verdict... verdicts) {
        Iterator<Verdict> next = List.of(verdicts).iterator();
        application.verdicts = next::next;
    }
}
