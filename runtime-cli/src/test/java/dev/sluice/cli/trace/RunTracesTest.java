package dev.sluice.cli.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.json.JsonTree;
import dev.sluice.master.record.ResultTrace;
import dev.sluice.model.record.CourseView;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.record.RunFacts;
import dev.sluice.model.record.RunRecorder;
import dev.sluice.model.record.RunView;
import dev.sluice.model.schedule.ResultRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunTracesTest {
    private static final long MILLI = 1_000_000L;

    @TempDir
    Path directory;

    private final List<String> news = new ArrayList<>();

    private static RunView view() {
        RunRecorder recorder = new RunRecorder();
        int one = recorder.joined("w1", "a", 2, false, 0);
        int two = recorder.joined("w2", "b, \"c\"", 1, false, 0);
        recorder.computed(one, 2, 0, 10, 3, 5 * MILLI, 8 * MILLI, 3 * MILLI, RunRecorder.ACCEPTED);
        recorder.computed(two, 1, 1, 7, 1, 5 * MILLI, 6 * MILLI, MILLI, RunRecorder.SUPERSEDED);
        recorder.transferred(one, true, 1_000, 8 * MILLI, 9 * MILLI);
        recorder.transferred(one, true, 2_000, 8 * MILLI, 10 * MILLI);
        recorder.decided(0.001, "grants", "2 at a time", "", "");
        RunFacts facts = new RunFacts(
                new RunView.About(RunView.Kind.ENDED, "r", "a", List.of(), "", "m", "SS", "", "", "", "", 0),
                new RunView.Overview(0, 0, 1, 0, false, 0, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0, 0, "", null, List.of()),
                List.of(),
                IdleLedger.NONE,
                null,
                List.of(),
                CourseView.NONE);
        return recorder.view(0, facts, 20 * MILLI);
    }

    private static String line(JsonTree event) {
        String time = event.has("ts") ? String.valueOf(event.at("ts").number()) : "";
        boolean named = event.has("args") && event.at("args").has("name");
        return event.at("ph").text() + " " + event.at("name").text() + " " + time
                + (named ? event.at("args").at("name").text() : "");
    }

    private static ResultTrace.Row row(long unit) {
        ResultRun run = ResultRun.of(unit + 1, 5, unit, 1, 2 * MILLI, 0);
        return new ResultTrace.Row(
                0, run, "w1", "a", 1, 1 * MILLI, 5 * MILLI, 6 * MILLI, 30, 100, RunRecorder.ACCEPTED);
    }

    @Test
    void shouldWriteTheSpansOfTheRecorder() throws IOException {
        Path file = directory.resolve("units.csv");
        UnitsFile.write(view(), file);
        assertThat(Files.readAllLines(file))
                .containsExactly(
                        UnitsFile.HEADER.strip(),
                        "0,10,3,,w1,a,2,,0.005000,0.008000,,,,accepted,",
                        "1,7,1,,w2,\"b, \"\"c\"\"\",1,,0.005000,0.006000,,,,superseded,");
    }

    @Test
    void shouldWriteATraceWithATrackForEachSlot() throws IOException {
        Path file = directory.resolve("trace.json");
        RunTrace.write(view(), file);
        List<String> lines = JsonTree.read(file).at("traceEvents").elements().stream()
                .map(RunTracesTest::line)
                .toList();
        assertThat(lines)
                .contains(
                        "M process_name a",
                        "M thread_name w1 slot 2",
                        "X units 10–12 5000.0",
                        "X unit 7 (superseded) 5000.0",
                        "b results, 1000 bytes 8000.0",
                        "b results, 2000 bytes 8000.0",
                        "e results, 1000 bytes 9000.0",
                        "i grants: 2 at a time 1000.0");
    }

    @Test
    void shouldWriteEachRunWhileTheRunIsRunning() throws Exception {
        Path file = directory.resolve("units.csv");
        UnitStream stream = new UnitStream(file, UnitStream.MOST_BYTES, news::add);
        for (int unit = 0; unit < 1_000; unit++) {
            stream.run(row(unit));
        }
        stream.awaitEnd(60_000);
        assertThat(news).isEmpty();
        assertThat(Files.readAllLines(file))
                .hasSize(1_001)
                .startsWith(
                        UnitsFile.HEADER.strip(),
                        "0,0,1,1,w1,a,1,0.001000,0.003000,0.005000,0.006000,30,100,accepted,");
    }

    @Test
    void shouldSayThatTheFileIsFull() throws Exception {
        Path file = directory.resolve("units.csv");
        UnitStream stream = new UnitStream(file, 1 << 20, news::add);
        for (int unit = 0; unit < 40_000; unit++) {
            stream.run(row(unit));
        }
        stream.awaitEnd(60_000);
        assertThat(Files.size(file)).isLessThan((1 << 20) + 1_000);
        assertThat(news).hasSize(1).first().asString().contains("units.csv: ").contains("rows were left out");
    }

    @Test
    void shouldWriteNothingWithoutResults() throws Exception {
        Path file = directory.resolve("units.csv");
        UnitStream stream = new UnitStream(file, 1 << 20, news::add);
        stream.awaitEnd(1_000);
        assertThat(file).doesNotExist();
    }
}
