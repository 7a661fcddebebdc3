package dev.sluice.worker.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.RunId;
import dev.sluice.net.message.AgentReport.State;
import dev.sluice.net.message.AgentTarget;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SeatsTest {
    private final FakeWorkers workers = new FakeWorkers();
    private final AtomicInteger changes = new AtomicInteger();
    private final Seats seats = new Seats(workers, Runnable::run, changes::incrementAndGet);

    private static AgentTarget target(long number, long... ids) {
        return new AgentTarget(
                number,
                LongStream.of(ids)
                        .mapToObj(id -> new AgentTarget.Seat(id, new RunId("r"), 2, "run=r\nend\n"))
                        .toList());
    }

    private List<State> states() {
        return seats.report().stream().map(seat -> seat.state()).toList();
    }

    @Test
    void shouldStartNewSeatsAndDrainAbsentOnes() {
        seats.follow(target(1, 1, 2));
        seats.follow(target(2, 2, 3));

        assertThat(workers.started.keySet()).containsExactly(1L, 2L, 3L);
        assertThat(workers.started.get(1L).drains).isEqualTo(1);
        assertThat(workers.started.get(2L).drains).isZero();
        assertThat(states()).containsExactly(State.DRAINING, State.STARTING, State.STARTING);
        assertThat(seats.pids()).containsExactly(1_001L, 1_002L, 1_003L);
    }

    @Test
    void shouldStartASeatOnceHoweverOftenTheTargetIsRepeated() {
        FakeWorkers.Fake first = null;
        for (int i = 0; i < 3; i++) {
            seats.follow(target(i, 1));
            first = first == null ? workers.started.get(1L) : first;
        }

        assertThat(workers.started.get(1L)).isSameAs(first);
    }

    @Test
    void shouldIgnoreAnOlderTarget() {
        seats.follow(target(5, 1));
        seats.follow(target(4));

        assertThat(states()).containsExactly(State.STARTING);
        assertThat(workers.started.get(1L).drains).isZero();
    }

    @Test
    void shouldTakeLowerNumbersInANewSession() {
        seats.follow(target(5, 1));
        seats.newSession();
        seats.follow(target(1));

        assertThat(states()).containsExactly(State.DRAINING);
    }

    @Test
    void shouldReportAnEndedWorkerUntilThePoolKnows() {
        seats.follow(target(1, 1));
        workers.started.get(1L).news.joined();
        assertThat(states()).containsExactly(State.JOINED);
        workers.started.get(1L).news.ended(137, "killed");

        seats.follow(target(2, 1)); // the pool does not know yet
        assertThat(seats.report()).singleElement().satisfies(seat -> {
            assertThat(seat.state()).isEqualTo(State.ENDED);
            assertThat(seat.exitCode()).isEqualTo(137);
            assertThat(seat.lastWords()).isEqualTo("killed");
        });
        assertThat(workers.started).hasSize(1);
        assertThat(seats.isEmpty()).isTrue();
        seats.follow(target(3));
        assertThat(seats.report()).isEmpty();
        assertThat(changes).hasValue(2);
    }

    @Test
    void shouldKeepDrainingAWorkerThatJoinsLate() {
        seats.follow(target(1, 1));
        seats.follow(target(2));
        workers.started.get(1L).news.joined();

        assertThat(states()).containsExactly(State.DRAINING);
    }

    @Test
    void shouldReportAWorkerThatCannotBeStarted() {
        workers.refuse = true;
        seats.follow(target(1, 1));

        assertThat(seats.report()).singleElement().satisfies(seat -> {
            assertThat(seat.state()).isEqualTo(State.ENDED);
            assertThat(seat.exitCode()).isEqualTo(Seats.NOT_STARTED);
            assertThat(seat.lastWords()).contains("no more processes");
        });
    }

    @Test
    void shouldReportASeatOfAnEarlierAgentAsEnded() {
        seats.follow(new AgentTarget(1, List.of(new AgentTarget.Seat(7, new RunId("r"), 1, ""))));

        assertThat(workers.started).isEmpty();
        assertThat(states()).containsExactly(State.ENDED);
    }

    @Test
    void shouldStartNothingAfterItIsClosed() {
        seats.follow(target(1, 1));
        seats.close();
        seats.follow(target(2, 1, 2));

        assertThat(workers.started).hasSize(1);
        assertThat(workers.started.get(1L).drains).isEqualTo(1);
        assertThat(seats.isEmpty()).isFalse();
        workers.started.get(1L).news.ended(0, "");
        assertThat(seats.isEmpty()).isTrue();
    }
}
