package dev.sluice.master;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.master.tune.TuningState;
import dev.sluice.model.TransitionTable;
import dev.sluice.model.fleet.FleetState;
import dev.sluice.model.schedule.CycleState;
import dev.sluice.model.schedule.WorkerState;
import dev.sluice.model.tune.TunerState;
import dev.sluice.worker.WorkerLife;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Compares the page of all life cycles with the tables of the code. */
class LifeCyclesTest {
    private static final Path PAGE = Path.of(System.getProperty("sluice.checkout", ".."), "docs", "life-cycles.md");

    /** One table, as the page shows it. */
    private record LifeCycle(String title, String owner, Map<String, String> states, List<List<String>> rows) {
        String text() {
            StringBuilder text = new StringBuilder("\n## " + title + "\n\n" + owner + "\n\n");
            text.append("```mermaid\nstateDiagram-v2\n");
            text.append("    [*] --> ")
                    .append(states.keySet().iterator().next())
                    .append('\n');
            Map<String, List<String>> arrows = new LinkedHashMap<>();
            for (List<String> row : rows) {
                arrows.computeIfAbsent(row.get(0) + " --> " + row.get(2), arrow -> new ArrayList<>())
                        .add(row.get(1));
            }
            arrows.forEach((arrow, inputs) -> text.append("    %s: %s%n".formatted(arrow, String.join(", ", inputs))));
            text.append("```\n\n| state | meaning |\n| --- | --- |\n");
            states.forEach((state, sentence) -> text.append("| ")
                    .append(state)
                    .append(" | ")
                    .append(sentence)
                    .append(" |\n"));
            return text.toString();
        }
    }

    private static <S extends Enum<S>, I extends Enum<I>> List<List<String>> rows(TransitionTable<S, I> table) {
        List<List<String>> rows = new ArrayList<>();
        table.forEach((state, row) ->
                row.forEach((input, next) -> rows.add(List.of(state.name(), input.name(), next.name()))));
        return rows;
    }

    private static <S extends Enum<S>> Map<String, String> states(S[] all, Function<S, String> sentence) {
        Map<String, String> states = new LinkedHashMap<>();
        for (S state : all) {
            states.put(state.name(), sentence.apply(state));
        }
        return states;
    }

    private static String page() {
        StringBuilder text = new StringBuilder("""
            # Life cycles

            Each life cycle is a table in the code: a state and an input give the next state. An input that the \
            table does not allow in a state is a defect and throws, with the latest transitions.
            This page is written from the tables: `mvn -pl runtime-master -am test -Dtest=LifeCyclesTest \
            -Dsurefire.failIfNoSpecifiedTests=false -Dsluice.update=life-cycles`.
            """);
        List<LifeCycle> all = List.of(
                new LifeCycle(
                        "A run",
                        "The master's `RunCourse` keeps it (`RunState`).",
                        states(RunState.values(), RunState::sentence),
                        rows(RunState.TABLE)),
                new LifeCycle(
                        "The cycles of a run",
                        "The scheduler keeps it (`CycleState`).",
                        states(CycleState.values(), CycleState::sentence),
                        rows(CycleState.TABLE)),
                new LifeCycle(
                        "A worker, as the scheduler sees it",
                        "The scheduler keeps it for each worker (`WorkerState`).",
                        states(WorkerState.values(), WorkerState::sentence),
                        rows(WorkerState.TABLE)),
                new LifeCycle(
                        "A worker process",
                        "The worker's loop keeps it (`Life`).",
                        WorkerLife.states(),
                        WorkerLife.rows()),
                new LifeCycle(
                        "A fleet of tasks of a queue system",
                        "The pool keeps it for each queue system (`Fleet`).",
                        states(FleetState.values(), FleetState::sentence),
                        rows(FleetState.TABLE)),
                new LifeCycle(
                        "A tuner",
                        "The tuner of a run keeps it (`TunerState`).",
                        states(TunerState.values(), TunerState::sentence),
                        rows(TunerState.TABLE)),
                new LifeCycle(
                        "The tuning of a run",
                        "The master keeps it, which gives a tuner copies of the run (`TuningState`).",
                        states(TuningState.values(), TuningState::sentence),
                        rows(TuningState.TABLE)));
        all.forEach(each -> text.append(each.text()));
        text.append("\n## What a run does\n\n| input | action |\n| --- | --- |\n");
        for (RunState.Input input : RunState.Input.values()) {
            text.append("| ").append(input).append(" | ").append(input.action()).append(" |\n");
        }
        return text.toString();
    }

    @Test
    void shouldShowTheTablesOfTheCode() throws IOException {
        String now = page();
        if ("life-cycles".equals(System.getProperty("sluice.update"))) {
            Files.writeString(PAGE, now);
        }
        assertThat(Files.readString(PAGE))
                .as("docs/life-cycles.md (update: -Dsluice.update=life-cycles)")
                .isEqualTo(now);
    }
}
