package dev.sluice.master.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import dev.sluice.master.tune.Floor.Received;
import dev.sluice.master.tune.Replanning.Line;
import dev.sluice.model.WorkerId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A line that carries 1 MB/s to two hosts, whose ports are no narrower. */
class InputWatchTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double RATE = 1e6;
    private static final List<Floor.Present> WORKERS = List.of(worker(1, "a"), worker(2, "b"));

    private final InputWatch watch = new InputWatch(
            List.of(
                    new Line("far", Set.of("a", "b"), RATE, 0.01, 0.05),
                    new Line("the port of a", Set.of("a"), RATE, 0.01, 0.05),
                    new Line("the port of b", Set.of("b"), RATE, 0.01, 0.05)),
            0);

    private final Map<WorkerId, Received> sums =
            new HashMap<>(Map.of(new WorkerId(1), new Received(0, 0), new WorkerId(2), new Received(0, 0)));

    private long now;

    private static Floor.Present worker(int number, String host) {
        return new Floor.Present(new WorkerId(number), host, 1, false, false);
    }

    private void gets(int worker, double megabytes, double seconds) {
        sums.merge(
                new WorkerId(worker),
                new Received(Math.round(megabytes * 1e6), Math.round(seconds * SECOND)),
                (one, more) -> new Received(one.bytes() + more.bytes(), one.nanos() + more.nanos()));
    }

    /** Passes three windows of 10 s, in each of which both workers receive so much [MB] in so many seconds. */
    private Map<String, Double> after(double ofA, double secondsOfA, double ofB, double secondsOfB) {
        return after(Map.of(), ofA, secondsOfA, ofB, secondsOfB);
    }

    private Map<String, Double> after(
            Map<String, Double> known, double ofA, double secondsOfA, double ofB, double secondsOfB) {
        Map<String, Double> slow = Map.of();
        for (int window = 0; window < 3; window++) {
            gets(1, ofA, secondsOfA);
            gets(2, ofB, secondsOfB);
            now += 10 * SECOND;
            slow = watch.look(WORKERS, sums::get, known, now);
        }
        return slow;
    }

    @Test
    void shouldBlameALineThatCarriesLessThanBelieved() {
        assertThat(after(1.5, 9.5, 1.5, 9)).containsOnlyKeys("far");
    }

    @Test
    void shouldBlameNoPortForALineThatIsFull() {
        assertThat(after(5, 10, 5, 10)).isEmpty();
    }

    /** The other worker gets what it wants, as fast as the line allows. */
    @Test
    void shouldBlameThePortOfASlowHost() {
        assertThat(after(2, 10, 1, 1.2)).containsOnly(entry("the port of a", 5.0));
    }

    @Test
    void shouldBlameThePortOfTheOnlyWorkerThatReceives() {
        assertThat(after(2, 10, 0, 0)).containsOnlyKeys("the port of a");
    }

    /** Nobody knows whether they received at the same time. */
    @Test
    void shouldNotJudgeALineThatIsIdleForSomeTime() {
        assertThat(after(0.5, 5, 0.5, 5)).isEmpty();
    }

    @Test
    void shouldBreakNoBeliefTwiceAndSeeThatALineIsFastAgain() {
        assertThat(after(Map.of("far", 3.3), 1.5, 10, 1.5, 10)).isEmpty();
        assertThat(after(Map.of("far", 3.3), 5, 10, 5, 10)).containsOnly(entry("far", 1.0));
    }
}
