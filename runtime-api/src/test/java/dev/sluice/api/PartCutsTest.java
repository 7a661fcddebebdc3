package dev.sluice.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.testing.SeededTest;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

class PartCutsTest {
    private final AtomicLong now = new AtomicLong();

    /** The results of all units, as a journal has them, and what the master sent. */
    private final List<ResidentSteps.Turned> journal = new ArrayList<>();

    private final List<byte[]> sent = new ArrayList<>();

    /** Plays master and workers: each part stays, but some units are computed elsewhere. */
    private void run(Line master, List<Line> workers, int percentElsewhere, RandomGenerator random) throws Exception {
        List<Hosted<Long, ResidentSteps.Turn, ResidentSteps.Turned>> hosts = new ArrayList<>();
        for (Line each : workers) {
            hosts.add(Hosted.of(each));
        }
        int parts = master.parts();
        play(master, (hosted, unit) -> {
            ResidentSteps.Turn turn = hosted.passed(hosted.unitCodec(), hosted.unit(unit), "unit");
            int home = (int) (unit % parts) * workers.size() / parts;
            int at = random.nextInt(100) < percentElsewhere ? random.nextInt(workers.size()) : home;
            ResidentSteps.Turned turned = hosts.get(at).compute(7L, turn);
            sent.add(bytes(hosted.unitCodec(), turn));
            journal.add(turned);
            return turned;
        });
    }

    private interface Computer {
        ResidentSteps.Turned turned(Hosted<Long, ResidentSteps.Turn, ResidentSteps.Turned> hosted, long unit)
                throws Exception;
    }

    private static void play(Line master, Computer computer) throws Exception {
        Hosted<Long, ResidentSteps.Turn, ResidentSteps.Turned> run = Hosted.of(master);
        Verdict verdict = Verdict.CONTINUE;
        for (int number = 0; verdict == Verdict.CONTINUE; number++) {
            Cycle<Long> cycle = run.cycle(number);
            run.growth().begin(cycle);
            for (long unit = 0; unit < run.growth().units(); unit++) {
                ResidentSteps.Turned turned = computer.turned(run, unit);
                run.accept(unit, run.passed(run.resultCodec(), turned, "result"));
            }
            run.growth().end();
            verdict = run.endCycle(number);
        }
        assertThat(verdict).isEqualTo(Verdict.APPLICATION_COMPLETE);
    }

    private static <T> byte[] bytes(Codec<T> codec, T value) {
        HeapEncoder encoder = new HeapEncoder();
        codec.encode(value, encoder);
        return encoder.toBytes();
    }

    private static List<Integer> last(Line line) {
        return line.sizes.get(line.sizes.size() - 1);
    }

    private List<Integer> sizes(Line master, int... slowness) throws Exception {
        List<Line> workers = new ArrayList<>();
        for (int each : slowness) {
            workers.add(master.onWorker(each));
        }
        run(master, workers, 0, new SplittableRandom(1));
        assertThat(master.results).isEqualTo(Line.expected(80, 100));
        return last(master);
    }

    @Test
    void shouldCutByTheSpeedOfWorkers() throws Exception {
        assertThat(sizes(new Line(80, 2, 100, now), 1, 3)).containsExactly(60, 20);
    }

    @Test
    void shouldCutSeveralPartsOfAWorkerAlike() throws Exception {
        assertThat(sizes(new Line(80, 6, 100, now), 1, 2, 1)).containsExactly(16, 16, 8, 8, 16, 16);
    }

    @Test
    void shouldCutAgainWhenLoadsChange() throws Exception {
        Line master = new Line(80, 2, 200, now);
        Line first = master.onWorker(1);
        Line second = master.onWorker(1);
        List<Integer> before = new ArrayList<>();
        List<Line> workers = List.of(first, second);
        List<Hosted<Long, ResidentSteps.Turn, ResidentSteps.Turned>> hosts =
                List.of(Hosted.of(first), Hosted.of(second));
        play(master, (hosted, unit) -> {
            if (master.results.size() == 60 && before.isEmpty()) {
                before.addAll(last(master));
                workers.get(0).cellNanos *= 4;
            }
            return hosts.get((int) (unit % 2))
                    .compute(7L, hosted.passed(hosted.unitCodec(), hosted.unit(unit), "unit"));
        });
        assertThat(before).containsExactly(40, 40);
        assertThat(last(master)).containsExactly(16, 64);
        assertThat(master.results).isEqualTo(Line.expected(80, 200));
    }

    @Test
    void shouldLeaveEqualPartsAtEqualWorkers() throws Exception {
        assertThat(sizes(new Line(80, 4, 100, now), 2, 2)).containsExactly(20, 20, 20, 20);
        assertThat(sent).as("units").hasSize(400);
    }

    @Test
    void shouldNotCutIfACopyTakesLongerThanIsGained() throws Exception {
        Line master = new Line(80, 2, 100, now);
        master.copyNanos = 100_000_000;
        assertThat(sizes(master, 1, 3)).containsExactly(40, 40);
    }

    @Test
    void shouldKeepPartsOfTheLeastSize() throws Exception {
        Line master = new Line(80, 2, 100, now);
        master.least = 30;
        assertThat(sizes(master, 1, 9)).containsExactly(50, 30);
    }

    @Test
    void shouldRefuseALeastSizeThatIsNone() {
        Line master = new Line(80, 2, 100, now);
        master.least = 0;
        assertThatThrownBy(() -> sizes(master, 1, 9)).hasMessageContaining("a least size 0 (expected: 1 or more)");
    }

    /** A part that was cut is another one than that of equal number and step before, wherever that is. */
    @SeededTest(runs = 100)
    void shouldGiveTheSameResultsWhereverUnitsAreComputed(RandomGenerator random) throws Exception {
        int parts = 1 + random.nextInt(6);
        int cells = parts + random.nextInt(60);
        int steps = 1 + random.nextInt(150);
        Line master = new Line(cells, parts, steps, now);
        List<Line> workers = new ArrayList<>();
        for (int each = 1 + random.nextInt(4); each > 0; each--) {
            workers.add(master.onWorker(1 + random.nextInt(4)));
        }
        run(master, workers, random.nextInt(3), random);
        assertThat(master.results).isEqualTo(Line.expected(cells, steps));
    }

    /** A master that takes the results of another one from its journal sends the same units. */
    @Test
    void shouldCutInTheSameWayWhenARunIsResumed() throws Exception {
        Line master = new Line(80, 4, 100, now);
        run(master, List.of(master.onWorker(1), master.onWorker(3)), 1, new SplittableRandom(1));
        assertThat(last(master)).isNotEqualTo(List.of(20, 20, 20, 20));
        AtomicLong other = new AtomicLong(-12_345);
        Line resumed = new Line(80, 4, 100, other);
        int[] next = {0};
        List<ResidentSteps.Turn> turns = new ArrayList<>();
        play(resumed, (hosted, unit) -> {
            other.addAndGet(100 * next[0] * (unit % 3));
            turns.add(hosted.unit(unit));
            return journal.get(next[0]++);
        });
        assertThat(resumed.sizes).isEqualTo(master.sizes);
        assertThat(next[0]).isEqualTo(journal.size());
    }
}
