package dev.sluice.worker;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The life cycle of a worker, for the page that shows all life cycles. */
public final class WorkerLife {
    private WorkerLife() {}

    /** The states with their sentences, the first one first. */
    public static Map<String, String> states() {
        Map<String, String> states = new LinkedHashMap<>();
        for (WorkerLifecycle.State state : WorkerLifecycle.State.values()) {
            states.put(state.name(), state.sentence());
        }
        return states;
    }

    /** The rows of the table: state, event, next state. */
    public static List<List<String>> rows() {
        return WorkerLifecycle.TABLE.stream()
                .map(row ->
                        List.of(row.from().name(), row.event().name(), row.to().name()))
                .toList();
    }
}
