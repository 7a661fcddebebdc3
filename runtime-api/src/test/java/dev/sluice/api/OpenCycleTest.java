package dev.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.api.Application.More;
import dev.sluice.api.SerialRun.Outcome;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class OpenCycleTest {
    /** Halves numbers until they are 0; the halves are units of the same cycle. */
    private static class Halving extends Application<None, Long, Long> {
        final List<Long> numbers = new ArrayList<>(List.of(5L));
        final List<Long> accepted = new ArrayList<>();
        final List<Integer> ended = new ArrayList<>();

        @Override
        protected Cycle<None> cycle(int number) {
            return Cycle.onlyOpen(numbers.size(), None.NONE);
        }

        @Override
        protected Long unit(long index) {
            return numbers.get((int) index);
        }

        @Override
        protected Long compute(None setup, Long number) {
            return number / 2;
        }

        @Override
        protected Verdict accept(long index, Long half) {
            accepted.add(half);
            if (half > 0) {
                numbers.add(half);
                numbers.add(half);
                addUnits(2);
            }
            return Verdict.CONTINUE;
        }

        @Override
        protected Verdict endCycle(int number) {
            ended.add(number);
            return Verdict.CONTINUE;
        }
    }

    private static Outcome run(Application<?, ?, ?> application) throws ApplicationException {
        return new SerialRun<>(Hosted.of(application)).run();
    }

    @Test
    void shouldComputeUnitsThatAcceptAddsAndEndWhenNoneIsLeft() throws ApplicationException {
        Halving halving = new Halving();
        assertThat(run(halving)).isEqualTo(Outcome.COMPLETE);
        assertThat(halving.accepted).containsExactly(2L, 1L, 1L, 0L, 0L, 0L, 0L);
        assertThat(halving.ended).containsExactly(0);
    }

    @Test
    void shouldRefuseUnitsOfACycleThatIsClosed() {
        Halving closing = new Halving() {
            @Override
            protected Verdict accept(long index, Long half) {
                closeCycle();
                addUnits(1);
                return Verdict.CONTINUE;
            }
        };
        assertThatThrownBy(() -> run(closing))
                .hasMessageContaining("accept threw")
                .hasMessageContaining("addUnits: the cycle is not open");
        assertThatThrownBy(() -> new Halving().addUnits(1)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void shouldRefuseToAddLessThanNothing() {
        assertThatThrownBy(() -> run(new Halving() {
                    @Override
                    protected Verdict accept(long index, Long half) {
                        addUnits(-1);
                        return Verdict.CONTINUE;
                    }
                }))
                .hasMessageContaining("addUnits(-1) to 1 units (expected: 0 or more)");
    }

    /** Doubles numbers of a source, and those below 10 again. */
    private static class Doubling extends Halving {
        final Deque<More<Long>> source = new ArrayDeque<>();
        final List<Long> given = new ArrayList<>();

        Doubling() {
            numbers.clear();
        }

        @Override
        protected Long compute(None setup, Long number) {
            return number * 2;
        }

        @Override
        protected Long unit(long index) {
            return numbers.remove(0);
        }

        @Override
        protected Verdict accept(long index, Long twice) {
            accepted.add(twice);
            if (twice < 10) {
                numbers.add(twice);
                addUnits(1);
            }
            return Verdict.CONTINUE;
        }

        @Override
        protected More<Long> more(long givenUnits) throws InterruptedException {
            given.add(givenUnits);
            return source.remove();
        }
    }

    @Test
    void shouldComputeUnitsOfASourceAndAskItOnlyWhenNoUnitIsLeft() throws ApplicationException {
        Doubling doubling = new Doubling();
        doubling.source.add(More.of(List.of(20L, 3L)));
        doubling.source.add(More.none());
        doubling.source.add(More.of(List.of(30L)));
        doubling.source.add(More.closed());
        assertThat(run(doubling)).isEqualTo(Outcome.COMPLETE);
        assertThat(doubling.accepted).containsExactly(40L, 6L, 12L, 60L);
        assertThat(doubling.given).containsExactly(0L, 2L, 2L, 3L);
    }

    @Test
    void shouldAddUpUnitsOfASource() throws ApplicationException {
        List<Long> totals = new ArrayList<>();
        Doubling adding = new Doubling() {
            @Override
            protected Results<Long> results() {
                return Accumulation.exact(0L, Long::sum);
            }

            @Override
            protected Verdict accumulated(Long total) {
                totals.add(total);
                return Verdict.CONTINUE;
            }
        };
        adding.source.add(More.of(List.of(1L, 2L)));
        adding.source.add(new More<>(List.of(3L), true));
        run(adding);
        assertThat(totals).containsExactly(12L);
    }

    @Test
    void shouldStopWhileTheSourceWaits() throws Exception {
        CountDownLatch waits = new CountDownLatch(1);
        Doubling waiting = new Doubling() {
            @Override
            protected More<Long> more(long givenUnits) throws InterruptedException {
                waits.countDown();
                Thread.sleep(60_000);
                return More.closed();
            }
        };
        SerialRun<None, Long, Long> run = new SerialRun<>(Hosted.of(waiting));
        Thread stopping = new Thread(() -> {
            try {
                waits.await();
            } catch (InterruptedException e) {
                return;
            }
            run.stop();
        });
        stopping.start();
        assertThat(run.run()).isEqualTo(Outcome.INTERRUPTED);
        stopping.join();
    }

    @Test
    void shouldComputeAloneOnlyAUnitThatAnOpenCycleBeginsWith() throws ApplicationException {
        assertThat(new SerialRun<>(Hosted.of(new Halving())).single(0, 0).result())
                .isEqualTo(2L);
        assertThatThrownBy(() -> new SerialRun<>(Hosted.of(new Halving())).single(0, 1))
                .hasMessage("--unit: 1 (expected: 0 to 0 in cycle 0, the units that it begins with)");
    }

    @Test
    void shouldNameTheSourceThatThrew() {
        Doubling failing = new Doubling();
        assertThatThrownBy(() -> run(failing)).hasMessageStartingWith("more threw java.util.NoSuchElementException");
    }
}
