package dev.sluice.model.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.WorkerId;
import dev.sluice.model.schedule.Event;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SetupRoundsTest {
    private static final long LARGE = 1 << 20;

    private static final class Seat extends SetupSeat {
        final int number;
        boolean parked;

        Seat(int number) {
            this.number = number;
        }

        @Override
        public WorkerId worker() {
            return new WorkerId(number);
        }

        @Override
        public int slots() {
            return number; // so that the last is the fastest
        }

        @Override
        public boolean isParked() {
            return parked;
        }
    }

    private final List<String> said = new ArrayList<>();
    private final Set<Seat> left = new HashSet<>();
    private final Seat first = new Seat(1);
    private final Seat second = new Seat(2);

    private final SetupRounds.Hands<Seat> hands = new SetupRounds.Hands<>() {
        @Override
        public long nanoTime() {
            return 0;
        }

        @Override
        public void apply(Event event) {
            said.add(
                    event instanceof Event.SetupQueued queued
                            ? "queued " + queued.worker()
                            : "sent " + ((Event.SetupSent) event).worker());
        }

        @Override
        public double speed(WorkerId worker) {
            return 0;
        }

        @Override
        public void send(Seat to, int cycle) {
            said.add("send " + cycle + " to " + to.worker());
        }

        @Override
        public boolean hasLeft(Seat to) {
            return left.contains(to);
        }

        @Override
        public void left(Seat to) {
            said.add("left " + to.worker());
        }

        @Override
        public void lookAfter(long nanos) {
            said.add("look");
        }
    };

    private final SetupRounds<Seat> rounds = new SetupRounds<>(SetupOrder.IN_TURN, 1000, false, hands);

    @Test
    void shouldSendLargeSetupsInTurnTheFastestFirst() {
        rounds.begin(3, LARGE, List.of(first, second));
        assertThat(said).containsExactly("queued w1", "queued w2", "send 3 to w2", "look");
        said.clear();
        rounds.left(second);
        rounds.left(second);
        assertThat(said).containsExactly("left w2", "sent w2", "send 3 to w1");
    }

    @Test
    void shouldSendSmallSetupsAtOnce() {
        rounds.begin(3, 100, List.of(first, second));
        assertThat(said).containsExactly("send 3 to w1", "send 3 to w2");
    }

    @Test
    void shouldGiveTheNextItsTurnWhereASetupLeavesAtOnce() {
        left.add(second);
        rounds.begin(3, LARGE, List.of(first, second));
        assertThat(said)
                .containsExactly("queued w1", "queued w2", "send 3 to w2", "left w2", "sent w2", "send 3 to w1");
    }

    @Test
    void shouldSendNoSetupToAParkedWorkerUntilItWorksAgain() {
        second.parked = true;
        rounds.begin(3, LARGE, List.of(first, second));
        rounds.registered(second, false);
        assertThat(said).containsExactly("queued w1", "send 3 to w1");
        said.clear();
        second.parked = false;
        rounds.unparked(second, true);
        rounds.unparked(second, true);
        assertThat(said).as("it overtakes, and has it then").containsExactly("send 3 to w2", "sent w2", "sent w2");
    }

    @Test
    void shouldSendTheSetupAtOnceToAWorkerThatReturns() {
        rounds.begin(3, LARGE, List.of(first));
        said.clear();
        rounds.registered(second, true);
        assertThat(said).containsExactly("send 3 to w2", "sent w2");
        rounds.cycleOver();
        rounds.registered(second, true);
        assertThat(said).hasSize(2);
    }
}
