package dev.sluice.master.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.record.RunRecorder;
import dev.sluice.model.record.RunView.Failure;
import dev.sluice.net.virtual.VirtualLoop;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FailureRecordsTest {
    private final RunRecorder recorder = new RunRecorder(true);
    private final VirtualLoop loop = new VirtualLoop();
    private final FailureRecords records = new FailureRecords(recorder, loop);
    private final Deque<Runnable> later = new ArrayDeque<>();
    private List<String> log = new ArrayList<>();

    private static Failure failure(long unit) {
        return new Failure(1, 0, unit, "w1", "a", false, 1, "T", "m", "s", List.of());
    }

    private static List<String> lines(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "line " + i).toList();
    }

    private void readLater() {
        while (!later.isEmpty()) {
            later.remove().run();
        }
        records.end(); // which records what the loop has not
    }

    @Test
    void shouldTakeLinesThatCameLate() {
        records.logs((host, pid) -> log, Runnable::run, later::add);
        records.add(failure(7), 4);
        log = lines(0, 2);
        readLater();
        assertThat(recorder.failures()).extracting(Failure::log).containsExactly(lines(0, 2));
    }

    @Test
    void shouldTakeLaterLinesOnlyWithThoseBeforeTheFailure() {
        records.logs((host, pid) -> log, Runnable::run, later::add);
        log = lines(0, 20);
        records.add(failure(7), 4);
        log = lines(5, 25);
        records.add(failure(8), 4);
        log = lines(12, 32);
        readLater();
        assertThat(recorder.failures()).extracting(Failure::log).containsExactly(lines(0, 20), lines(12, 32));
    }

    @Test
    void shouldNotReadForAFailureWithoutALogOrBeyondTheLimit() {
        records.logs((host, pid) -> List.of("read"), Runnable::run, later::add);
        records.add(failure(7), 0);
        assertThat(later).isEmpty();
        assertThat(recorder.failures()).extracting(Failure::log).containsExactly(List.of());
        for (int unit = 0; unit < 200; unit++) {
            records.add(failure(unit), 4);
        }
        assertThat(later).hasSize(RunRecorder.MOST_FAILURES - 1);
        records.end();
        assertThat(recorder.failures()).hasSize(RunRecorder.MOST_FAILURES);
    }
}
