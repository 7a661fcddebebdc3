package dev.sluice.insight.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.Accumulation;
import dev.sluice.api.Application;
import dev.sluice.api.Cycle;
import dev.sluice.api.Hosted;
import dev.sluice.api.None;
import dev.sluice.api.ResidentApplication;
import dev.sluice.api.Results;
import dev.sluice.api.Verdict;
import dev.sluice.api.language.OwnProcesses;
import dev.sluice.model.ErrorCode;
import dev.sluice.model.SluiceException;
import dev.sluice.model.predict.CombinedValue;
import dev.sluice.model.predict.SampleGrowth;
import dev.sluice.model.predict.SampledUnit;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class PartialExecutionTest {
    private static final long BUDGET_NANOS = 2_400_000_000L;

    /** A cycle of eight units. */
    public abstract static class EightUnits extends Application<None, Long, Long> {
        @Override
        protected Cycle<None> cycle(int number) {
            return Cycle.only(8, None.NONE);
        }

        @Override
        protected Long unit(long index) {
            return index;
        }

        @Override
        protected Verdict accept(long index, Long result) {
            return Verdict.CONTINUE;
        }
    }

    /** Eight units, and more to come. */
    public static final class Growing extends EightUnits {
        @Override
        protected Cycle<None> cycle(int number) {
            return Cycle.onlyOpen(8, None.NONE);
        }

        @Override
        protected Long compute(None setup, Long unit) {
            return unit;
        }
    }

    /** Eight parts that stay on workers, for a hundred steps. */
    public static final class Parts extends ResidentApplication<None, Long, Long, Long> {
        @Override
        protected None setup() {
            return None.NONE;
        }

        @Override
        protected int parts() {
            return 8;
        }

        @Override
        protected int steps() {
            return 100;
        }

        @Override
        protected Long part(None setup, Place place) {
            return 0L;
        }

        @Override
        protected Step<Long, Long, Long> step(None setup, Place place, Long part, List<Message<Long>> messages)
                throws InterruptedException {
            Thread.sleep(2);
            return new Step<>(part, part);
        }

        @Override
        protected Verdict endStep(int step, List<Long> results) {
            throw new IllegalStateException("a step of which only a part is computed has no end");
        }
    }

    /** Eight quick units, which need a state. */
    public static final class Stateful extends EightUnits {
        private final Loading loading;
        private boolean loaded;

        Stateful(Loading loading) {
            this.loading = loading;
        }

        @Override
        protected void loadState() throws IOException {
            loading.load();
            loaded = true;
        }

        @Override
        protected Long compute(None setup, Long unit) {
            if (!loaded) {
                throw new IllegalStateException("no state");
            }
            return unit;
        }
    }

    /** Eight quick units, whose threads need time to prepare. */
    public static final class Prepared extends EightUnits implements OwnProcesses {
        private final ThreadLocal<Boolean> prepared = ThreadLocal.withInitial(() -> false);
        private final Loading loading;

        Prepared(Loading loading) {
            this.loading = loading;
        }

        @Override
        public void prepare() throws IOException {
            if (!prepared.get()) {
                loading.load();
                prepared.set(true);
            }
        }

        @Override
        protected Long compute(None setup, Long unit) {
            if (!prepared.get()) {
                throw new IllegalStateException("not prepared");
            }
            return unit;
        }
    }

    /** Units that only wait. */
    public static class Asleep extends EightUnits {
        @Override
        protected Long compute(None setup, Long unit) throws InterruptedException {
            Thread.sleep(20);
            return unit;
        }
    }

    /** Units whose threads wait for other processes. */
    public static final class Outside extends Asleep implements OwnProcesses {}

    /** Units whose results are put one after the other. */
    public static final class Joined extends Application<None, Long, String> {
        @Override
        protected Results<String> results() {
            return Accumulation.of("", (one, other) -> one + other);
        }

        @Override
        protected Cycle<None> cycle(int number) {
            return Cycle.only(64, None.NONE);
        }

        @Override
        protected Long unit(long index) {
            return index;
        }

        @Override
        protected String compute(None setup, Long unit) {
            return "ten letter";
        }
    }

    private interface Loading {
        void load() throws IOException;
    }

    private static Sampled sample(Loading loading) throws Exception {
        return sample(new Stateful(loading));
    }

    private static Sampled sample(Application<None, ?, ?> application) throws Exception {
        SampleTerms terms = new SampleTerms(new SampleGrowth(0.05, 1), BUDGET_NANOS, 0, new SplittableRandom(1));
        return PartialExecution.of(Hosted.of(application), terms, null, 0);
    }

    /** Takes so long at least; adds to the sum of what all such calls took. */
    private static void spend(long nanos, AtomicLong spent) {
        long from = System.nanoTime();
        while (System.nanoTime() - from < nanos) {
            Thread.onSpinWait();
        }
        spent.addAndGet(System.nanoTime() - from);
    }

    @Test
    void shouldNotCountTheTimeOfLoadingTheStateForTheBudget() throws Exception {
        AtomicLong loading = new AtomicLong();
        long from = System.nanoTime();
        Sampled sampled = sample(() -> spend(BUDGET_NANOS, loading));
        long restNanos = System.nanoTime() - from - loading.get();
        assertThat(sampled.failures()).isEmpty();
        if (restNanos < BUDGET_NANOS / 2) { // else the machine took the budget
            assertThat(sampled.stop()).isNotEqualTo(SampleGrowth.Stop.BUDGET);
        }
    }

    @Test
    void shouldPrepareTheThreadBeforeItTimesAUnit() throws Exception {
        AtomicLong preparing = new AtomicLong();
        long from = System.nanoTime();
        Sampled sampled = sample(new Prepared(() -> spend(BUDGET_NANOS / 8, preparing)));
        double restSeconds = (System.nanoTime() - from - preparing.get()) / 1e9;
        assertThat(sampled.failures()).isEmpty();
        assertThat(sampled.cycle().sample()).isNotEmpty();
        assertThat(sampled.cycle().sample().stream()
                        .mapToDouble(SampledUnit::computeSeconds)
                        .sum())
                .as("there is no more time than that in which no thread was prepared")
                .isLessThan(restSeconds);
    }

    @Test
    void shouldTellWhyAThreadCannotBePrepared() throws Exception {
        Prepared application = new Prepared(() -> {
            throw new IOException("no python3");
        });
        assertThatThrownBy(() -> sample(application)).hasMessageContaining("no python3");
    }

    @Test
    void shouldPredictTheUnitsOfAnOpenCycleThatAreKnown() throws Exception {
        Sampled sampled = sample(new Growing());
        assertThat(sampled.cycle().open()).isTrue();
        assertThat(sampled.cycle().units()).isEqualTo(8);
    }

    @Test
    void shouldForetellAllStepsOfParts() throws Exception {
        Sampled sampled = sample(new Parts());
        assertThat(sampled.cycles()).isEqualTo(100);
        assertThat(sampled.cycle().units()).isEqualTo(8);
        assertThat(sampled.cycle().open()).isFalse();
        assertThat(sampled.cycle().totalSeconds())
                .as("each step of a part sleeps")
                .isGreaterThan(8 * 0.002 * 0.9);
    }

    @Test
    void shouldSayThatTheStateCannotBeLoaded() {
        assertThatThrownBy(() -> sample(() -> {
                    throw new IOException("no points");
                }))
                .hasMessage("loadState threw java.io.IOException: no points")
                .isInstanceOfSatisfying(
                        SluiceException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STATE_NOT_LOADED));
    }

    @Test
    void shouldMeasureThatUnitsWait() throws Exception {
        assertThat(sample(new Asleep()).cycle().cpuShare()).isLessThan(0.5);
        assertThat(sample(() -> {}).cycle().averages().cpuShare()).isGreaterThan(0.5);
    }

    @Test
    void shouldNotTakeTheWaitForAnotherProcessForIdleness() throws Exception {
        assertThat(sample(new Outside()).cycle().cpuShare()).isEqualTo(1);
    }

    @Test
    void shouldMeasureTheValuesIntoWhichResultsAreCombined() throws Exception {
        Sampled sampled = sample(new Joined());
        CombinedValue combined = sampled.cycle().combined();
        assertThat(combined.bytesPerUnit()).isBetween(9.5, 10.5);
        assertThat(combined.bytes(1)).isBetween(10.0, 16.0);
        assertThat(combined.mergeSeconds()).isPositive();
    }
}
