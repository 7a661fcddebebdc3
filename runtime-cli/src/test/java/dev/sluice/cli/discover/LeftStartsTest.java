package dev.sluice.cli.discover;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.insight.history.HeldContents;
import dev.sluice.insight.history.History;
import dev.sluice.insight.history.HistoryTrouble;
import dev.sluice.insight.start.StartKnowledge;
import dev.sluice.launch.JarToPush;
import dev.sluice.launch.LaunchPhases;
import dev.sluice.model.RunId;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeftStartsTest {
    private static final NetworkView VIEW = new NetworkView(
            "discovered",
            List.of(new Link("lan", Wire.UNLIMITED), new Link("line", 0, Wire.shared(1e6))),
            List.of(new Host("m", 0), new Host("far", 1), new Host("here", 0)));

    @TempDir
    private Path state;

    private StartKnowledge foretold(History history, Set<String> holders) {
        return StartKnowledge.of(
                history.starts(),
                new StartKnowledge.Asked(
                        StartKnowledge.SSH, VIEW, List.of("far"), "m", "m", holders, 10_000_000, Set.of(), 0));
    }

    @Test
    void shouldForetellTheFirstRunByWhatTheDiscoveryTook() throws Exception {
        List<HistoryTrouble> troubles = new ArrayList<>();
        History history = new History(state, troubles::add);
        HeldContents jars = HeldContents.jars(state);
        JarToPush jar = JarToPush.of(Files.writeString(state.resolve("worker.jar"), "a jar"));
        assertThat(foretold(history, jars.holders(jar.hash(), List.of("far")))
                        .hostSeconds()
                        .get("far"))
                .isGreaterThan(10);

        LaunchPhases slow = new LaunchPhases(StartKnowledge.SSH, 0.5, 0.25, 9, 9_000_000, 1.5, 0);
        LeftStarts.remember(
                Map.of("far", slow, "here", LaunchPhases.LOCAL),
                jar,
                new RunId("discover-20260101-000000-0000"),
                VIEW,
                new LeftStarts.Memory(history, jars));

        assertThat(jars.holders(jar.hash(), List.of("far", "here"))).containsExactly("far");
        StartKnowledge known = foretold(history, jars.holders(jar.hash(), List.of("far")));
        assertThat(known.hostSeconds().get("far"))
                .as("and 0.4 s until it computes, which no discovery shows")
                .isCloseTo(2.65, Offset.offset(1e-3));
        assertThat(known.words()).contains("the start of 1 host by its own history");
        assertThat(troubles).isEmpty();
    }
}
