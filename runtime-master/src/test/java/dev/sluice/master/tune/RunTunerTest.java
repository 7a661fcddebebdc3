package dev.sluice.master.tune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.model.WorkerId;
import dev.sluice.model.policy.PolicyName;
import dev.sluice.model.policy.Weighting;
import dev.sluice.model.schedule.Event;
import dev.sluice.model.schedule.Handout;
import dev.sluice.model.schedule.ResultRun;
import dev.sluice.model.schedule.Scheduler;
import dev.sluice.model.schedule.SchedulerConfig;
import dev.sluice.model.simulate.SimulationTerms;
import dev.sluice.model.simulate.cost.RuntimeCosts;
import dev.sluice.model.tune.Adjustment;
import dev.sluice.model.tune.Expectation;
import dev.sluice.model.tune.Knob;
import dev.sluice.model.tune.Setting;
import dev.sluice.model.tune.TunedStep;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A tuner whose thread gets no processor. */
class RunTunerTest {
    private static final Handout SS = new Handout(PolicyName.SS, Weighting.EQUAL, 0, 0);
    private static final Handout FAC = new Handout(PolicyName.FAC, Weighting.EQUAL, 0, 0);

    private final Deque<Runnable> tasks = new ArrayDeque<>();
    private final List<String> untuned = new ArrayList<>();
    private final OneHandout floor = new OneHandout();
    private final List<String> outcomes = new ArrayList<>();
    private final ChangeTurn turn = new ChangeTurn(1);
    private boolean closed;
    private long computedUnits = 1;
    private double expectedSeconds = 1;
    private RunMoment moment;

    private final RunTuner tuner = RunTuner.of(
            new TuningTerms(null, RuntimeCosts.NONE, TuningTerms.USUAL_SHARE, new Busy()),
            new Running(),
            new Actuator(floor, 0),
            turn);

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

    /** A run of a million units whose looks cost too much at first. */
    private final class Running extends IdleFloor {
        @Override
        public RunMoment moment(long sinceNanos) {
            if (moment == null) {
                throw new AssertionError("a look");
            }
            return moment;
        }

        @Override
        public long computedUnits() {
            return computedUnits;
        }

        @Override
        public double expectedSeconds() {
            return expectedSeconds;
        }

        @Override
        public void judged(int decision, String outcome) {
            outcomes.add(decision + " " + outcome);
        }

        @Override
        public void untuned(String why) {
            untuned.add(why);
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
            return 7;
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

    /** A moment of a cycle of which nothing is computed. */
    private static RunMoment moment() {
        Scheduler scheduler = new Scheduler(
                new SchedulerConfig(SS, 3, SchedulerConfig.DEFAULT_LEASE_NANOS, new SplittableRandom(1), 0));
        scheduler.apply(new Event.CycleBegun(0, 1_000_000), 0, action -> {});
        return new RunMoment(
                scheduler.open(1),
                List.of(new RunMoment.Seat(new WorkerId(1), 1, false, 0, 0, 0)),
                new RunMoment.Amounts(1, 0, 1, 1, 1, 1, 1_000_000, 0, 0),
                SimulationTerms.DEFAULT.withHandout(SS));
    }

    private void work() {
        while (!tasks.isEmpty()) {
            tasks.removeFirst().run();
        }
    }

    /** A change that could not be judged for a while does not keep others waiting, until it can be taken back. */
    @Test
    void shouldTakeTheTurnAgainWhenItLooksAtAChangeThatActs() {
        moment = moment();
        tuner.cycleBegun(0, 1_000_000, 0);
        batch();
        Adjustment change = new Adjustment(
                1, Knob.POLICY, Setting.of(SS), Setting.of(FAC), "it is faster", new Expectation(2, 1, 0.1));
        tuner.answered(
                new TuningAnswer(List.of(change), List.of(new TunedStep(change, "")), -1, 0, 0, true, false, ""), 0, 0);
        work();
        assertThat(floor.now).isEqualTo(FAC);
        assertThat(turn.isFree(Knob.TREE)).as("the change acts").isFalse();

        expectedSeconds = 0.1;
        computedUnits = 150_000;
        tuner.tick();
        assertThat(turn.isFree(Knob.TREE)).as("a look costs too much").isTrue();

        expectedSeconds = 1e9;
        computedUnits = 250_000;
        tuner.tick();
        assertThat(turn.isFree(Knob.TREE)).as("a look may take the change back").isFalse();

        assertThat(outcomes).isEmpty();
        tuner.runEnded();
        assertThat(outcomes).containsExactly("7 kept: not judged, because the run ended");
        assertThat(turn.isFree(Knob.TREE)).isTrue();
    }

    /** Such a look is foretold and counted as one that judges. */
    @Test
    void shouldLookForNothingBetterOnlyBecauseTimeHasPassed() {
        expectedSeconds = 1e9;
        tuner.cycleBegun(0, 1_000_000, 0);
        batch();
        TuningAnswer dueAtOnce = new TuningAnswer(List.of(), List.of(), 0, 0, 0, false, false, "");
        tuner.answered(dueAtOnce, 0, 0);
        tuner.tick(); // a look fails without a moment
        computedUnits = 150_000;
        assertThatThrownBy(tuner::tick).as("at a tenth").hasMessage("a look");
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
