package dev.sluice.model.share;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.model.Amounts;
import dev.sluice.model.flow.Host;
import dev.sluice.model.flow.Link;
import dev.sluice.model.flow.NetworkView;
import dev.sluice.model.flow.Wire;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SharedLinksTest {
    /** Two racks behind a slow line, one rack whose own wire is slower, and the master's switch. */
    private static final NetworkView SITES = new NetworkView(
            "sites",
            List.of(
                    new Link("switch", Wire.UNLIMITED),
                    new Link("line", 0, Wire.duplex(1e6)),
                    new Link("rack1", 1, Wire.duplex(1e8)),
                    new Link("rack2", 1, Wire.duplex(1e5))),
            List.of(
                    new Host("m", 0),
                    new Host("near", 0),
                    new Host("a", 2),
                    new Host("b", 2),
                    new Host("hub", 1),
                    new Host("c", 3, Wire.UNLIMITED, 1, 1, 1, 1, "10.0.0.9", Amounts.NONE)));

    @Test
    void shouldNameTheSlowestLinkOnTheWayFromTheMaster() {
        assertThat(SharedLinks.of(SITES, 0))
                .isEqualTo(Map.of(
                        "near", "switch", "a", "line", "b", "line", "hub", "line", "c", "rack2", "10.0.0.9", "rack2"));
    }

    @Test
    void shouldCountOnlyTheSideOfTheHost() {
        assertThat(SharedLinks.of(SITES, 2))
                .containsEntry("m", "switch")
                .containsEntry("b", "rack1")
                .containsEntry("hub", "line")
                .containsEntry("c", "rack2");
    }

    @Test
    void shouldNameNothingWhereTwoPathsLeadToAHost() {
        NetworkView graph = new NetworkView(
                "graph",
                List.of(
                        new Link("x", Wire.UNLIMITED),
                        new Link("y", Wire.UNLIMITED),
                        new Link("z", List.of(0, 1), Wire.duplex(1))),
                List.of(new Host("m", 0), new Host("a", 2)));
        assertThat(SharedLinks.of(graph, 0)).isEmpty();
    }
}
