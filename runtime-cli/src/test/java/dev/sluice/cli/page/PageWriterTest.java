package dev.sluice.cli.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.ledger.CauseTimes;
import dev.sluice.model.record.CourseView;
import dev.sluice.model.record.IdleLedger;
import dev.sluice.model.record.RunFacts;
import dev.sluice.model.record.RunRecorder;
import dev.sluice.model.record.RunView;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

class PageWriterTest {
    private static RunView view(String host, double wait) {
        RunView.About about = new RunView.About(
                RunView.Kind.LIVE, "run-1", "App", List.of("\"{"), "", "here", "SS", "1", "17", "/tmp", "", -1);
        RunView.Overview overview =
                new RunView.Overview(0, -1, 0, 0, false, 0, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0, 0, "", null, List.of());
        IdleLedger nothing = IdleLedger.NONE;
        RunView empty = new RunRecorder()
                .view(0, new RunFacts(about, overview, List.of(), nothing, null, List.of(), CourseView.NONE), 0);
        return new RunView(
                empty.sequence(),
                true,
                empty.about(),
                empty.overview(),
                List.of(new RunView.Lane(0, "w1", host, 1, 1, 0, -1, RunView.State.CONNECTED)),
                empty.bands(),
                empty.spans(),
                empty.transfers(),
                empty.series(),
                List.of(new RunView.Link(0, -1, "master", 0, 1, 2, 3, 4, 5, 6, true)),
                new IdleLedger(1, 0, CauseTimes.ZERO, List.of(new IdleLedger.Link(host, "master", wait)), List.of()),
                new RunView.Scaling(new int[] {1}, new double[] {1}, new double[] {1}, new double[] {1}, 1, 1, wait),
                empty.forecasts(),
                List.of(new RunView.Host(host, 1, 1, 1, 1, 1, 1, 1, "tls", RunView.State.CONNECTED, "")),
                List.of(),
                List.of(),
                CourseView.NONE);
    }

    @Test
    void shouldWriteTheSameAsPageJsonWhetherPartsChangeOrNot() {
        PageWriter writer = new PageWriter();
        for (RunView view : List.of(view("a", 1), view("a", 1), view("a", 2), view("\"},{:", 2), view("a", 1))) {
            assertThat(new String(writer.bytes(view), StandardCharsets.UTF_8)).isEqualTo(PageJson.text(view));
        }
    }
}
