package dev.sluice.cli.pool;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sluice.cli.fleet.FleetStatus;
import dev.sluice.json.JsonTree;
import dev.sluice.model.RunId;
import dev.sluice.model.fleet.FleetState;
import dev.sluice.net.message.PoolJoin;
import dev.sluice.net.message.PoolNeeds;
import dev.sluice.pool.PoolView;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoolWordsTest {
    private static final RunId RUN = new RunId("pep-1");

    private static JsonTree status(List<PoolView.Host> hosts, List<PoolView.Run> runs) {
        String json = PoolJson.status(new RunId("pool-1"), Path.of("/pool"), new PoolView(hosts, runs), null);
        return JsonTree.parse(Path.of("status"), json);
    }

    private static PoolView.Host host(String name, boolean connected, boolean drained, PoolView.Seat... seats) {
        return new PoolView.Host(name, connected, drained, 8, 0, 7, List.of(seats), null);
    }

    private static PoolView.Run run(boolean connected) {
        return new PoolView.Run(
                new PoolJoin(RUN, "run=pep-1\nend\n", 3, -2, 0, 16, 9),
                new PoolNeeds(90, 6, 5_000_000, 0, 4, false, "", 0),
                connected,
                6);
    }

    @Test
    void shouldSayThatAPoolIsEmpty() {
        assertThat(PoolWords.lines(status(List.of(), List.of())))
                .containsExactly("pool-1: 0 of 0 hosts ready, 0 of 0 slots in use");
    }

    @Test
    void shouldShowHostsAndRunsInColumns() {
        List<PoolView.Host> hosts = List.of(
                host(
                        "node1",
                        true,
                        false,
                        new PoolView.Seat(RUN, 4, "joined", 11),
                        new PoolView.Seat(RUN, 2, "draining", 12)),
                host("node2", true, true),
                host("node3", false, false));

        assertThat(PoolWords.lines(status(hosts, List.of(run(true)))))
                .containsExactly(
                        "pool-1: 1 of 3 hosts ready, 6 of 24 slots in use",
                        "",
                        "host   state    slots  used  load  workers",
                        "node1  ready    8      6     -     pep-1:4, pep-1:2 draining",
                        "node2  drained  8      0     -     -",
                        "node3  away     8      0     -     -",
                        "",
                        "run    slots  weight  priority  done  left",
                        "pep-1  6      3       -2        4     96");
    }

    @Test
    void shouldSayWhatLimitsARun() {
        PoolView.Run run = run(true);
        PoolView.Run limited = new PoolView.Run(run.terms(), run.needs().withUseful(6, "the master's link"), true, 6);

        JsonTree status = status(List.of(), List.of(limited));
        assertThat(status.at("runs").elements().get(0).at("usefulSlots").whole())
                .isEqualTo(6);
        assertThat(PoolWords.lines(status)).endsWith("", "pep-1 uses at most 6 slots: the master's link is the limit");
        assertThat(PoolWords.lines(status(List.of(), List.of(run)))).noneMatch(line -> line.contains("uses at most"));
    }

    @Test
    void shouldTellOfAMasterThatIsAway() {
        assertThat(PoolWords.lines(status(List.of(), List.of(run(false)))))
                .anyMatch(line -> line.startsWith("pep-1 (away)"));
    }

    @Test
    void shouldShowTheLoadOfAHost() {
        String json = "{\"schema\":\"sluice-pool-1\",\"pool\":\"p\",\"directory\":\"/p\",\"hosts\":[{\"name\":\"n\","
                + "\"state\":\"ready\",\"slots\":2,\"used\":0,\"load\":1.26,\"workers\":[]}],\"runs\":[]}";

        assertThat(PoolWords.lines(JsonTree.parse(Path.of("status"), json)).get(3))
                .contains("  1.3  ");
    }

    private static List<String> fleet(FleetState state, String trouble) {
        FleetStatus fleet = new FleetStatus(state, 7, 2, 3, 1, 0, 50, trouble);
        String json = PoolJson.status(new RunId("pool-1"), Path.of("/pool"), new PoolView(List.of(), List.of()), fleet);
        List<String> lines = PoolWords.lines(JsonTree.parse(Path.of("status"), json));
        return lines.subList(1, lines.size());
    }

    @Test
    void shouldShowTheFleet() {
        assertThat(fleet(FleetState.GROWING, ""))
                .containsExactly("fleet: growing, 5 of at most 50 tasks (2 queued, 3 started), 7 wanted, 1 leaving");
    }

    @Test
    void shouldSayWhyAFleetIsPausedAndWhatToDo() {
        assertThat(fleet(FleetState.DELAYED, "queue is down")).last().isEqualTo("fleet: queue is down");
        assertThat(fleet(FleetState.PAUSED, "queue is down"))
                .last()
                .isEqualTo("fleet: queue is down; 'sluice pool unpause' lets it go on");
    }

    @Test
    void shouldLetNoNameMoveTheCursor() {
        assertThat(PoolWords.lines(status(List.of(host("a\u001b[2J", true, false)), List.of())))
                .noneMatch(line -> line.contains("\u001b"));
    }
}
