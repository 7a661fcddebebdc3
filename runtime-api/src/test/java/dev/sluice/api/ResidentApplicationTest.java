package dev.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.testing.SeededTest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ResidentApplicationTest {
    /** Values of a message that stays with its sender. */
    private static final int LONG = 1_000;

    @ParameterizedTest
    @CsvSource({"1, 1, 1", "1, 9, 4", "5, 1, 32", "5, 100, 32", "7, 40, 1", "3, 33, 5"})
    void shouldGiveTheResultsOfEachStepInASerialRun(int parts, int steps, int copyEvery) throws Exception {
        Ring ring = new Ring(parts, steps, copyEvery);
        assertThat(new SerialRun<>(Hosted.of(ring)).run()).isEqualTo(SerialRun.Outcome.COMPLETE);
        assertThat(ring.results).isEqualTo(Ring.expected(parts, steps));
        assertThat(ring.computed).as("steps computed").isEqualTo(parts * steps);
    }

    /** Workers that get messages from each other; one that knows no other has no road. */
    private record Roads(List<Ring> all, int here) implements Residence.Way {
        @Override
        public byte[] place() {
            return all.get(here).listens ? new byte[] {(byte) here} : new byte[0];
        }

        @Override
        public CompletableFuture<byte[]> fetch(byte[] place, long number, int length) {
            Ring there = all.get(place[0]);
            Optional<byte[]> kept =
                    there.reached && all.get(here).reached ? there.residence().kept(number) : Optional.empty();
            kept.ifPresent(value -> assertThat(value).hasSize(length));
            return kept.map(CompletableFuture::completedFuture)
                    .orElseGet(() -> CompletableFuture.failedFuture(new IOException("a test")));
        }
    }

    private static <T> int bytes(Codec<T> codec, T value) {
        HeapEncoder encoder = new HeapEncoder();
        codec.encode(value, encoder);
        return encoder.size();
    }

    /** Plays master and workers: each unit is computed by the worker of its part, or by another one. */
    private static int run(Ring master, List<Ring> copies, int percentElsewhere, RandomGenerator random)
            throws Exception {
        Hosted<Long, ResidentSteps.Turn, ResidentSteps.Turned> run = Hosted.of(master);
        List<Hosted<Long, ResidentSteps.Turn, ResidentSteps.Turned>> workers = new ArrayList<>();
        for (Ring each : copies) {
            workers.add(Hosted.of(each));
            each.length = master.length;
            each.residence().way(new Roads(copies, copies.indexOf(each)));
        }
        int units = 0;
        Verdict verdict = Verdict.CONTINUE;
        for (int number = 0; verdict == Verdict.CONTINUE; number++) {
            Cycle<Long> cycle = run.cycle(number);
            run.growth().begin(cycle);
            int parts = cycle.parts();
            for (long round = 0; round < run.growth().units(); round += parts) {
                List<Long> order = new ArrayList<>();
                for (long unit = round; unit < round + parts; unit++) {
                    order.add(random.nextInt(order.size() + 1), unit);
                }
                for (long unit : order) {
                    int home = (int) (unit % parts) % workers.size();
                    int at = random.nextInt(100) < percentElsewhere ? random.nextInt(workers.size()) : home;
                    ResidentSteps.Turn turn = run.passed(run.unitCodec(), run.unit(unit), "unit");
                    ResidentSteps.Turned turned = workers.get(at).compute(7L, turn);
                    if (random.nextInt(100) < percentElsewhere) { // its result was lost on the way
                        turned = workers.get(random.nextInt(workers.size())).compute(7L, turn);
                    }
                    if (++units > 100_000) {
                        throw new AssertionError(
                                units + " units, and the run goes on after step " + master.results.size());
                    }
                    run.accept(unit, run.passed(run.resultCodec(), turned, "result"));
                    master.passed.add(bytes(run.unitCodec(), turn) + bytes(run.resultCodec(), turned));
                }
            }
            run.growth().end();
            verdict = run.endCycle(number);
        }
        assertThat(verdict).isEqualTo(Verdict.APPLICATION_COMPLETE);
        return units;
    }

    @SeededTest(runs = 60)
    void shouldGiveTheSameResultsWhereverUnitsAreComputed(RandomGenerator random) throws Exception {
        int parts = 1 + random.nextInt(6);
        int steps = 1 + random.nextInt(40);
        Ring master = new Ring(parts, steps, 1 + random.nextInt(16));
        master.length = random.nextBoolean() ? 1 : LONG;
        List<Ring> workers = new ArrayList<>();
        for (int i = 1 + random.nextInt(4); i > 0; i--) {
            Ring worker = new Ring(parts, steps, 1);
            worker.reached = random.nextInt(4) > 0;
            workers.add(worker);
        }
        run(master, workers, random.nextInt(5), random);
        assertThat(master.results).isEqualTo(Ring.expected(parts, steps));
    }

    @SeededTest(runs = 10)
    void shouldComputeEachStepOnceWhilePartsStay(RandomGenerator random) throws Exception {
        Ring master = new Ring(6, 100, 32);
        List<Ring> workers = List.of(new Ring(6, 100, 1), new Ring(6, 100, 1));
        assertThat(run(master, workers, 0, random)).isEqualTo(600);
        assertThat(workers).allSatisfy(worker -> assertThat(worker.computed).isEqualTo(300));
    }

    /** Bytes of the longest unit with its result that no copy is in; copies are every 32 steps, from step 15 on. */
    private static int mostBytes(int length) throws Exception {
        Ring master = new Ring(6, 40, 32);
        master.length = length;
        List<Ring> workers = List.of(new Ring(6, 40, 1), new Ring(6, 40, 1));
        assertThat(run(master, workers, 0, new SplittableRandom(1))).isEqualTo(240);
        assertThat(master.results).isEqualTo(Ring.expected(6, 40));
        assertThat(workers)
                .allSatisfy(each -> assertThat(each.residence().keptMessages())
                        .as("messages that are kept when the run is over")
                        .isLessThan(3 * 3 * 2 + 1));
        return master.passed.subList(6 * 17, 6 * 30).stream()
                .mapToInt(Integer::intValue)
                .max()
                .orElseThrow();
    }

    @Test
    void shouldLeaveLongMessagesWithTheirSenders() throws Exception {
        assertThat(mostBytes(100 * LONG)).isEqualTo(mostBytes(LONG)).isLessThan(1_000);
    }

    @Test
    void shouldSendAllMessagesOfAWorkerThatOthersDoNotReach() throws Exception {
        Ring master = new Ring(6, 100, 32);
        master.length = LONG;
        List<Ring> workers = List.of(new Ring(6, 100, 1), new Ring(6, 100, 1));
        workers.get(0).reached = false;
        int units = run(master, workers, 0, new SplittableRandom(1));
        assertThat(master.results).isEqualTo(Ring.expected(6, 100));
        assertThat(units).as("units, of which few were computed twice").isBetween(601, 630);
    }

    @Test
    void shouldKeepNoMessageInAWorkerWithoutAPlace() throws Exception {
        Ring master = new Ring(6, 100, 32);
        master.length = LONG;
        List<Ring> workers = List.of(new Ring(6, 100, 1), new Ring(6, 100, 1));
        workers.get(0).listens = false;
        assertThat(run(master, workers, 0, new SplittableRandom(1))).isEqualTo(600);
        assertThat(workers.get(0).residence().keptMessages()).isZero();
        assertThat(workers.get(1).residence().keptMessages()).isPositive();
    }

    @Test
    void shouldForetellAStepWithoutItsCopy() throws Exception {
        Ring ring = new Ring(4, 100, 32);
        ring.length = LONG;
        Hosted<Long, ResidentSteps.Turn, ResidentSteps.Turned> hosted = Hosted.of(ring);
        Residence parts = hosted.residence().orElseThrow();
        parts.foretell();
        hosted.cycle(0);
        ResidentSteps.Turned turned = hosted.compute(7L, hosted.unit(0));
        assertThat(turned.copy()).isEmpty();
        assertThat(turned.mail().kept()).hasSize(3);
        for (long unit = 0; unit < 8; unit++) { // each twice, as its time is measured again
            assertThat(hosted.compute(7L, hosted.unit(unit % 4)).isLacking()).isFalse();
            assertThat(hosted.accept(unit % 4, turned)).isEqualTo(Verdict.CONTINUE);
        }
        assertThat(ring.results).isEmpty();
        assertThat(parts.keptMessages()).isZero();
        assertThat(parts.stepsInAll()).isEqualTo(100);
    }

    @Test
    void shouldEndWhenTheApplicationHasEnough() throws Exception {
        Ring ring = new Ring(4, 1_000_000, 32);
        ring.verdict = Verdict.CYCLE_COMPLETE;
        ring.verdictAt = 20;
        assertThat(new SerialRun<>(Hosted.of(ring)).run()).isEqualTo(SerialRun.Outcome.COMPLETE);
        assertThat(ring.results).isEqualTo(Ring.expected(4, 21));
    }

    @Test
    void shouldFailAsTheApplicationSays() throws Exception {
        Ring ring = new Ring(4, 100, 32);
        ring.verdict = Verdict.FAILED;
        ring.verdictAt = 20;
        assertThat(new SerialRun<>(Hosted.of(ring)).run()).isEqualTo(SerialRun.Outcome.FAILED);
    }

    @Test
    void shouldFailWithWhatAStepThrows() throws Exception {
        Ring ring = new Ring(4, 100, 32);
        ring.badStep = 50;
        assertThatThrownBy(() -> new SerialRun<>(Hosted.of(ring)).run()).hasMessageContaining("a test");
    }

    @Test
    void shouldRefuseAMessageToNoPart() throws Exception {
        Ring ring = new Ring(4, 100, 32) {
            @Override
            protected Step<Cell, long[], Long> step(Long setup, Place at, Cell cell, List<Message<long[]>> messages) {
                return super.step(setup, at, cell, messages).send(at.parts(), new long[1]);
            }
        };
        assertThatThrownBy(() -> new SerialRun<>(Hosted.of(ring)).run())
                .hasMessageContaining("message to part 4 (expected: 0 to 3)");
    }

    @Test
    void shouldRefuseWrongNumbers() {
        assertThatThrownBy(() -> new SerialRun<>(Hosted.of(new Ring(0, 1, 1))).run())
                .hasMessageContaining("0 parts, 1 steps, a copy every 1 (expected: 1 to 1000000 parts");
    }

    /** A part with a Blob, which is a stream that no copy keeps. */
    static class Streams extends ResidentApplication<None, Blob, None, None> {
        @Override
        protected None setup() {
            return None.NONE;
        }

        @Override
        protected int parts() {
            return 1;
        }

        @Override
        protected int steps() {
            return 1;
        }

        @Override
        protected Blob part(None setup, Place place) {
            return Blob.of(new byte[0]);
        }

        @Override
        protected Step<Blob, None, None> step(None setup, Place place, Blob part, List<Message<None>> messages) {
            return new Step<>(part, None.NONE);
        }

        @Override
        protected Verdict endStep(int step, List<None> results) {
            return Verdict.CONTINUE;
        }
    }

    @Test
    void shouldRefusePartsThatAreStreams() {
        assertThatThrownBy(() -> Hosted.of(new Streams())).hasMessageContaining("the part of a step has a Blob in it");
    }

    @Test
    void shouldKnowThatPartsAreAState() throws Exception {
        Hosted<?, ?, ?> ring = Hosted.of(new Ring(1, 1, 1));
        assertThat(ring.keepsState()).isTrue();
        assertThat(ring.residence()).isPresent();
        assertThat(ring.hasNeeds()).isFalse();
        assertThat(ring.hasPriorities()).isFalse();
        assertThat(ring.hasSource()).isFalse();
        assertThat(ring.keepsCheckpoints()).isFalse();
    }
}
