package dev.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sluice.worker.WorkerLifecycle.Event;
import dev.sluice.worker.WorkerLifecycle.State;
import dev.sluice.worker.WorkerLifecycle.Transition;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WorkerLifecycleTest {
    /** Events that lead from the start to each state. */
    private static Map<State, List<Event>> ways() {
        Map<State, List<Event>> ways = new EnumMap<>(State.class);
        ways.put(State.CONNECTING, List.of());
        Deque<State> open = new ArrayDeque<>(List.of(State.CONNECTING));
        while (!open.isEmpty()) {
            State from = open.removeFirst();
            for (Transition row : WorkerLifecycle.TABLE) {
                if (row.from() == from && !ways.containsKey(row.to())) {
                    List<Event> way = new ArrayList<>(ways.get(from));
                    way.add(row.event());
                    ways.put(row.to(), way);
                    open.add(row.to());
                }
            }
        }
        return ways;
    }

    @Test
    void shouldReachEveryStateAndFollowEveryRow() {
        Map<State, List<Event>> ways = ways();
        assertThat(ways).containsOnlyKeys(State.values());
        for (Transition row : WorkerLifecycle.TABLE) {
            WorkerLifecycle life = new WorkerLifecycle();
            ways.get(row.from()).forEach(life::on);
            assertThat(life.is(row.from())).isTrue();
            assertThat(life.on(row.event())).as("%s", row).isEqualTo(row.to());
        }
    }

    @Test
    void shouldRefuseWhatTheTableDoesNotHaveAndTellTheStory() {
        for (State state : State.values()) {
            for (Event event : Event.values()) {
                WorkerLifecycle life = new WorkerLifecycle();
                ways().get(state).forEach(life::on);
                if (!life.allows(event)) {
                    assertThatThrownBy(() -> life.on(event))
                            .isInstanceOf(IllegalStateException.class)
                            .hasMessageContaining(event + " in " + state)
                            .hasMessageContaining("history");
                }
            }
        }
    }

    @Test
    void shouldEndFromAnywhereAndStayEnded() {
        for (State state : State.values()) {
            WorkerLifecycle life = new WorkerLifecycle();
            ways().get(state).forEach(life::on);
            assertThat(life.on(Event.END)).isEqualTo(State.FINISHED);
            assertThat(life.on(Event.DRAIN)).isEqualTo(State.FINISHED);
        }
    }

    @Test
    void shouldHaveOneRowForEachStateAndEvent() {
        assertThat(WorkerLifecycle.TABLE.stream().map(row -> row.from() + " " + row.event()))
                .doesNotHaveDuplicates();
    }
}
