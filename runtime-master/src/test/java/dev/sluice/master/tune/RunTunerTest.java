package dev.sluice.master.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A tuner whose thread gets no processor. */
class RunTunerTest {
    private static final Handout SS = new Handout(PolicyName.SS, Weighting.EQUAL, 0, 0);
    private static final Handout FAC = new Handout(PolicyName.FAC, Weighting.EQUAL, 0, 0);

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final List<String> untuned = new ArrayList<>();
    private final OneHandout floor = new OneHandout();
    private boolean closed;

    private final RunTuner tuner = RunTuner.of(
            new TuningTerms(null, RuntimeCosts.NONE, TuningTerms.USUAL_SHARE, new Busy()),
            new Running(),
            new Actuator(floor, 0),
            new ChangeTurn());

    private final class Busy implements Beside {
        @Override
        public void execute(Runnable task) {
            tasks.add(task);
        }

        @Override
        public long cpuNanos() {
            return 0;
        }

        @Override
        public void close() {
            closed = true;
        }
    }

    /** A run of a million units whose looks cost too much. */
    private final class Running implements TunedFloor {
        @Override
        public RunMoment moment(long sinceNanos) {
            throw new AssertionError("a look");
        }

        @Override
        public long applicationNanos() {
            return 0;
        }

        @Override
        public long computedUnits() {
            return 1;
        }

        @Override
        public int activeSlots() {
            return 1;
        }

        @Override
        public double expectedSeconds() {
            return 1;
        }

        @Override
        public boolean isEnding() {
            return false;
        }

        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public void looked(long cpuNanos) {}

        @Override
        public void judged(int decision, String outcome) {}

        @Override
        public void untuned(String why) {
            untuned.add(why);
        }

        @Override
        public void post(Runnable task) {
            task.run();
        }
    }

    /** A run without workers. */
    private static final class OneHandout implements Floor {
        private Handout now = SS;

        @Override
        public List<Present> present() {
            return List.of();
        }

        @Override
        public Handout handout() {
            return now;
        }

        @Override
        public boolean mayCopy() {
            return true;
        }

        @Override
        public void apply(Event event) {
            now = ((Event.HandoutChanged) event).to();
        }

        @Override
        public void park(WorkerId worker, boolean parked) {}

        @Override
        public void sendSetup(WorkerId worker, boolean atOnce) {}

        @Override
        public void withdrawSetup(WorkerId worker) {}

        @Override
        public int decided(String kind, String what, String why, String gain) {
            return 0;
        }

        @Override
        public void handedOutBy(int decision) {}
    }

    /** Takes as many runs of results as are handed over together. */
    private void batch() {
        tuner.results(new WorkerId(1), 0, Collections.nCopies(512, new ResultRun(1, 1, 0, 1, 1_000_000, 1e-6)));
    }

    @Test
    void shouldEndTheTuningIfResultsComeFasterThanTheyAreTakenIn() {
        tuner.cycleBegun(0, 1_000_000, 0);
        for (int batch = 0; batch < 256; batch++) {
            batch();
        }
        tuner.tick();
        assertThat(untuned).as("at the bound").isEmpty();
        batch();
        floor.now = FAC;
        tuner.tick();
        assertThat(untuned).containsExactly("results come faster than they can be modelled");
        assertThat(floor.now).as("the hand-out with which the run began").isEqualTo(SS);
        assertThat(closed).isTrue();
        int before = tasks.size();
        batch();
        tuner.tick();
        assertThat(tasks).as("no more is kept").hasSize(before);
        assertThat(untuned).hasSize(1);
    }

    @Test
    void shouldGoOnOnceResultsWereTakenIn() {
        tuner.cycleBegun(0, 1_000_000, 0);
        for (int batch = 0; batch < 1_000; batch++) {
            batch();
            while (tasks.size() > 100) {
                tasks.removeFirst().run();
            }
            tuner.tick();
        }
        assertThat(untuned).isEmpty();
    }
}
