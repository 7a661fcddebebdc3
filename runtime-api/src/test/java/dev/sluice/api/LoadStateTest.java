package dev.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.ApplicationException.Kind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The state that an application keeps in each process that computes. */
class LoadStateTest {
    /** Notes that its state is loaded, among its other calls. */
    public static class Stateful extends Recorded {
        public Stateful() {}

        @Override
        protected void loadState() throws Exception {
            called("loadState", "loadState");
        }
    }

    /** Its units read what loading wrote, without any synchronization of their own. */
    public static final class Table extends Application<None, Integer, Integer> {
        private final AtomicInteger loads = new AtomicInteger();
        private int failing;
        private int[] table = {};

        public Table() {}

        @Override
        protected void loadState() throws IOException {
            if (loads.incrementAndGet() <= failing) {
                throw new IOException("no table");
            }
            int[] squares = new int[1_000];
            for (int i = 0; i < squares.length; i++) {
                squares[i] = i * i;
            }
            table = squares;
        }

        @Override
        protected Cycle<None> cycle(int number) {
            return Cycle.only(1, None.NONE);
        }

        @Override
        protected Integer unit(long index) {
            return (int) index;
        }

        @Override
        protected Integer compute(None setup, Integer unit) {
            return table[unit];
        }

        @Override
        protected Verdict accept(long index, Integer result) {
            return Verdict.CONTINUE;
        }
    }

    @Test
    void shouldLoadTheStateOnceBeforeTheFirstUnitOfAllCycles() throws ApplicationException {
        Recorded application = new Stateful();
        application.cycles.set(0, Cycle.of(2, "a"));
        application.cycles.add(Cycle.only(1, "b"));
        new SerialRun<>(Hosted.of(application)).run();
        assertThat(application.calls)
                .startsWith("initialize", "cycle 0", "unit 0", "loadState", "compute a 0")
                .containsOnlyOnce("loadState")
                .contains("compute b 0")
                .endsWith("complete", "finish");
    }

    @Test
    void shouldLoadTheStateForAUnitThatIsComputedAlone() throws ApplicationException {
        Recorded application = new Stateful();
        new SerialRun<>(Hosted.of(application)).single(0, 2);
        assertThat(application.calls).containsSubsequence("unit 2", "loadState", "compute setup 2", "finish");
    }

    @Test
    void shouldNotLoadTheStateWhenThereIsNothingToCompute() throws ApplicationException {
        Recorded application = new Stateful();
        application.cycles.set(0, Cycle.only(0, "a"));
        new SerialRun<>(Hosted.of(application)).run();
        assertThat(application.calls).doesNotContain("loadState");
    }

    @Test
    void shouldFailTheUnitWhoseStateCannotBeLoaded() {
        Recorded application = new Stateful();
        application.throwing = "loadState";
        assertThatThrownBy(() -> new SerialRun<>(Hosted.of(application)).run())
                .isInstanceOfSatisfying(ApplicationException.class, e -> {
                    assertThat(e.kind()).isEqualTo(Kind.THREW);
                    assertThat(e.method()).isEqualTo("loadState");
                    assertThat(e.unit()).hasValue(0);
                })
                .hasMessage("unit 0: loadState threw java.io.IOException: disk on fire");
        assertThat(application.calls.get(application.calls.size() - 1)).startsWith("incomplete");
    }

    @Test
    void shouldLoadTheStateOnceForAllThreads() throws Exception {
        Table application = new Table();
        Hosted<None, Integer, Integer> hosted = Hosted.of(application);
        int threads = 8;
        CyclicBarrier together = new CyclicBarrier(threads);
        Callable<Integer> slot = () -> {
            together.await(30, TimeUnit.SECONDS);
            hosted.loadState();
            return hosted.compute(None.NONE, 999);
        };
        ExecutorService slots = Executors.newFixedThreadPool(threads);
        try {
            List<Future<Integer>> results = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                results.add(slots.submit(slot));
            }
            for (Future<Integer> result : results) {
                assertThat(result.get(60, TimeUnit.SECONDS)).isEqualTo(999 * 999);
            }
        } finally {
            slots.shutdownNow();
        }
        assertThat(application.loads).hasValue(1);
    }

    @Test
    void shouldLoadAgainAfterAFailureAndNotAfterASuccess() throws ApplicationException {
        Table application = new Table();
        application.failing = 1;
        Hosted<None, Integer, Integer> hosted = Hosted.of(application);
        assertThatThrownBy(hosted::loadState).hasMessage("loadState threw java.io.IOException: no table");
        hosted.loadState();
        hosted.loadState();
        assertThat(application.loads).hasValue(2);
        assertThat(hosted.compute(None.NONE, 3)).isEqualTo(9);
    }

    @Test
    void shouldKnowWhichApplicationsKeepAState() throws ApplicationException {
        assertThat(Hosted.of(new Recorded()).keepsState()).isFalse();
        assertThat(Hosted.of(new Stateful()).keepsState()).isTrue();
        assertThat(Hosted.of(new Stateful() {}).keepsState()).isTrue();
    }
}
